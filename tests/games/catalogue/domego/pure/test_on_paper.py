"""Domego on paper: the rows of a sheet, entered and still to come, and the cards of a table that draws its own."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.catalogue.domego.face.paper import draw, lines, rows, turns
from games.catalogue.domego.game import GAME
from games.catalogue.domego.rules.rules import RULES
from games.catalogue.domego.rules.types import Options
from games.engine.analysis.played import Match
from games.engine.analysis.whatif import what_if
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.replay import SeedFrom, fold
from games.engine.types import Draw
from tests.games.catalogue.domego.table import CLASSIC

SITE, TABLE = b"the site's order", b"the table's own cards"


@cache
def played(number, seed=TABLE):
    """The moves of random players, and all draws that they led to, in order."""
    bot, chance, luck = GAME.bot("random"), FastDraws(number), LabelledDraws(seed)
    state, moves = RULES.setup(CLASSIC, Options(), 6, luck).state, []
    while prompts := RULES.prompts(state):
        prompt, move = next((each, move) for each in prompts if (move := bot.answer(state, each, chance)) is not None)
        moves.append((prompt.seat, prompt.key, move))
        state = RULES.apply(state, prompt.seat, prompt.key, move, luck).state
    return tuple(moves), luck.taken


def seeds(seed, dealt=None):
    return (SeedFrom(0, seed.hex(), dealt),)


def steps(number, of):
    return list(fold(RULES, CLASSIC, Options(), 6, of, played(number)[0]))


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 50))
def test_a_match_typed_with_cards_in_the_order_of_a_seed_is_the_match_of_that_seed(number):
    own = steps(number, seeds(SITE, played(number)[1]))

    assert own == steps(number, seeds(TABLE))


def test_a_decision_made_again_finds_the_cards_of_the_table():
    moves, dealt = played(3)
    match = Match(GAME, CLASSIC, Options(), 6, seeds(SITE, dealt), moves)

    same = what_if(match, len(moves) // 2, moves[len(moves) // 2 - 1][2])

    assert same.state_hash == steps(3, seeds(TABLE))[-1].state_hash


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 50))
def test_the_options_of_each_draw_are_the_results_that_the_rules_can_draw(number):
    moves, _dealt = played(number)
    titles = {card.id: card.title.en.casefold() for card in CLASSIC.risk_cards}
    before = None
    for step in steps(number, seeds(TABLE)):
        made: list[Draw] = []
        cards = []
        for each in step.draws:
            asked = draw(CLASSIC, before, each.label, made)
            assert len(asked.options) == each.sides
            assert len({sign for sign, _name in asked.options}) == each.sides
            if each.label.startswith(f"activity-{before.turn}/card-"):
                cards.append(asked.options[each.value][1].casefold())
            made.append(each)
        if cards:
            assert cards == [titles[card] for card in step.state.drawn[before.turn - 1]]
        before = step.state


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 50))
def test_the_rows_of_an_activity_are_those_of_its_sheet_and_each_line_leads_to_one_still_to_come(number):
    sheets = {sheet.number: sheet.rows for sheet in turns(CLASSIC, Options())}
    entered: dict[int, int] = {}
    for step in steps(number, seeds(TABLE)):
        found, state = rows(CLASSIC, step.state), step.state
        if found is None:
            assert state.phase == "over"
            continue
        assert {*found.entered, *found.left} <= set(sheets[state.turn])
        required = [each.row for each in lines(CLASSIC, state, RULES.prompts(state)) if not each.prompt.optional]
        assert set(required) <= set(found.left)
        assert required
        assert len(found.entered) >= entered.get(state.turn, 0)
        entered[state.turn] = len(found.entered)


def test_a_role_that_went_bankrupt_has_no_row_in_that_activity():
    match = next(
        step.state
        for number in range(40)
        for step in steps(number, seeds(TABLE))
        if step.state.phase == "allocation" and any(step.state.bankrupt)
    )

    found = rows(CLASSIC, match)

    seats = {row.seat for row in (*found.entered, *found.left) if row.title.startswith("Places")}
    parts = match.sheet.activities[match.turn - 1].parts
    assert seats == {part.role for part in parts if not match.bankrupt[part.role]}


@pytest.mark.parametrize("label", ["activity-3/card-1", "activity-1/card-2"])
def test_cards_are_numbered_in_the_order_of_the_deck_and_drawn_ones_are_left_out(label):
    start = RULES.setup(CLASSIC, Options(), 6, LabelledDraws(SITE)).state
    turn = int(label[9])
    whole = draw(CLASSIC, start, label, ())
    first = Draw(label, len(whole.options), 1)

    rest = draw(CLASSIC, start, f"activity-{turn}/card-2", (first,))

    assert [number for number, _name in whole.options] == list(range(1, len(start.decks[turn - 1]) + 1))
    assert rest.options == (whole.options[0], *whole.options[2:])

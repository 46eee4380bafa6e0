"""The facilitator's events in Dominyam: another target for a turn, points for a player, and the result without them."""

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from hypothesis import given
from hypothesis import settings as tried
from hypothesis import strategies as st

from games.catalogue.dominyam.analysis import ANALYST
from games.catalogue.dominyam.debrief import DEBRIEF
from games.catalogue.dominyam.debrief.patterns import Play, lowered_target
from games.catalogue.dominyam.face import FACE
from games.catalogue.dominyam.face.aims import ENDING_KINDS
from games.catalogue.dominyam.face.board import target_words
from games.catalogue.dominyam.facts import Facts, facts
from games.catalogue.dominyam.game import GAME
from games.catalogue.dominyam.rules.accounts import ACCOUNTS
from games.catalogue.dominyam.rules.events import Dealt, Eaten, PointsBrought, TargetMoved, TurnBegun
from games.catalogue.dominyam.rules.facilitation import EVENTS, Share
from games.catalogue.dominyam.rules.layout import PLACES
from games.catalogue.dominyam.rules.moves import NoMeal
from games.catalogue.dominyam.rules.rules import RULES
from games.catalogue.dominyam.rules.table import best_sum, eatable
from games.catalogue.dominyam.rules.types import Options
from games.catalogue.dominyam.rules.view import view_of
from games.engine.analysis import Match, decided_otherwise, reckon
from games.engine.codec import from_json, read_options, to_json
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.facilitation import Brought, offers_of, played
from games.engine.record import Record
from games.engine.replay import SeedFrom, fold
from games.ui.faces import Scene
from tests.games.catalogue.dominyam.table import dominyam, raises_illegal
from tests.recaps import cards_after, rows

TWO = RULES.load_scenario(GAME.scenarios["players_02"])
LYING = {1: (6, 6), 2: (3, 3)}
"""Of the pairs that may go, the sums from 9 on are 18 (places 1 and 2), 17 (1 and 13), 11 (8 and 9) and twice 9."""
AT = "2026-03-02T09:00:00+00:00"
VARIANTS = [Options(), *(read_options(text, Options) for text in GAME.variants.values())]


def start(dice=(1, 1, 1, 1, 1), **more):
    return dominyam(turn=14, dice=dice, lying=LYING, **more)


def test_a_lower_target_lets_smaller_pairs_be_eaten_in_this_turn():
    before = start((5, 6, 1, 2, 3))
    with raises_illegal("under_target", sum=11, target=14):
        before.eat(8, 9, 1)

    table = before.bring("easier", 3)

    assert table.events == (TargetMoved(turn=1, seat=0, amount=-3, target=11),)
    assert table.state.target == 11
    assert table.eat(8, 9, 1).state.points == (1, 0)


def test_a_higher_target_leaves_at_least_one_pair():
    table = start((6, 6, 1, 4, 2)).bring("harder", 4)

    assert table.events == (TargetMoved(turn=1, seat=0, amount=4, target=18),)
    assert list(eatable(table.state)) == [(1, 2)]
    with raises_illegal("under_target", sum=17, target=18):
        table.eat(1, 13, 2)
    with raises_illegal("amount_out_of_range", amount=5, low=1, high=4):
        start().bring("harder", 5)


def test_the_next_turn_has_its_own_target_again():
    assert start().bring("easier", 3).no_meal().state.target == 14


@pytest.mark.parametrize("event", ["easier", "harder"])
def test_a_target_stays_once_the_player_has_decided_something(event):
    for decided in (start(roll=2), start().reroll()):
        with raises_illegal("no_such_event", event=event):
            decided.bring(event, 1)


@pytest.mark.parametrize("turn", [1, 14])
def test_a_target_that_would_change_no_pair_is_not_offered(turn):
    alone = dominyam(turn=turn, lying=LYING, left=(1, 2))

    assert [(offer.key, offer.seat) for offer in offers_of(RULES, alone.state)] == [("bonus", 0), ("bonus", 1)]


def test_points_count_at_once_and_never_fall_below_0():
    given = start().bring("bonus", 4, to=1)

    assert given.events == (PointsBrought(turn=1, seat=1, amount=4, total=4),)
    assert given.state.points == (0, 4)
    assert given.bring("penalty", 4, to=1).state.points == (0, 0)
    with raises_illegal("amount_out_of_range", amount=5, low=1, high=4):
        given.bring("penalty", 5, to=1)
    with raises_illegal("no_such_event", event="penalty"):
        given.bring("penalty", 1, to=0)


def eaten(bonus, seat=0):
    return Eaten((1, 2), ((6, 6), (3, 3)), (6, 6, 3, 3, 5), 14, 5, bonus, 0, turn=1, seat=seat)


@pytest.mark.parametrize(
    ("moved", "bonus", "brought"),
    [
        (-3, 7, 3),  # a sum of 18 against 11 instead of 14: 7 instead of 4
        (-3, 1, 1),  # a sum of 12, which only the lower target allowed
        (2, 2, -2),  # a sum of 18 against 16: 2 instead of 4
    ],
)
def test_points_above_a_changed_target_are_taken_out_as_far_as_it_brought_them(moved, bonus, brought):
    share = Share(counts_difference=True)
    for event in (
        TurnBegun(1, 14, 18, turn=1, seat=0),
        TargetMoved(moved, 14 + moved, turn=1, seat=0),
        eaten(bonus),
        TurnBegun(1, 13, 18, turn=2, seat=1),
        eaten(5, seat=1),
        PointsBrought(4, 9, turn=2, seat=1),
    ):
        share.add(event)

    assert dict(share.points) == {0: brought, 1: 4}


def recorded(players, options, strength, seed, chosen, scenario=None):
    """A match of bots: its moves, the state at its end, and its events by move. `chosen(place, offers)` is the event
    before a move, or None.
    """
    scenario = scenario or RULES.load_scenario(GAME.scenarios[f"players_{players:02}"])
    draws, luck, bot = LabelledDraws(bytes([seed + 1]) * 8), FastDraws(seed), GAME.bot(strength)
    outcome = RULES.setup(scenario, options, players, draws)
    state, events, moves, place = outcome.state, [outcome.events], [], 0
    while RULES.prompts(state):
        event = chosen(place, offers_of(RULES, state))
        made = (None, f"event-{len(moves) + 1}", event)
        if event is None:
            (prompt,) = RULES.prompts(state)
            move = bot.answer(state, prompt, luck) or RULES.default(state, prompt.seat, prompt.key)
            made = (prompt.seat, prompt.key, move)
        outcome, place = played(RULES, state, *made, draws), place + 1
        state = outcome.state
        moves.append(made)
        events.append(outcome.events)
    return tuple(moves), state, tuple(events)


def any_event(chance):
    """An event before one move in three."""

    def chosen(place, offers):
        if chance.below(3, "is there one?"):
            return None
        offer = offers[chance.below(len(offers), "which one?")]
        return Brought(offer.key, offer.low + chance.below(offer.high - offer.low + 1, "how much?"), offer.seat)

    return chosen


def points_only(chance):
    """Points for a player before one move in three."""
    any_of = any_event(chance)
    return lambda place, offers: any_of(place, [offer for offer in offers if offer.seat is not None])


def once(event):
    """This event before the first move."""
    return lambda place, offers: event if place == 0 else None


def flat(events):
    return tuple(event for of_move in events for event in of_move)


@tried(max_examples=40, deadline=None)
@given(
    players=st.integers(1, 4),
    option=st.integers(0, len(VARIANTS) - 1),
    strength=st.sampled_from(["random", "greedy"]),
    seed=st.integers(0, 99),
)
def test_with_events_in_any_place_no_domino_is_lost_and_no_figure_falls_below_its_least(
    players, option, strength, seed
):
    options = VARIANTS[option]
    moves, end, events = recorded(players, options, strength, seed, any_event(FastDraws(seed)))
    scenario = RULES.load_scenario(GAME.scenarios[f"players_{players:02}"])

    steps = list(fold(RULES, scenario, options, players, (SeedFrom(0, (bytes([seed + 1]) * 8).hex()),), moves))

    assert steps[-1].state == end
    assert tuple(step.events for step in steps) == events
    for step in steps:
        state = step.state
        assert sorted((*state.left, *(place for hand in state.hands for place in hand))) == list(PLACES)
        assert min(state.points) >= 0
        if state.ended is None:
            assert 1 <= state.target <= best_sum(state.dominoes, state.left)


@tried(max_examples=30, deadline=None)
@given(
    players=st.integers(1, 4), option=st.integers(0, len(VARIANTS) - 1), strength=st.sampled_from(["random", "greedy"]),
    seed=st.integers(0, 99),
)  # fmt: skip
def test_without_points_the_result_is_that_of_the_same_match_without_events(players, option, strength, seed):
    """These bots do not look at points: they decide the same."""
    options = VARIANTS[option]
    _moves, end, events = recorded(players, options, strength, seed, points_only(FastDraws(seed)))
    _moves, plain, told = recorded(players, options, strength, seed, lambda place, offers: None)

    assert EVENTS.without(end, flat(events)) == RULES.result(plain)
    assert EVENTS.without(plain, flat(told)) == RULES.result(plain)


@tried(max_examples=30, deadline=None)
@given(players=st.integers(1, 4), seed=st.integers(0, 99))
def test_without_another_target_a_meal_scores_above_the_one_that_its_turn_had(players, seed):
    options = Options(difference_points=True)
    _moves, end, events = recorded(players, options, "greedy", seed, any_event(FastDraws(seed)))
    expected, target = list(RULES.result(end).scores), 0
    for event in flat(events):
        match event:
            case TurnBegun():
                target = event.target
            case PointsBrought():
                expected[event.seat] -= event.amount
            case Eaten():
                expected[event.seat] -= event.bonus - max(0, sum(map(sum, event.dominoes)) - target)

    assert EVENTS.without(end, flat(events)).scores == tuple(expected)


def told(seed=3, players=2, options=VARIANTS[0]):
    """(facts, end, events) of a match with events."""
    later = any_event(FastDraws(seed))
    _moves, end, events = recorded(
        players,
        options,
        "greedy",
        seed,
        lambda place, offers: later(place, offers) if place else Brought("easier", 1),
    )
    by = ["rules", *("brought" if seat is None else "bot" for seat, _key, _move in _moves)]
    records = [Record(n, None, "", by[n], AT, of_move) for n, of_move in enumerate(events)]
    scenario = RULES.load_scenario(GAME.scenarios[f"players_{players:02}"])
    return facts(scenario, options, records), end, flat(events)


@pytest.mark.parametrize("players", [1, 2])
def test_facts_hold_the_points_brought_and_the_turns_with_another_target(players):
    found, end, events = told(players=players)
    given = [event for event in events if isinstance(event, PointsBrought)]
    moved = [event for event in events if isinstance(event, TargetMoved)]

    assert given
    assert moved
    assert tuple(seat.total for seat in found.seats) == RULES.result(end).scores
    assert [(each.seat, each.amount) for each in found.given] == [(event.seat, event.amount) for event in given]
    assert sum(seat.brought for seat in found.seats) == sum(event.amount for event in given)
    assert sum(turn.shift for turn in found.turns) == sum(event.amount for event in moved)
    assert found.finished
    assert from_json(to_json(found), Facts) == found


@pytest.mark.parametrize(("language", "column"), [("en", "Facilitator"), ("fr", "Animation"), ("es", "Quien dirige")])
def test_the_debrief_keeps_points_brought_apart_from_those_of_the_dice(language, column):
    found, _end, _events = told()
    with translation.override(language):
        context = DEBRIEF.context(TWO, found, ["Nadia", "Paul"])
        result, _combos, turns, _guesses = (
            render_to_string(sheet, context | {"charts": {}, "paper": True}) for sheet in DEBRIEF.sheets
        )
        chart = DEBRIEF.charts(TWO, found)[0]

    assert column in result
    for row, seat in zip(sorted(context["player_rows"], key=lambda row: row.role.id), found.seats, strict=True):
        assert row.points == seat.points - seat.brought
        assert row.points + row.combinations + row.values + int(row.brought.replace("\u2212", "-")) == seat.total
    notes = [row.note for row in context["turn_rows"] if row.note]
    assert len(notes) == sum(turn.shift != 0 for turn in found.turns) > 0
    assert all(note in turns for note in notes)
    assert [line.values[-1] for line in chart.lines] == [seat.total for seat in found.seats]


def test_a_debrief_without_events_has_no_column_for_them():
    _moves, _end, events = recorded(2, Options(), "greedy", 3, lambda place, offers: None)
    found = facts(TWO, Options(), [Record(n, None, "", "bot", AT, each) for n, each in enumerate(events)])

    context = DEBRIEF.context(TWO, found, ["Nadia", "Paul"])

    assert found.given == ()
    assert "Facilitator" not in render_to_string(DEBRIEF.sheets[0], context | {"charts": {}, "paper": True})


def test_a_target_that_the_facilitator_lowered_is_no_find_of_the_debrief():
    """The pattern asks which meals had taken the great pairs away."""
    table = start().bring("easier", 3)
    dealt = Dealt(PLACES, table.state.dominoes, turn=1, seat=0)
    begun = TurnBegun(1, 14, 18, turn=1, seat=0)
    after = table.no_meal()
    found = facts(TWO, Options(), [Record(0, None, "", "rules", AT, (dealt, begun, *table.events, after.events[0]))])

    assert [(turn.target, turn.shift, turn.turn) for turn in found.turns] == [(11, -3, 14)]
    assert found.turns[0].pairs == 3
    assert lowered_target(Play(found, None)) is None


LINES = {
    "en": ("Lower target: <b>11</b> instead of 14 in this turn.", "Bonus by hand: <b>4 points</b> more."),
    "fr": (
        "Objectif abaissé\xa0: <b>11</b> au lieu de 14 pendant ce tour.",
        "Prime décidée à la main\xa0: <b>4 points</b> de plus.",
    ),
    "es": (
        "Meta más baja: <b>11</b> en lugar de 14 durante este turno.",
        "Prima decidida a mano: <b>4 puntos</b> más.",
    ),
}


@pytest.mark.parametrize("language", LINES)
def test_the_log_says_what_was_brought(language):
    events = (*start().bring("easier", 3).events, *start().bring("bonus", 4, to=1).events)

    with translation.override(language):
        assert tuple(str(FACE.words.event(TWO, event).html) for event in events) == LINES[language]


@pytest.mark.parametrize(
    ("language", "label", "title", "figures"),
    [
        ("en", "Brought by the facilitator", "Bonus by hand", "Your points"),
        ("fr", "Apporté par la personne qui anime", "Prime décidée à la main", "Vos points"),
    ],
)
def test_the_news_have_a_card_for_what_was_brought(language, label, title, figures):
    table = start().bring("bonus", 4, to=1)

    with translation.override(language):
        (card,) = cards_after(FACE, TWO, table.state, table.events, seat=1)

    assert (card.label, card.title, rows(card)) == (label, title, [(figures, 0, 4)])


def test_a_throw_after_another_target_has_its_own_card():
    table = start().bring("easier", 3)
    after = table.reroll(1, then=(6,))

    cards = cards_after(FACE, TWO, after.state, (*table.events, *after.events), seat=1)

    assert [card.title for card in cards] == ["Lower target", "The turn has begun"]


def scene(table, record=(), seat=0):
    return Scene(TWO, view_of(table.state, seat), seat, RULES.prompts(table.state), tuple(record))


def test_the_table_says_why_the_target_is_another_and_keeps_points_apart():
    table = start().bring("easier", 3)
    view = view_of(table.state, 0)
    given = table.bring("bonus", 4, to=0)

    shown = FACE.table.context(scene(given, given.events))
    plain = FACE.table.context(scene(table))

    best = best_sum(view.dominoes, view.left)
    assert target_words(view, best) == "Target 11 instead of 14 in this turn: the facilitator has changed it."
    assert [(row.points, row.brought, row.total) for row in shown["player_rows"]] == [(0, "4", "4"), (0, "0", "0")]
    assert (shown["hand"]["points"], shown["hand"]["brought"], shown["hand"]["total"]) == (0, "4", "4")
    assert [row.brought for row in plain["player_rows"]] == ["", ""]


def test_the_explanation_of_points_names_the_event():
    given = start().bring("bonus", 4, to=0)

    told = FACE.explain.number(scene(given, given.events), "points-0")

    assert [(str(term.words), term.amount) for term in told.terms] == [("Bonus by hand, from the facilitator.", 4)]
    assert told.total == 4


def test_the_end_keeps_points_brought_apart_from_those_of_meals():
    _moves, end, events = recorded(2, Options(), "greedy", 3, once(Brought("bonus", 9, 0)))
    record = tuple(event for event in flat(events) if event.__struct_config__.tag in ENDING_KINDS)
    result = RULES.result(end)
    best = result.places.index(1)
    brought = 9 if best == 0 else 0

    words = FACE.words.ending(Scene(TWO, view_of(end, None), None, (), record), result)

    assert f"has most: {end.points[best] - brought} points from meals" in words
    assert ("Brought by the facilitator: 9 points." in words) == (best == 0)


def analysed(seed=1):
    """A small match with points for the first player now and then, as the analysis reads it."""
    chance = FastDraws(seed)
    scenario = RULES.load_scenario(GAME.micro["corner"])
    players = scenario.players
    moves, end, _events = recorded(
        players, Options(), "greedy", seed,
        lambda place, offers: None if chance.below(3, "now?") else Brought("bonus", 2, 0), scenario,
    )  # fmt: skip
    return Match(GAME, scenario, Options(), players, (SeedFrom(0, (bytes([seed + 1]) * 8).hex()),), moves), end


def test_events_are_no_decisions_of_the_analysis():
    match, end = analysed()
    numbers = [place for place, (seat, _key, _move) in enumerate(match.moves, start=1) if seat is not None]

    found = reckon(match, bytes(range(32)), playouts=4)

    assert len(numbers) < len(match.moves)
    assert [each.number for each in ANALYST.spot(match.steps()[0])] == numbers
    assert {stroke.number for stroke in found.strokes} <= set(numbers)
    assert match.steps()[1] == end


def test_a_decision_made_otherwise_goes_on_with_the_same_events():
    match, _end = analysed()
    spotted = ANALYST.spot(match.steps()[0])[0]

    same, changed = (decided_otherwise(match, spotted, intent) for intent in (spotted.intent, NoMeal()))

    assert same.moves == match.moves
    brought, still = ([move for seat, _key, move in moves if seat is None] for moves in (match.moves, changed.moves))
    assert still == brought[: len(still)] != []


def test_the_books_follow_points_that_are_brought():
    given = start().bring("bonus", 4, to=1)

    (posting,) = ACCOUNTS.postings(given.events[0], None)

    assert posting == (("points", 1), (1, 4, ""))

"""Every event, refusal and decision in words, in each language that has them."""

import re
from pathlib import Path

import pytest
from django.utils import translation

from games.catalogue.domego.face import FACE, board_region
from games.catalogue.domego.rules.events import ActivityBegun, Allocated
from games.catalogue.domego.rules.rules import RULES
from games.catalogue.domego.rules.types import Options
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.errors import IllegalMove
from games.engine.playout import playout
from games.ui.faces import Scene
from games.ui.refusals import Because
from tests.games.catalogue.domego.table import CLASSIC, FOLDER
from tests.languages import languages

CODES = {
    "price_over_money": {"price": 60, "money": 45},
    "price_over_limit": {"price": 60, "limit": 45},
    "price_under_floor": {"price": 0, "floor": 40, "low": 80, "high": 115},
    "no_offer": {},
    "offer_changed": {"price": 90, "offer": 95},
    "quantity_over_money": {"quantity": 30, "price": 2, "money": 45},
    "cubes_short": {"cubes": 7, "held": 4},
    "no_such_tier": {"name": "risk", "tier": 4, "tiers": 2},
    "wrong_move": {"kind": "buy"},
    "below_zero": {"number": -3},
    "plan_empty": {},
    "plan_no_contract": {"contract": 0},
    "plan_range": {"low": 30, "high": 20, "field": "high_0"},
    "plan_opens_above": {"opening": 40, "high": 30, "field": "opening_0"},
    "plan_opens_below": {"opening": 10, "low": 20, "field": "opening_0"},
}


def played(seed: int, bot: str, options: Options):
    """The events and states of a whole game."""
    events, states = [], []
    draws = LabelledDraws(seed.to_bytes(8))
    start = RULES.setup(CLASSIC, options, 6, draws)
    events += start.events
    states.append(start.state)

    def on_move(step):
        events.extend(step.events)
        states.append(step.state)

    bots = [FACE.game.bot(bot) for _ in range(6)]
    playout(RULES, start, bots, draws, bot_draws=FastDraws(seed), on_move=on_move)
    return events, states


@pytest.mark.parametrize("language", languages("domego"))
@pytest.mark.parametrize(
    ("bot", "options"), [("random", Options()), ("balanced", Options(payments="staged", hidden_allocations=True))]
)
def test_every_event_is_told_in_words(language, bot, options):
    for seed in range(5):
        events, _ = played(seed, bot, options)
        with translation.override(language):
            for event in events:
                words = FACE.words.event(CLASSIC, event)
                told_before = isinstance(event, Allocated) and not event.revealed
                assert (words is None) == (told_before or isinstance(event, ActivityBegun))
                assert words is None or "%(" not in words.html


def test_every_refusal_of_the_rules_has_words_with_its_numbers():
    sources = "".join(path.read_text() for path in Path(FOLDER, "rules").glob("*.py"))
    raised = set(re.findall(r'IllegalMove\("(\w+)"', sources))

    assert raised - {"prompt_closed"} == set(CODES)
    for code, params in CODES.items():
        text = FACE.refusal(CLASSIC, IllegalMove(code, **params))
        assert code not in text
        assert "%(" not in text


def test_the_refusal_of_the_booklet_says_both_numbers():
    error = IllegalMove("price_over_money", price=60, money=45)

    assert FACE.refusal(CLASSIC, error) == "60k is more than the 45k the payer holds."


def test_a_price_that_the_payee_asks_is_explained_by_the_purse_of_the_payer():
    error = IllegalMove("price_over_money", price=60, money=45, payer=0)

    assert FACE.words.refusals.because(error, seat=1) == Because("rules#negotiate", "money-0")
    assert FACE.words.refusals.because(IllegalMove("quantity_over_money"), seat=1) == Because("rules#buy", "money-1")


@pytest.mark.parametrize("language", languages("domego"))
def test_every_position_can_be_drawn_for_every_seat(language):
    _, states = played(3, "balanced", Options())
    with translation.override(language):
        for state in states:
            for seat in (None, 0, 1):
                scene = Scene(CLASSIC, RULES.view(state, seat), seat, RULES.prompts(state))
                assert FACE.table.context(scene)["places"]
                shown = board_region.shows(CLASSIC, board_region.reads(scene))
                assert len(shown["board_wide"].boxes) == 12
                assert len(shown["board_rows"]) == 12
                if seat is not None:
                    card = FACE.table.decision(scene, None)
                    assert (card is None) == (not scene.own_prompts())


@pytest.mark.parametrize("language", languages("domego"))
def test_no_drawn_element_leaves_the_drawing(language):
    _, states = played(3, "balanced", Options())
    with translation.override(language):
        for state in (states[0], states[len(states) // 2], states[-1]):
            scene = Scene(CLASSIC, RULES.view(state, None), None, RULES.prompts(state))
            shown = board_region.shows(CLASSIC, board_region.reads(scene))
            for drawing in (shown["board_wide"], shown["board_tall"]):
                for box in drawing.boxes:
                    assert box.x + box.width <= drawing.width
                    assert box.y + box.height <= drawing.height
                    for mark in box.marks:
                        assert box.x <= mark.x <= box.x + box.width - 15
                        assert mark.y + 15 <= box.y + box.height
                    for card in box.cards:
                        starts = [float(x) for x in re.findall(r"M([\d.]+) ", card.path)]
                        assert box.x <= min(starts)
                        assert max(starts) <= box.x + box.width - 10


def test_each_decision_is_asked_in_one_line():
    _, states = played(1, "balanced", Options())
    asked = {FACE.words.decision(CLASSIC, prompt) for state in states for prompt in RULES.prompts(state)}

    assert "Buy cubes at the special price, once in the match" in asked
    assert "Place your cubes for: Detailed design" in asked
    assert "Agree on a price with the structural contractor" in asked

"""The debrief's questions: each pattern in a match that shows it, with its numbers, and in one that does not."""

import json

import pytest
from django.utils import translation

from games.catalogue.beer_game.debrief import DEBRIEF
from games.catalogue.beer_game.debrief.patterns import PATTERNS
from games.catalogue.beer_game.facts import facts
from games.catalogue.beer_game.names import role_names
from games.catalogue.beer_game.rules.rules import RULES
from games.catalogue.beer_game.rules.types import Options, Order
from games.engine.codec import to_json
from games.engine.draws import LabelledDraws
from games.engine.record import Record
from games.ui.patterns import Logged, Trace

WEEKS = 10
SCENARIO = RULES.load_scenario(
    json.dumps(
        {
            "format": 1,
            "game": "beer_game",
            "id": "told",
            "name": {"en": "Told", "fr": "Raconté"},
            "chains": [2],
            "weeks": WEEKS,
            "demand": {"pattern": [4, 4, 8, 6, 5]},
        }
    )
)


def found_in(*orders, upto=WEEKS):
    """The patterns found by key if retailer and factory order these pallets each week, with the trace of the record.
    None in a list means that a seat orders its incoming order; `upto` is the number of weeks.
    """
    draws = LabelledDraws(b"told")
    outcome = RULES.setup(SCENARIO, Options(), 2, draws)
    made = [Record(0, None, "", "rules", "", outcome.events)]
    for week in range(upto):
        for seat, said in enumerate(orders):
            stage, key = outcome.state.stages[seat], f"week-{week + 1}/order"
            amount = stage.incoming if said is None else said[week]
            outcome = RULES.apply(outcome.state, seat, key, Order(amount), draws)
            made.append(Record(len(made), seat, key, "player", "", outcome.events))
    trace = traced(made)
    found = DEBRIEF.patterns(SCENARIO, facts(SCENARIO, Options(), made), trace)
    return {each.key: each.hit for each in found}, trace


def traced(records):
    stored = [(record.number, json.loads(to_json(event))) for record in records for event in record.events]
    events = [
        Logged(place, number, data["kind"], data["turn"], data.get("seat"), data)
        for place, (number, data) in enumerate(stored)
    ]
    return Trace(roles=tuple(role.name for role in role_names(SCENARIO)), events=tuple(events))


CALM = (None, None)
FRIGHT = ([4, 4, 8, 40, 0, 0, 0, 0, 0, 0], None)
ONCE_MORE = ([4, 4, 8, 17, 0, 0, 0, 0, 0, 4], None)
WILD_FACTORY = (None, [4, 4, 8, 60, 0, 0, 0, 0, 0, 0])
NOTHING = ([0] * WEEKS, [0] * WEEKS)

CASES = {
    "bullwhip": (
        FRIGHT,
        "The variance of one stage's orders, Retailer, was 119 times that of the sites' demand.",
        ["ordered 4 0"],
        CALM,
    ),
    "peak_order": (
        FRIGHT,
        "Retailer ordered 40 pallets in week 4; the sites never asked for more than 8.",
        ["ordered 4 0"],
        ONCE_MORE,
    ),
    "sites_waited": (
        NOTHING,
        "The sites got 46 % of what they asked for at once; 80 % was the target.",
        ["week 10 0"],
        FRIGHT,
    ),
    "dear_stage": (
        WILD_FACTORY,
        "Factory paid 285 of the 372 that the chain cost.",
        ["ended 10 None"],
        CALM,
    ),
    "full_stores": (
        WILD_FACTORY,
        "At the end 49 pallets lay with one stage, Factory; it had begun with 12.",
        ["week 10 1"],
        ONCE_MORE,
    ),
    "calm_chain": (
        CALM,
        "No stage's orders varied by more than 112 % of the variance of the sites' demand.",
        ["ended 10 None"],
        NOTHING,
    ),
    "own_chain": (
        CALM,
        "An order to another stage came in 3 weeks later at the earliest.",
        ["ended 10 None"],
        None,
    ),
}


def test_every_pattern_has_a_case():
    assert set(CASES) == set(PATTERNS.patterns)


@pytest.mark.parametrize("key", CASES)
def test_a_pattern_says_what_happened_and_cites_it(key):
    orders, fact, cited, _without = CASES[key]

    hits, trace = found_in(*orders)

    events = [trace.events[place] for place in hits[key].events]
    assert (hits[key].fact, [f"{event.kind} {event.turn} {event.seat}" for event in events]) == (fact, cited)
    assert set(hits[key].seats) <= {event.seat for event in events} | {0, 1}
    assert 0 < hits[key].weight <= 100


@pytest.mark.parametrize("key", CASES)
def test_a_pattern_is_silent_where_there_is_nothing_to_see(key):
    without = CASES[key][3]

    hits, _trace = found_in(*without) if without else found_in(*CALM, upto=WEEKS - 1)

    assert key not in hits


@pytest.mark.parametrize("key", CASES)
def test_a_pattern_speaks_french(key):
    english = found_in(*CASES[key][0])[0][key]
    with translation.override("fr"):
        french = found_in(*CASES[key][0])[0][key]

    assert french.fact != english.fact
    assert french.ask != english.ask
    assert "%(" not in french.fact

"""Scenario files that cannot be played are refused with the path of the fault and a sentence that names the role."""

import json
from copy import deepcopy

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.domego.rules.checks import faults
from games.domego.rules.forecast import forecast
from games.domego.rules.loader import load
from games.domego.rules.rules import RULES
from games.domego.rules.scenario import Scenario
from games.domego.rules.types import Options
from games.domego.spec import SPEC
from games.engine.draws import FastDraws
from games.engine.errors import ScenarioError
from games.engine.playout import playout
from tests.games.domego.table import CLASSIC, CLASSIC_TEXT, FOLDER

RAW = json.loads(CLASSIC_TEXT)


def broken(path, value):
    """The classic scenario with one thing changed; a value of `...` takes it out."""
    raw = deepcopy(RAW)
    *steps, last = path
    place = raw
    for step in steps:
        place = place[step]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return json.dumps(raw)


def refusal(text):
    with pytest.raises(ScenarioError) as refused:
        load(text)
    return refused.value.params["path"], refused.value.params["reason"]


def test_the_classic_scenario_has_six_roles_twelve_activities_and_eighty_cards():
    assert (len(CLASSIC.roles), len(CLASSIC.activities), len(CLASSIC.risk_cards)) == (6, 12, 80)
    assert RULES.seat_counts(CLASSIC) == range(6, 7)
    assert list(faults(CLASSIC)) == []


@pytest.mark.parametrize("path", sorted((FOLDER / "micro").glob("*.json")), ids=lambda path: path.stem)
def test_the_micro_scenarios_can_be_played(path):
    assert load(path.read_bytes()).scenario == path.stem


ROLE_FAULTS = [
    (["roles", 2, "id"], "owner", "roles[2].id", "owner is already a role"),
    (["roles", 1, "engaged_by"], "client", "roles[1].engaged_by", "architect: there is no role client"),
    (["roles", 0, "engaged_by"], "engineer", "roles[0].engaged_by", "owner would be engaged by itself in the end"),
    (["roles", 3, "name"], {"en": " "}, "roles[3].name", "there is no name in any language"),
    (
        ["roles", 1, "objectives", 1],
        {"metric": "profit", "flat_if_target_met": 2},
        "roles[1].objectives[1]",
        "architect: an objective on profit needs one of points_per_k",
    ),
    (
        ["roles", 1, "objectives", 2],
        {"metric": "delay", "flat_if_target_met": 2, "per_unit_under_target": 1},
        "roles[1].objectives[2]",
        "architect: an objective on delay needs one of per_unit_under_target, flat_if_target_met",
    ),
    (
        ["roles", 0, "objectives", 0, "baseline"],
        3,
        "roles[0].objectives[0].baseline",
        "owner: only a profit has a baseline",
    ),
]

CONTRACT_FAULTS = [
    (["standard_contracts", 0, "payer"], "client", "standard_contracts[0]", "there is no role client"),
    (["standard_contracts", 2, "payer"], "owner", "standard_contracts[2]", "owner does not engage structure"),
    (
        ["standard_contracts", 2, "payer"],
        "engineer",
        "standard_contracts[2]",
        "engineer engages nobody, so it pays nobody",
    ),
    (
        ["standard_contracts", 1],
        RAW["standard_contracts"][0],
        "standard_contracts[1]",
        "owner>architect is listed twice",
    ),
    (
        ["standard_contracts", 0, "low"],
        116,
        "standard_contracts[0].low",
        "owner>architect: 116 is above the high price, 115",
    ),
    (["activities", 2, "special"], [], "standard_contracts[0]", "owner>architect is negotiated in no activity"),
    (
        ["staged_payments", "owner>fitout"],
        {"5": 100},
        "staged_payments.owner>fitout",
        "there is no contract owner>fitout",
    ),
    (
        ["staged_payments", "owner>inspector", "12"],
        29,
        "staged_payments.owner>inspector",
        "owner>inspector: the parts come to 99 percent, not 100",
    ),
    (
        ["staged_payments", "architect>fitout", "13"],
        1,
        "staged_payments.architect>fitout.13",
        "architect>fitout: there is no activity 13",
    ),
    (
        ["staged_payments", "architect>fitout", "4"],
        1,
        "staged_payments.architect>fitout.4",
        "architect>fitout is negotiated in activity 4, so it is paid later than that",
    ),
]

ACTIVITY_FAULTS = [
    (["activities", 3, "number"], 5, "activities[3].number", "this is activity 4, not 5"),
    (["activities", 3, "name"], {}, "activities[3].name", "there is no name in any language"),
    (
        ["activities", 3, "participants", 0, "role"],
        "client",
        "activities[3].participants[0].role",
        "there is no role client",
    ),
    (
        ["activities", 4, "participants", 2, "role"],
        "engineer",
        "activities[4].participants[2].role",
        "engineer takes part twice",
    ),
    (
        ["activities", 3, "participants", 0, "risk"],
        [[2, 1], [2, 2]],
        "activities[3].participants[0].risk[1]",
        "owner: [2, 2] must be more than [2, 1] in both: tiers are totals",
    ),
    (
        ["activities", 8, "participants", 1, "delay"],
        [[1, 1], [2, 3], [3, 3]],
        "activities[8].participants[1].delay[2]",
        "structure: [3, 3] must be more than [2, 3] in both: tiers are totals",
    ),
    (
        ["activities", 0, "special"],
        ["buy:owner", "negotiate:engineer>fitout"],
        "activities[0].special[1]",
        "engineer engages nobody, so it pays nobody",
    ),
    (["activities", 0, "special"], ["buy:client"], "activities[0].special[0]", "there is no role client"),
    (["activities", 5, "special"], ["buy:owner"], "activities[5].special[0]", "owner buys a second time"),
    (
        ["activities", 5, "special"],
        ["negotiate:owner>architect"],
        "activities[5].special[0]",
        "owner>architect is negotiated a second time",
    ),
    (
        ["activities", 5, "special"],
        ["sell:owner"],
        "activities[5].special[0]",
        "sell:owner is neither buy:ROLE nor negotiate:PAYER>PAYEE",
    ),
    (["activities", 0, "risk_slots"], 7, "activities[0].risk_slots", "activity 1 can draw 7 cards, but its deck has 6"),
    (["activities", 1, "risk_slots"], 6, "activities[1].risk_slots", "activity 2 can draw 7 cards, but its deck has 6"),
]

CARD_FAULTS = [
    ({"id": "01-01"}, "risk_cards[7].id", "01-01 is already a card"),
    ({"activity": 13}, "risk_cards[7].activity", "card 02-02: there is no activity 13"),
    ({"title": {"fr": ""}}, "risk_cards[7].title", "card 02-02 has no title in any language"),
    ({"effects": [{"op": "delay"}]}, "risk_cards[7].effects[0]", "card 02-02: delay needs days"),
    ({"effects": [{"op": "risk", "cards": 1}]}, "risk_cards[7].effects[0]", "card 02-02: risk needs activity"),
    (
        {"effects": [{"op": "delay", "days": 2, "role": "owner"}]},
        "risk_cards[7].effects[0].role",
        "card 02-02: delay has no role",
    ),
    ({"effects": [{"op": "delay", "days": 0}]}, "risk_cards[7].effects[0].days", "card 02-02: delay of 0 does nothing"),
    (
        {"effects": [{"op": "resources", "role": "client", "amount": 1}]},
        "risk_cards[7].effects[0].role",
        "card 02-02: there is no role client",
    ),
    (
        {"effects": [{"op": "resources", "role": "owner", "amount": -1}]},
        "risk_cards[7].effects[0].amount",
        "card 02-02: owner cannot be given cubes",
    ),
    (
        {"effects": [{"op": "resources", "role": "owner", "amount": 1, "activity": 1}]},
        "risk_cards[7].effects[0].activity",
        "card 02-02, owner: an effect on activity 1, but the card is drawn in activity 2",
    ),
    (
        {"effects": [{"op": "money", "role": "owner", "amount": -1, "activity": 3}]},
        "risk_cards[7].effects[0].activity",
        "card 02-02, owner: money is paid at once, not in activity 3",
    ),
    (
        {"effects": [{"op": "risk", "cards": 1, "activity": 2}]},
        "risk_cards[7].effects[0].activity",
        "card 02-02: cards are added to a later activity, not to the card's own",
    ),
    (
        {"effects": [{"op": "delay", "days": 1, "activity": 13}]},
        "risk_cards[7].effects[0].activity",
        "card 02-02: there is no activity 13",
    ),
]


@pytest.mark.parametrize(("where", "value", "path", "reason"), ROLE_FAULTS + CONTRACT_FAULTS + ACTIVITY_FAULTS)
def test_a_fault_is_named_with_its_path(where, value, path, reason):
    assert refusal(broken(where, value)) == (path, reason)


@pytest.mark.parametrize(("change", "path", "reason"), CARD_FAULTS)
def test_a_fault_in_a_card_is_named_with_its_path(change, path, reason):
    assert refusal(broken(["risk_cards", 7], RAW["risk_cards"][7] | change)) == (path, reason)


def test_an_editor_is_shown_all_faults_at_once():
    raw = deepcopy(RAW)
    raw["standard_contracts"][0]["payer"] = "client"
    raw["staged_payments"]["owner>fitout"] = {"5": 100}
    raw["activities"][0]["risk_slots"] = 7
    raw["risk_cards"][0]["effects"][0]["role"] = "client"

    found = faults(msgspec.convert(raw, Scenario))

    assert [path for path, _ in found] == [
        "standard_contracts[0]",
        "standard_contracts[0]",
        "activities[2].special[0]",
        "staged_payments.owner>architect",
        "staged_payments.owner>fitout",
        "risk_cards[0].effects[0].role",
        "activities[0].risk_slots",
    ]


def test_a_negotiation_without_a_standard_contract_is_refused():
    raw = deepcopy(RAW)
    del raw["standard_contracts"][4]
    del raw["staged_payments"]["architect>engineer"]
    reason = "architect>engineer has no standard contract"

    assert refusal(json.dumps(raw)) == ("activities[3].special[3]", reason)


@pytest.mark.parametrize(
    ("where", "value", "path", "reason"),
    [
        (["targets", "delay"], "late", "targets.delay", "Expected `int`, got `str`"),
        (["targets"], ..., "$", "Object missing required field `targets`"),
        (["prices", "any_time"], 0, "prices.any_time", "Expected `int` >= 1"),
        (["roles", 0, "wealth"], 3, "roles[0]", "owner: Object contains unknown field `wealth`"),
        (
            ["activities", 3, "participants", 0, "risk", 1],
            [3],
            "activities[3].participants[0].risk[1]",
            "owner: Expected `array` of length 2",
        ),
        (["roles", 0, "start_money"], -1, "roles[0].start_money", "owner: Expected `int` >= 0"),
        (["format"], 2, "format", "Invalid enum value 2"),
        (["staged_payments", "owner>architect", "5"], 0, "staged_payments[...][...]", "Expected `int` >= 1"),
    ],
)
def test_a_file_of_another_shape_is_refused_with_the_path(where, value, path, reason):
    assert refusal(broken(where, value)) == (path, reason)


@pytest.mark.parametrize("text", [b"", b"[]", b"\xff", b"{" * 5000, '{"scenario": 1}'])
def test_what_is_no_scenario_at_all_is_refused(text):
    assert refusal(text)[0] in ("$", "scenario")


def _places(value, path=()):
    """Paths of everything in a JSON value."""
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield (*path, key)
        yield from _places(child, (*path, key))


PLACES = list(_places(RAW))
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**25), 10**25),
    st.integers(-3, 30),
    st.sampled_from(["owner", "architect", "buy:owner", "negotiate:owner>architect", "delay", "risk", "", "\x00", "5"]),
    st.text(max_size=5),
    st.just([]),
    st.just({}),
    st.just(...),
    st.sampled_from([RAW["roles"], RAW["activities"][3], RAW["risk_cards"][7], [[1, 1], [3, 2]]]),
)


def _loaded(text):
    try:
        return load(text)
    except ScenarioError as refused:
        return refused


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(PLACES), JUNK), min_size=1, max_size=3))
def test_any_file_is_refused_with_a_path_or_can_be_played_to_the_end(changes):
    text = CLASSIC_TEXT
    for path, value in changes:
        raw = json.loads(text)
        place = raw
        try:
            for step in path[:-1]:
                place = place[step]
            if value is ...:
                del place[path[-1]]
            else:
                place[path[-1]] = value
        except (LookupError, TypeError):
            continue
        text = json.dumps(raw)
    scenario = _loaded(text)
    if isinstance(scenario, ScenarioError):
        assert all(scenario.params.values())
        return
    seats = len(scenario.roles)
    start = RULES.setup(scenario, Options(), seats, FastDraws(1))
    for strength in ("random", "balanced"):
        end = playout(RULES, start, [SPEC.bot(strength)] * seats, FastDraws(1), bot_draws=FastDraws(2))
        assert end.result is not None
        forecast(RULES.view(start.state, None))

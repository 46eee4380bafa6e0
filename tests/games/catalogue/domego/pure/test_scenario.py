"""Faulty scenario files are refused with the path of the fault and a sentence that names the role."""

import json
from copy import deepcopy

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.catalogue.domego.game import GAME
from games.catalogue.domego.rules.checks import faults
from games.catalogue.domego.rules.forecast import forecast
from games.catalogue.domego.rules.loader import load
from games.catalogue.domego.rules.rules import RULES
from games.catalogue.domego.rules.scenario import Scenario
from games.catalogue.domego.rules.types import Options
from games.engine.draws import FastDraws
from games.engine.errors import ScenarioError
from games.engine.playout import playout
from tests.games.catalogue.domego.scenario_faults import ACTIVITY_FAULTS, CARD_FAULTS, CONTRACT_FAULTS, RAW, ROLE_FAULTS
from tests.games.catalogue.domego.table import CLASSIC, CLASSIC_TEXT, FOLDER


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

    assert [each.path for each in found] == [
        "standard_contracts[0]",
        "standard_contracts[0]",
        "activities[2].special[0]",
        "staged_payments.owner>architect",
        "staged_payments.owner>fitout",
        "risk_cards[0].effects[0].role",
        "activities[0].risk_slots",
    ]


def test_a_project_that_was_cut_to_ten_activities_names_everything_to_mend():
    raw = deepcopy(RAW)
    del raw["activities"][10:]

    with pytest.raises(ScenarioError) as refused:
        load(json.dumps(raw))

    found = refused.value.faults
    assert found == tuple(faults(msgspec.convert(raw, Scenario)))
    assert {each.path.partition("[")[0].partition(".")[0] for each in found} == {"risk_cards", "staged_payments"}
    assert len(found) == 31
    assert refused.value.params == {"path": found[0].path, "reason": found[0].reason}


def test_a_negotiation_without_a_standard_contract_is_refused():
    raw = deepcopy(RAW)
    del raw["standard_contracts"][4]
    del raw["staged_payments"]["architect>engineer"]
    reason = "architect>engineer has no standard contract"

    assert refusal(json.dumps(raw)) == ("activities[3].special[3]", reason)


@pytest.mark.parametrize(
    ("where", "value", "path", "reason"),
    [
        (["targets", "delay"], "late", "targets.delay", "a whole number is needed"),
        (["targets"], ..., "$", "the field `targets` is missing"),
        (["prices", "any_time"], 0, "prices.any_time", "the number is too small (at least 1)"),
        (["roles", 0, "wealth"], 3, "roles[0]", "owner: there is no field `wealth` here"),
        (
            ["activities", 3, "participants", 0, "risk", 1],
            [3],
            "activities[3].participants[0].risk[1]",
            "owner: the list has another length than 2",
        ),
        (["roles", 0, "start_money"], -1, "roles[0].start_money", "owner: the number is too small (at least 0)"),
        (["format"], 2, "format", "one of these is needed: 1"),
        (
            ["staged_payments", "owner>architect", "5"],
            0,
            "staged_payments.owner>architect.5",
            "the number is too small (at least 1)",
        ),
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
        end = playout(RULES, start, [GAME.bot(strength)] * seats, FastDraws(1), bot_draws=FastDraws(2))
        assert end.result is not None
        forecast(RULES.view(start.state, None))

"""Faulty scenario files are refused with the path of the fault."""

import msgspec
import pytest

from games.catalogue.master_builder.game import GAME
from games.catalogue.master_builder.rules.rules import RULES
from games.catalogue.master_builder.rules.types import Options
from games.engine.codec import read_options
from games.engine.errors import BadOptions, ScenarioError
from tests.games.catalogue.master_builder.table import CLASSIC


def changed(path, value):
    """The classic file with one thing changed; `path` as in an error."""
    data = msgspec.json.decode(GAME.scenarios["classic"])
    place = data
    *steps, last = [
        int(step) if step.isdigit() else step for step in path.replace("[", ".").replace("]", "").split(".")
    ]
    for step in steps:
        place = place[step]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return msgspec.json.encode(data)


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("format", 2, "format"),
        ("players", [2, 4], "players"),
        ("players", [3, 2], "players"),
        ("players", [2, 3, 4, 5], "players[3]"),
        ("draft", 11, "workers"),
        ("removed_for_two", 10, "contracts"),
        ("first_reveal_extra", 9, "contracts"),
        ("first_reveal_extra", 0, "first_reveal_extra"),
        ("rounds", 13, "economy"),
        ("start_money", 18, "contracts[10].min_bid"),
        ("contracts[3].number", 5, "contracts[3].number"),
        ("contracts[2].sections[1].id", "side_1", "contracts[2].sections"),
        ("contracts[2].sections[2].part", "core", "contracts[2].sections"),
        ("contracts[2].sections[2].wall", 1, "contracts[2].sections"),
        ("contracts[0].sections[0].wall", None, "contracts[0].sections"),
        ("contracts[0].sections[0].wall", 3, "contracts[0].sections"),
        ("contracts[0].sections[0].part", "face", "contracts[0].sections"),
        ("contracts[0].sections[0].part", "roof", "contracts[0].sections"),
        ("contracts[0].sections[0].needs", [], "contracts[0].sections[0].needs"),
        ("workers[0].id", "X1", "workers[0].id"),
        ("workers[0].id", "M2", "workers[1].id"),
        ("events[1].id", "E01", "events[1].id"),
        ("economy[1].id", "C01", "economy[1].id"),
        ("events[0].ops", [], "events[0].ops"),
        ("events[0].ops[0].op", "vanish", "events[0].ops[0].op"),
        ("loans.small", None, "loans"),
    ],
)
def test_a_scenario_that_cannot_be_played_is_refused_with_its_path(path, value, told):
    with pytest.raises(ScenarioError) as caught:
        RULES.load_scenario(changed(path, value))

    assert caught.value.params["path"] == told


@pytest.mark.parametrize("text", ["nonsense", b"\xff", "[]"])
def test_what_is_no_scenario_at_all_is_refused(text):
    with pytest.raises(ScenarioError) as caught:
        RULES.load_scenario(text)

    assert caught.value.params["path"] == "$"


def test_two_walls_without_a_face_and_a_back_are_refused():
    """A wall with only a core could never be begun."""
    sections = [{"id": "wall_1_core", "part": "core", "wall": 1, "needs": ["A"]}]
    sections += [{"id": "wall_1_core_2", "part": "core", "wall": 1, "needs": ["A"]}]

    with pytest.raises(ScenarioError, match="wall 1 needs"):
        RULES.load_scenario(changed("contracts[0].sections", sections))


@pytest.mark.parametrize("name", GAME.micro)
def test_the_small_scenarios_can_be_played(name):
    assert list(RULES.seat_counts(RULES.load_scenario(GAME.micro[name]))) == [2]


def test_options_have_limits():
    for text in ('{"first_player": 4}', '{"first_player": -1}', '{"rent_workers": 1}', '{"fifth": true}'):
        with pytest.raises(BadOptions):
            read_options(text, Options)


def test_names_and_keys_are_there_for_words():
    assert len({contract.key for contract in CLASSIC.contracts}) == 12
    assert len({worker.name for worker in CLASSIC.workers}) == 40
    assert len({card.key for card in CLASSIC.events}) == 16
    assert len({card.key for card in CLASSIC.economy}) == 11
    assert [worker.skill for worker in CLASSIC.workers[::9]] == ["M", "F", "T", "A", "A"]

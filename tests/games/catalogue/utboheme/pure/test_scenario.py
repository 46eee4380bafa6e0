"""Faulty scenario files are refused with the place of the fault."""

import json

import pytest

from games.catalogue.utboheme.game import GAME
from games.catalogue.utboheme.rules.rules import RULES
from games.engine.errors import ScenarioError
from tests.games.catalogue.utboheme.table import CLASSIC, TEXT, scenario_with, started

TRIANGLE = GAME.micro["triangle"]
FILE = json.loads(TEXT)


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"players": [4, 3]}, "players"),
        ({"land": [*FILE["land"][:-1], FILE["land"][0]]}, "land"),
        ({"land": [*FILE["land"][:-1], [9, 9]]}, "land"),
        ({"spirals": [list(range(18))]}, "spirals[0]"),
        ({"terrain": FILE["terrain"][:-1]}, "terrain"),
        ({"terrain": [{"resource": "beer", "hexagons": 19}]}, "terrain"),
        ({"tokens": FILE["tokens"][:-1]}, "tokens"),
        ({"harbours": FILE["harbours"][:-1]}, "harbour_kinds"),
        ({"harbours": [*FILE["harbours"][:-1], {"sea": [0, 0], "land": 0}]}, "harbours[8]"),
        ({"harbours": [*FILE["harbours"][:-1], {"sea": [3, -3], "land": 0}]}, "harbours[8]"),
        ({"harbours": [*FILE["harbours"][:-1], {"sea": [3, -3], "land": 30}]}, "harbours[8]"),
        ({"target": 0}, "target"),
        ({"colour": "red"}, "$"),
        ({"foundation": [[0, 0, 5, 5]]}, "foundation"),
    ],
)
def test_a_file_that_cannot_be_played_is_refused_with_the_place_of_the_fault(fields, path):
    with pytest.raises(ScenarioError) as refused:
        scenario_with(**fields)
    assert refused.value.params["path"] == path


@pytest.mark.parametrize("line", [[3, 3, 9, 14], [3, 3, 5, 8], [99, 3, 9, 13]])
def test_a_foundation_keeps_the_rules(line):
    text = json.dumps({**json.loads(TRIANGLE), "foundation": [line, [5, 8, 11, 12]]})
    with pytest.raises(ScenarioError, match=r"foundation\[[01]\]"):
        RULES.load_scenario(text)


def test_an_island_too_small_for_its_players_is_refused():
    with pytest.raises(ScenarioError, match="13 crossings for 3 players"):
        RULES.load_scenario(json.dumps({**json.loads(TRIANGLE), "players": [3, 3], "foundation": []}))


def test_what_is_no_json_is_refused():
    with pytest.raises(ScenarioError):
        RULES.load_scenario(b"{")


def test_a_scenario_can_found_for_everybody():
    table = started(2, scenario=RULES.load_scenario(TRIANGLE), seed=1)

    assert (table.state.turn, table.state.founded) == (1, 4)
    assert [mask.bit_count() for mask in table.state.uv] == [2, 2]
    assert sum(map(sum, table.state.hands)) > 0


def test_the_shipped_scenario_has_the_figures_of_the_rules():
    assert (len(CLASSIC.land), len(CLASSIC.tokens), sum(CLASSIC.cards.cards)) == (19, 18, 25)
    assert (CLASSIC.bank * 5, CLASSIC.target, CLASSIC.players) == (95, 10, (3, 4))
    assert CLASSIC.costs.upgrade.cards == (0, 3, 0, 2, 0)

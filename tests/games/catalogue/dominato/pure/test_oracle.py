"""Places and choices compared with a second program that knows the tiles only."""

import pytest

from games.catalogue.dominato.game import GAME
from games.catalogue.dominato.rules.types import Options
from games.engine.draws import LabelledDraws
from games.engine.perft import perft
from tests.games.catalogue.dominato import oracle
from tests.games.catalogue.dominato.agreement import OPTIONS, by_oracle, by_rules, positions
from tests.games.catalogue.dominato.table import RULES


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", OPTIONS)
def test_choices_and_orders_are_those_of_the_oracle(name, players):
    for state in positions(players, OPTIONS[name], seed=players)[::3]:
        assert by_rules(state) == by_oracle(state)


@pytest.mark.parametrize(("micro", "depth"), [("four_tiles", 5), ("aside", 5)])
def test_lines_of_play_are_as_many_as_the_oracle_counts(micro, depth):
    scenario, draws = RULES.load_scenario(GAME.micro[micro]), LabelledDraws(b"conformance")
    state = RULES.setup(scenario, Options(), scenario.players, draws).state
    tiles = [(tile.a, tile.b) for tile in scenario.tiles]

    found = perft(RULES, state, depth, draws)

    assert (found.nodes, found.ends) == oracle.count(tiles, scenario.players, scenario.hand, depth, draws)

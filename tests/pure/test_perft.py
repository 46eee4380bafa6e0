"""The number of lines of play equals an independent count. `tests/perft/<game>_*.txt` give number and source."""

import re
from pathlib import Path

import pytest

from games.engine.perft import divide, perft
from games.engine.registry import load
from tests.every_game import GAMES, setting

PERFT_FILES = sorted((Path(__file__).parents[1] / "perft").glob("*.txt"))


def test_every_perft_file_is_of_a_game():
    assert {_perft_id(path)[0] for path in PERFT_FILES} <= set(GAMES)


@pytest.mark.parametrize("path", PERFT_FILES, ids=lambda path: path.stem)
def test_lines_of_play_are_as_many_as_counted(path):
    game, scenario = _perft_id(path)
    spec = load(game)
    where = setting(spec, {**spec.scenarios, **spec.micro}[scenario])
    state = where.start().state
    for depth, nodes, ends in _perft_lines(path):
        found = perft(spec.rules, state, depth, where.draws)
        assert (found.nodes, found.ends) == (nodes, ends), divide(spec.rules, state, depth, where.draws)


def _perft_id(path: Path) -> tuple[str, str]:
    found = re.search(r"^id (\w+)/(\w+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert found, path
    return found[1], found[2]


def _perft_lines(path: Path) -> list[tuple[int, int, int]]:
    lines = re.findall(r"^depth (\d+) nodes (\d+) ends (\d+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert lines, path
    return [(int(depth), int(nodes), int(ends)) for depth, nodes, ends in lines]

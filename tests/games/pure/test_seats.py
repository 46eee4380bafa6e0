"""Seats look the same on every page and paper of every game: a square, a round, an arch, a shield."""

from pathlib import Path

import pytest

import games
from games.engine.registry import load
from games.ui import faces

SHELL = Path(games.__file__).parent / "static/shell"
ROUNDED = {"b": "50%", "c": "50% 50% 2px 2px", "d": "2px 2px 50% 50%"}


@pytest.mark.parametrize("game", ["dominato", "dominyam", "master_builder", "utboheme"])
def test_the_first_four_seats_have_one_order_of_letters_and_shapes(game):
    spec = load(game)
    texts = list(spec.scenarios.values())
    roles = max((faces.get(game).words.roles(spec.rules.load_scenario(text)) for text in texts), key=len)[:4]

    assert [role.letter for role in roles] == ["A", "B", "C", "D"]
    assert [role.css.rpartition("-")[2] if "-" in role.css else "a" for role in roles] == ["a", "b", "c", "d"]
    assert len({role.colour for role in roles}) == 4


@pytest.mark.parametrize("sheet", ["parts.css", "debrief.css"])
def test_pages_and_papers_draw_these_shapes(sheet):
    lines = (SHELL / sheet).read_text(encoding="utf-8").splitlines()
    for letter, radius in ROUNDED.items():
        (line,) = [line for line in lines if f".seat-{letter}" in line]
        assert f".role-ink-{letter}" in line
        assert f"border-radius: {radius};" in line

"""Descriptions of tiles and places on the table."""

import re

import pytest

from games.catalogue.dominato.face.lying import places_in_words, touched
from games.catalogue.dominato.face.players import tiles_in_words
from games.catalogue.dominato.rules.places import places
from games.catalogue.dominato.rules.types import Laid
from tests.every_game import played, settings

SIDES = re.compile(r"(right of|left of|above|below) tile (\d+)")


@pytest.fixture(scope="module")
def views():
    """Every position of a played game, as the moving seat sees it."""
    rules = settings()["dominato/two"].game.rules
    start, moves, _end = played("dominato/two")
    states = [start.state, *(move.state for move in moves)]
    return [rules.view(state, state.seat) for state in states]


def test_each_place_says_which_tiles_it_touches_as_the_rules_count_them(views):
    for view in views:
        free = places(view.table, view.options.incidental_contacts)
        lines = places_in_words(view, tuple(range(1, len(free) + 1)))
        said = [{int(number) for _side, number in SIDES.findall(line)} for line in lines]

        assert said == [{need.neighbour + 1 for need in place.needs} for place in free]


def test_every_tile_but_a_lone_one_says_what_it_touches(views):
    full = max(views, key=lambda view: len(view.table))

    lines = tiles_in_words(full)

    assert len(lines) == len(full.table) > 2
    assert all(SIDES.search(line) for line in lines)


@pytest.mark.parametrize(
    ("x", "y", "way", "where"),
    [
        (4, -1, "V", "right of tile 1"),
        (-2, -1, "V", "left of tile 1"),
        (1, 2, "V", "below tile 1"),
        (1, -4, "V", "above tile 1"),
    ],
)
def test_the_side_is_that_of_the_tile_that_is_touched(views, x, y, way, where):
    view = next(each for each in views if len(each.table) == 1)
    lying = view.__class__(
        **{**{f: getattr(view, f) for f in view.__struct_fields__}, "table": (Laid(0, 0, 0, "H", 1, 1),)}
    )

    assert touched(lying, x, y, way) == where

"""The drawing of the island."""

from math import hypot

import pytest

from games.engine.draws import FastDraws
from games.utboheme.board import crossing_at, drawing
from games.utboheme.rules.board import layout
from games.utboheme.rules.rules import RULES
from games.utboheme.rules.types import Options
from games.utboheme.targets import SIZES
from tests.games.utboheme.table import CLASSIC

HIGH, WIDE = 8, 5
"""Units of a letter."""


def distance(point, left, top, right, bottom):
    """From a point to a rectangle."""
    x, y = point
    return hypot(max(left - x, 0, x - right), max(top - y, 0, y - bottom))


@pytest.mark.parametrize("seed", range(5))
def test_the_names_of_trade_zones_stand_clear_of_the_places_to_choose_and_inside_the_drawing(seed):
    state = RULES.setup(CLASSIC, Options(), 4, FastDraws(seed)).state
    view = RULES.view(state, 0)
    island = drawing(view)
    _left, top, _width, height = map(float, island.box.split())
    crossings = [crossing_at(view, number) for number in range(layout(view.board).every_crossing.bit_length())]

    named = [zone for zone in island.zones if zone.name]

    assert len(named) == 5
    for zone in named:
        half, bottom = WIDE * len(zone.name) / 2, zone.y + zone.name_dy
        assert top + HIGH < bottom < top + height
        box = (zone.x - half, bottom - HIGH, zone.x + half, bottom)
        assert min(distance(crossing, *box) for crossing in crossings) > SIZES["uv"] / 2

"""The drawing of the island."""

import re
from math import hypot

import pytest

from games.catalogue.utboheme import names
from games.catalogue.utboheme.board import crossing_at, drawing
from games.catalogue.utboheme.face.targets import SIZES, targets
from games.catalogue.utboheme.rules.board import layout
from games.catalogue.utboheme.rules.rules import RULES
from games.catalogue.utboheme.rules.types import Options
from games.engine.draws import FastDraws
from games.engine.types import Prompt
from tests.games.catalogue.utboheme.pure.test_colours import STYLES
from tests.games.catalogue.utboheme.table import CLASSIC

LARGEST = 19
"""The radius of a trade zone's circle, in units of the drawing."""


@pytest.mark.parametrize("seed", range(5))
def test_trade_zones_stand_clear_of_the_places_to_choose_and_inside_the_drawing(seed):
    view = view_of(seed)
    island = drawing(view)
    left, top, width, height = map(float, island.box.split())
    crossings = [crossing_at(view, number) for number in range(layout(view.board).every_crossing.bit_length())]

    assert len(island.zones) == 9
    for zone in island.zones:
        assert left + LARGEST < zone.x < left + width - LARGEST
        assert top + LARGEST < zone.y < top + height - LARGEST
        assert min(hypot(x - zone.x, y - zone.y) for x, y in crossings) > LARGEST + SIZES["uv"] / 2 * 0.72


def test_every_place_that_a_line_of_the_history_can_name_is_lit_on_the_island():
    view = view_of(1)
    island, table = drawing(view), layout(view.board)

    spots = {spot.at: (spot.x, spot.y) for spot in island.spots}

    assert set(spots) == {f"crossing-{n}" for n in range(54)} | {f"hexagon-{n}" for n in range(19)}
    assert [stretch.at for stretch in island.stretches] == [f"path-{n}" for n in range(72)]
    for stretch, ends in zip(island.stretches, table.ends, strict=True):
        assert [(stretch.x1, stretch.y1), (stretch.x2, stretch.y2)] == [spots[f"crossing-{end}"] for end in ends]


def test_a_place_is_called_by_what_lies_around_it_without_its_number():
    view = view_of(1)
    for target in targets(view, Prompt("founding-1/uv", 0, "found_uv")):
        assert target.words == f"UV, {names.crossing(view.board, int(target.value[3:]))}"
        assert target.shown == f"UV, {names.around_crossing(view.board, int(target.value[3:]))}"


def view_of(seed):
    return RULES.view(RULES.setup(CLASSIC, Options(), 4, FastDraws(seed)).state, 0)


@pytest.mark.parametrize("text", ["u-rate", "u-letter", "u-stars"])
def test_what_is_written_on_the_island_has_12_px_on_a_phone_of_360(text):
    island_px = 326  # as wide as it was measured to be on such a phone
    rules = STYLES.split("@media (max-width: 40rem)")[1].split("@media")[0]
    size = re.search(r":is\(([^)]*)\) \{ font-size: ([\d.]+)px", rules)

    _left, _top, width, _height = map(float, drawing(view_of(1)).box.split())

    assert f".{text}" in size[1]
    assert float(size[2]) * island_px / width >= 12

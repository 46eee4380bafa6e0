"""The island as SVG: hexagons, trade zones, pieces, and the places to choose. Lengths are attributes, as no style is
inline. A hexagon's side is 50 units.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from django.utils.safestring import SafeString

from games.catalogue.utboheme import names
from games.catalogue.utboheme.rules.board import Board, Harbour, dots, layout
from games.catalogue.utboheme.rules.topology import Hexagon
from games.catalogue.utboheme.rules.view import View
from games.ui.languages import by_language
from games.ui.printing import drawn
from games.ui.seats import COLOURS, LETTERS, player_name
from games.ui.text_lines import colon

SIDE = 50
HALF_HEIGHT = SIDE * sqrt(3) / 2
MARGIN, ABOVE = 50, 50
"""The units of sea around the land, with room for the trade zones."""
BEACH = 1.13
"""The scale of the ground under a hexagon, compared with the hexagon."""
OUT = 0.36
"""The distance of a trade zone from its coast, in distances between hexagons."""
BEST = 5
"""The number of dots from which a number is marked: 6 and 8."""
Point = tuple[float, float]
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((20, 20),),
    2: ((11, 11), (29, 29)),
    3: ((11, 11), (20, 20), (29, 29)),
    4: ((11, 11), (29, 11), (11, 29), (29, 29)),
    5: ((11, 11), (29, 11), (20, 20), (11, 29), (29, 29)),
    6: ((11, 10), (29, 10), (11, 20), (29, 20), (11, 30), (29, 30)),
}
"""The positions of the pips on the face of a die of 40 units."""


@dataclass(frozen=True)
class Region:
    """A hexagon around (x, y): `css` is its resource, `dots` are the positions of its probability dots."""

    number: int
    x: float
    y: float
    css: str
    name: str
    token: int
    best: bool
    dots: tuple[float, ...]
    robber: bool
    rolled: bool
    words: str


@dataclass(frozen=True)
class Zone:
    """A trade zone at (x, y), with its two jetties."""

    x: float
    y: float
    css: str
    rate: str
    words: str
    where: str
    jetties: tuple[tuple[float, float, float, float], ...]


@dataclass(frozen=True)
class Road:
    """A CC between two points; `css` is its player's colour."""

    x1: float
    y1: float
    x2: float
    y2: float
    css: str
    seat: int
    words: str


@dataclass(frozen=True)
class House:
    """A UV or UV** at (x, y), with its player's letter."""

    x: float
    y: float
    css: str
    letter: str
    upgraded: bool
    words: str


@dataclass(frozen=True)
class Spot:
    """A crossing or the middle of a hexagon that is highlighted when a text names it. `at` is its name in the page
    (`crossing-11`); `words` are the hexagons around it.
    """

    at: str
    x: float
    y: float
    words: str


@dataclass(frozen=True)
class Stretch:
    """A path that is highlighted when a text names it."""

    at: str
    x1: float
    y1: float
    x2: float
    y2: float
    words: str


@dataclass(frozen=True)
class Drawing:
    """The whole island; `box` is its viewBox, `shore` the land with a border of beach."""

    box: str
    hexagon: str
    regions: tuple[Region, ...]
    zones: tuple[Zone, ...]
    roads: tuple[Road, ...]
    houses: tuple[House, ...]
    shore: str
    spots: tuple[Spot, ...]
    stretches: tuple[Stretch, ...]


def centre(hexagon: Hexagon) -> Point:
    """The middle of a hexagon."""
    q, r = hexagon
    return 1.5 * SIDE * q, HALF_HEIGHT * (2 * r + q)


def _mean(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def corner(board: Board, number: int) -> Point:
    """The position of a crossing of a board."""
    return _mean([centre(each) for each in layout(board).shape.corners[number]])


def crossing_at(view: View, number: int) -> Point:
    """The position of a crossing of the view's board."""
    return corner(view.board, number)


def path_at(view: View, number: int) -> Point:
    """The middle of a path."""
    return _mean([centre(each) for each in layout(view.board).shape.sides[number]])


def hexagon_points() -> str:
    """The outline of a hexagon around the origin, a little smaller than its place."""
    side, high = SIDE - 1.2, HALF_HEIGHT - 1
    corners = ((side, 0), (side / 2, high), (-side / 2, high), (-side, 0), (-side / 2, -high), (side / 2, -high))
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)


def view_box(view: View) -> str:
    """The land with some sea around it."""
    points = [centre(each) for each in view.board.land]
    left, right = min(x for x, _ in points) - SIDE - MARGIN, max(x for x, _ in points) + SIDE + MARGIN
    top, bottom = min(y for _, y in points) - HALF_HEIGHT - ABOVE, max(y for _, y in points) + HALF_HEIGHT + MARGIN
    return f"{left:.0f} {top:.0f} {right - left:.0f} {bottom - top:.0f}"


def drawing(view: View) -> Drawing:
    """The current drawing of the island."""
    return Drawing(
        box=view_box(view),
        hexagon=hexagon_points(),
        regions=tuple(_region(view, number) for number in range(len(view.board.land))),
        zones=_zones(view.board),
        roads=tuple(_road(view, seat, path) for seat, paths in enumerate(view.cc) for path in paths),
        houses=tuple(
            _house(view, seat, crossing, upgraded)
            for upgraded, pieces in ((False, view.uv), (True, view.upgraded))
            for seat, crossings in enumerate(pieces)
            for crossing in crossings
        ),
        shore=_shore(view.board),
        spots=_spots(view.board),
        stretches=_stretches(view.board),
    )


@lru_cache(maxsize=64)
def _shore(board: Board) -> str:
    """All hexagons a little larger than their places, as one outline."""
    side, high = SIDE * BEACH, HALF_HEIGHT * BEACH
    corners = ((side, 0), (side / 2, high), (-side / 2, high), (-side, 0), (-side / 2, -high), (side / 2, -high))
    found = []
    for hexagon in board.land:
        x, y = centre(hexagon)
        found.append("M" + "L".join(f"{x + dx:.0f} {y + dy:.0f}" for dx, dy in corners) + "z")
    return "".join(found)


@by_language(32)
def lits(board: Board) -> SafeString:
    """All places and paths that a text can highlight: about 150, which never change in a match."""
    return drawn("utboheme/lits.html", spots=_spots(board), stretches=_stretches(board))


@by_language(32)
def _spots(board: Board) -> tuple[Spot, ...]:
    crossings = range(len(layout(board).shape.corners))
    found = [
        Spot(f"crossing-{number}", round(x), round(y), names.around_crossing(board, number))
        for number in crossings
        for x, y in [corner(board, number)]
    ]
    for number, hexagon in enumerate(board.land):
        x, y = centre(hexagon)
        found.append(Spot(f"hexagon-{number}", round(x), round(y), names.region(board, number)))
    return tuple(found)


@by_language(32)
def _stretches(board: Board) -> tuple[Stretch, ...]:
    found = []
    for number, ends in enumerate(layout(board).ends):
        (x1, y1), (x2, y2) = (corner(board, crossing) for crossing in ends)
        words = names.around_path(board, number)
        found.append(Stretch(f"path-{number}", round(x1), round(y1), round(x2), round(y2), words))
    return tuple(found)


def _region(view: View, number: int) -> Region:
    token, resource = view.board.tokens[number], view.board.resources[number]
    x, y = centre(view.board.land[number])
    count = dots(token)
    return Region(
        number=number,
        x=round(x, 1),
        y=round(y, 1),
        css=resource or "desert",
        name=names.short_resource(resource) if resource else names.region(view.board, number),
        token=token,
        best=count >= BEST,
        dots=tuple(4.6 * (index - (count - 1) / 2) for index in range(count)),
        robber=number == view.robber,
        rolled=bool(token) and token == sum(view.dice) and number != view.robber,
        words=names.hexagon(view.board, number),
    )


@by_language(64)
def _zones(board: Board) -> tuple[Zone, ...]:
    return tuple(_zone(board, harbour) for harbour in board.harbours)


def _zone(board: Board, harbour: Harbour) -> Zone:
    ends = [corner(board, crossing) for crossing in harbour.crossings]
    sea, coast = centre(harbour.sea), _mean(ends)
    x, y = (at + OUT * (out - at) * 2 for at, out in zip(coast, sea, strict=True))
    return Zone(
        x=round(x, 1),
        y=round(y, 1),
        css=harbour.resource or "any",
        rate=f"{harbour.rate}:1",
        words=names.harbour(harbour.rate, harbour.resource),
        where=", ".join(names.crossing(board, crossing) for crossing in harbour.crossings),
        jetties=tuple((round(x, 1), round(y, 1), round(a, 1), round(b, 1)) for a, b in ends),
    )


def _road(view: View, seat: int, path: int) -> Road:
    ends = [crossing_at(view, crossing) for crossing in layout(view.board).ends[path]]
    (x1, y1), (x2, y2) = ends
    inset = 0.16
    words = f"{player_name(seat)}{colon()}CC, {names.path(view.board, path)}"
    return Road(
        round(x1 + inset * (x2 - x1), 1),
        round(y1 + inset * (y2 - y1), 1),
        round(x2 - inset * (x2 - x1), 1),
        round(y2 - inset * (y2 - y1), 1),
        COLOURS[seat],
        seat,
        words,
    )


def _house(view: View, seat: int, crossing: int, upgraded: bool) -> House:
    x, y = crossing_at(view, crossing)
    piece = "UV**" if upgraded else "UV"
    words = f"{player_name(seat)}{colon()}{piece}, {names.crossing(view.board, crossing)}"
    return House(round(x, 1), round(y, 1), COLOURS[seat], LETTERS[seat], upgraded, words)

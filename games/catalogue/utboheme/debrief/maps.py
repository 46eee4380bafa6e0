"""The island in the debrief: after the foundation and at the end with all pieces, and with the cards from each hexagon.
It uses the light colours of the table, on screen and on paper.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.catalogue.utboheme import names
from games.catalogue.utboheme.board import HALF_HEIGHT, SIDE, centre, corner, hexagon_points
from games.catalogue.utboheme.facts.tables import BuiltFacts, Facts
from games.catalogue.utboheme.rules.board import layout
from games.ui.seats import LETTERS
from games.ui.sentences import listed

FILLS: Final = {"beer": "#f2d562", "sleep": "#c2bafe", "coffee": "#d09e8a", "course": "#a7e9fb", "food": "#afe18e"}
DESERT: Final = "#ece6d8"
SEATS: Final = ("#1d56b5", "#b3261e", "#1b7443", "#783b9c")
DASHES: Final = ("", "0.1 7", "6 6", "14 4")
"""The dash patterns of the players' roads, besides their colours."""
SHADES: Final = ("#ffffff", "#e3e8f1", "#c3cde0", "#9aaaca", "#6d82ae")
"""The shades from no card to the most cards."""
DARK: Final = 3
"""The first shade on which words are white."""
MARGIN: Final = 12
NAMED: Final = 3


@dataclass(frozen=True)
class Field:
    """A hexagon with two lines of words."""

    x: float
    y: float
    fill: str
    ink: str
    name: str
    figure: str


@dataclass(frozen=True)
class Line:
    """A drawn CC."""

    x1: float
    y1: float
    x2: float
    y2: float
    colour: str
    dash: str


@dataclass(frozen=True)
class Piece:
    """A drawn UV or UV**."""

    x: float
    y: float
    colour: str
    letter: str
    upgraded: bool


@dataclass(frozen=True)
class Map:
    """An island with its title and its description in words."""

    title: str
    label: str
    box: str
    hexagon: str
    fields: tuple[Field, ...]
    lines: tuple[Line, ...] = ()
    pieces: tuple[Piece, ...] = ()


def islands(facts: Facts) -> tuple[Map, ...]:
    """The islands with the pieces of the foundation, and of the end; none if the facts have no places."""
    placed = [each for each in facts.built if each.place >= 0]
    if not placed:
        return ()
    founded = [each for each in placed if not each.turn]
    last = _("At the end") if facts.why else _("As it stands")
    return _island(facts, _("After the foundation"), founded), _island(facts, last, placed)


def production(facts: Facts) -> Map:
    """The island with the number of cards that each hexagon gave to all."""
    given = {hexagon.number: sum(hexagon.given) for hexagon in facts.hexagons}
    most = max(given.values(), default=0)
    fields = []
    for number, total in given.items():
        shade = -(-(len(SHADES) - 1) * total // most) if most else 0
        ink = "#ffffff" if shade > DARK else "#14264a"
        figure = str(total) if facts.board.resources[number] else ""
        fields.append(_field(facts, number, SHADES[shade], ink, figure))
    best = sorted((number for number in given if given[number]), key=lambda number: (-given[number], number))[:NAMED]
    words = _("%(where)s, %(number)d cards")
    said = listed([words % {"where": names.region(facts.board, n), "number": given[n]} for n in best])
    label = _("Cards that each hexagon gave. Most: %(most)s.") % {"most": said or "0"}
    return Map(_("What each hexagon gave, on the island"), label, _box(facts), hexagon_points(), tuple(fields))


def _island(facts: Facts, title: str, built: Iterable[BuiltFacts]) -> Map:
    uv: dict[int, Piece] = {}
    lines = []
    for each in built:
        if each.what == "cc":
            (x1, y1), (x2, y2) = (corner(facts.board, end) for end in layout(facts.board).ends[each.place])
            ends = (round(x1, 1), round(y1, 1), round(x2, 1), round(y2, 1))
            lines.append(Line(*ends, SEATS[each.seat], DASHES[each.seat]))
        else:
            x, y = _rounded(*corner(facts.board, each.place))
            uv[each.place] = Piece(x, y, SEATS[each.seat], LETTERS[each.seat], each.what == "upgraded")
    upgraded = sum(piece.upgraded for piece in uv.values())
    label = _("Island with %(uv)d UV, %(upgraded)d UV** and %(cc)d CC.")
    counted = {"uv": len(uv) - upgraded, "upgraded": upgraded, "cc": len(lines)}
    fields = tuple(
        _field(facts, number, FILLS[resource] if resource else DESERT, "#14264a", str(token or ""))
        for number, (resource, token) in enumerate(zip(facts.board.resources, facts.board.tokens, strict=True))
    )
    return Map(title, label % counted, _box(facts), hexagon_points(), fields, tuple(lines), tuple(uv.values()))


def _field(facts: Facts, number: int, fill: str, ink: str, figure: str) -> Field:
    x, y = _rounded(*centre(facts.board.land[number]))
    resource = facts.board.resources[number]
    name = names.short_resource(resource) if resource else names.region(facts.board, number)
    return Field(x, y, fill, ink, name, figure)


def _rounded(*numbers: float) -> tuple[float, ...]:
    return tuple(round(each, 1) for each in numbers)


def _box(facts: Facts) -> str:
    points = [centre(each) for each in facts.board.land]
    left, top = min(x for x, _y in points) - SIDE - MARGIN, min(y for _x, y in points) - HALF_HEIGHT - MARGIN
    right, bottom = max(x for x, _y in points) + SIDE + MARGIN, max(y for _x, y in points) + HALF_HEIGHT + MARGIN
    return f"{left:.0f} {top:.0f} {right - left:.0f} {bottom - top:.0f}"

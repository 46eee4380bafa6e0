"""The spiral as a drawing: dominoes with pips, mercy, and the pairs that may be eaten. The same data fill the rows of a
table.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.catalogue.dominyam import names
from games.catalogue.dominyam.rules.dice import point_values
from games.catalogue.dominyam.rules.dominoes import Domino
from games.catalogue.dominyam.rules.layout import CELLS, COLUMNS, PLACES, ROWS, at_mercy, bits, legal_pairs
from games.catalogue.dominyam.rules.table import pair_sum
from games.catalogue.dominyam.rules.view import View

CELL, MARGIN, INSET = 40, 4, 2
WIDTH, HEIGHT = CELL * COLUMNS + 2 * MARGIN, CELL * ROWS + 2 * MARGIN
NEAR, FAR = 11, 29
MIDDLE = CELL // 2
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (),
    1: ((MIDDLE, MIDDLE),),
    2: ((NEAR, NEAR), (FAR, FAR)),
    3: ((NEAR, NEAR), (MIDDLE, MIDDLE), (FAR, FAR)),
    4: ((NEAR, NEAR), (FAR, NEAR), (NEAR, FAR), (FAR, FAR)),
    5: ((NEAR, NEAR), (FAR, NEAR), (MIDDLE, MIDDLE), (NEAR, FAR), (FAR, FAR)),
    6: ((NEAR, NEAR), (FAR, NEAR), (NEAR, MIDDLE), (FAR, MIDDLE), (NEAR, FAR), (FAR, FAR)),
}
"""The positions of the pips of a half, within its cell."""


@dataclass(frozen=True)
class Tile:
    """A place: `state` is mercy, covered or gone."""

    place: int
    state: str
    x: float
    y: float
    width: float
    height: float
    rule: str
    pips: tuple[tuple[float, float], ...]
    name: str
    label: tuple[float, float]


@dataclass(frozen=True)
class Small:
    """A domino of a hand, drawn horizontally, 46 by 24."""

    name: str
    pips: tuple[tuple[float, float], ...]


def small(domino: Domino) -> Small:
    """A domino of a hand. Its pips are those of the spiral at a little over half the size."""
    pips = ((1 + 22 * side + x * 0.55, 1 + y * 0.55) for side, half in enumerate(domino) for x, y in PIPS[half])
    return Small(names.domino(domino), tuple((round(x, 1), round(y, 1)) for x, y in pips))


@dataclass(frozen=True)
class Link:
    """Two dominoes that may be eaten: `state` is fits (with the present dice), open (reaches the target) or low."""

    first: int
    second: int
    state: str
    total: int
    x1: float
    y1: float
    x2: float
    y2: float
    x: float
    y: float

    @property
    def key(self) -> str:
        """The places of both dominoes, for example `1-2`."""
        return f"{self.first}-{self.second}"

    @property
    def text_y(self) -> float:
        """The base line of the sum."""
        return self.y + 3.2


@dataclass(frozen=True)
class PairRow:
    """A pair in words. `missing` are halves for which no die fits now."""

    key: str
    dominoes: str
    total: int
    state: str
    words: str


def tiles(view: View) -> tuple[Tile, ...]:
    """All 28 places, including the empty ones."""
    there = bits(view.left)
    return tuple(_tile(place, view.dominoes[place - 1], there) for place in PLACES)


def _tile(place: int, domino: Domino, there: int) -> Tile:
    (c1, r1), (c2, r2) = CELLS[place]
    x, y = MARGIN + CELL * min(c1, c2), MARGIN + CELL * min(r1, r2)
    lying = r1 == r2
    width, height = (2 * CELL, CELL) if lying else (CELL, 2 * CELL)
    state = "gone" if not there >> place & 1 else "mercy" if at_mercy(place, there) else "covered"
    rule = f"M{x + CELL} {y + 7}v{CELL - 14}" if lying else f"M{x + 7} {y + CELL}h{CELL - 14}"
    pips = [
        (MARGIN + CELL * column + px, MARGIN + CELL * row + py)
        for (column, row), half in zip(CELLS[place], domino, strict=True)
        for px, py in PIPS[half]
    ]
    return Tile(
        place=place, state=state, x=x + INSET, y=y + INSET, width=width - 2 * INSET, height=height - 2 * INSET,
        rule=rule, pips=() if state == "gone" else tuple(pips), name=_tile_name(place, domino, state),
        label=(x + width / 2, y + height / 2 + 4),
    )  # fmt: skip


def _tile_name(place: int, domino: Domino, state: str) -> str:
    words = {
        "gone": _("Place %(place)d: empty"),
        "mercy": _("Place %(place)d: %(domino)s, at the void's mercy"),
        "covered": _("Place %(place)d: %(domino)s, covered"),
    }
    return words[state] % {"place": place, "domino": names.domino(domino)}


def links(view: View) -> tuple[Link, ...]:
    """The pairs that may be eaten, apart from dice and target; none once the match is over."""
    if view.ended is not None:
        return ()
    return tuple(_link(view, pair) for pair in legal_pairs(view.left))


def _link(view: View, pair: tuple[int, int]) -> Link:
    total = pair_sum(view.dominoes, pair)
    fits = bool(point_values(view.dice, *(view.dominoes[place - 1] for place in pair)))
    state = "low" if total < view.target else "fits" if fits else "open"
    (x, y), across = _contact(pair)
    x1, y1, x2, y2 = (x - 6, y, x + 6, y) if across else (x, y - 6, x, y + 6)
    return Link(pair[0], pair[1], state, total, x1, y1, x2, y2, x, y)


def _contact(pair: tuple[int, int]) -> tuple[tuple[float, float], bool]:
    """The middle of the first cell side that two places share, and True if they are side by side."""
    for c1, r1 in CELLS[pair[0]]:
        for c2, r2 in CELLS[pair[1]]:
            if abs(c1 - c2) + abs(r1 - r2) == 1:
                x, y = MARGIN + CELL * (c1 + c2 + 1) / 2, MARGIN + CELL * (r1 + r2 + 1) / 2
                return (x, y), r1 == r2
    raise ValueError(f"places {pair} do not touch")


def missing(view: View, pair: tuple[int, int]) -> list[int]:
    """The halves of a pair for which no die fits now."""
    rest, found = list(view.dice), []
    for half in sorted((*view.dominoes[pair[0] - 1], *view.dominoes[pair[1] - 1]), reverse=True):
        if half and half in rest:
            rest.remove(half)
        elif half:
            found.append(half)
    return found


def pair_rows(view: View) -> tuple[PairRow, ...]:
    """The pairs in words, those that fit first, then the greatest sums."""
    order = {"fits": 0, "open": 1, "low": 2}
    rows = [_row(view, link) for link in links(view)]
    return tuple(sorted(rows, key=lambda row: (order[row.state], -row.total)))


def _row(view: View, link: Link) -> PairRow:
    pair = (link.first, link.second)
    if link.state == "low":
        words = _("under the target")
    elif link.state == "fits":
        words = _("the dice fit")
    else:
        words = _("missing on the dice: %(halves)s") % {"halves": names.dice(missing(view, pair))}
    both = _("%(first)s and %(second)s") % {
        "first": names.domino(view.dominoes[link.first - 1]),
        "second": names.domino(view.dominoes[link.second - 1]),
    }
    return PairRow(link.key, both, link.total, link.state, words)


def target_words(view: View, best: int) -> str:
    """The target and the reason for it."""
    numbers = {"turn": view.turn, "target": view.target, "best": best}
    usual = min(view.turn, best)
    if view.target != usual:
        text = _("Target %(target)d instead of %(usual)d in this turn: the facilitator has changed it.")
        return text % {"target": view.target, "usual": usual}
    if view.target == view.turn:
        return _("Target %(target)d: the number of the turn. The best pair that may go has %(best)d.") % numbers
    return _("Target %(target)d instead of %(turn)d: no pair that may go has more than %(best)d.") % numbers


def description(view: View) -> str:
    """One sentence that describes the drawing."""
    there = bits(view.left)
    numbers = {"left": len(view.left), "mercy": sum(at_mercy(place, there) for place in view.left)}
    return (
        _("%(left)d dominoes are left, %(mercy)d of them at the void's mercy. The pairs stand below in words.")
        % numbers
    )

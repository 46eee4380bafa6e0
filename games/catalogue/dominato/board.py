"""The table as SVG. Half a square's side is 10 units; all lengths are attributes, so that no style is inline."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.catalogue.dominato import names
from games.catalogue.dominato.rules.geometry import SIZE, Way
from games.catalogue.dominato.rules.places import FreePlace, Table, places
from games.catalogue.dominato.rules.types import Laid, Options
from games.catalogue.dominato.rules.view import View

UNIT = 10
MARGIN = 4
"""The units around the tiles: the length of one tile, so that the next one has room there."""
CLOSE = 1
"""The units around the tiles if nobody lays."""
LEAST = 20
"""The least width in units, so that a single tile is not too large."""
RED_RADIUS, GREEN_RADIUS = 2.8, 3.4
ASIDE = 2.2
"""The distance of points from the middle of the tile, which may show the balance."""

SPOTS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (),
    1: ((10, 10),),
    2: ((6, 6), (14, 14)),
    3: ((6, 6), (10, 10), (14, 14)),
    4: ((6, 6), (14, 6), (6, 14), (14, 14)),
}


@dataclass(frozen=True)
class Square:
    """The points of a square at (x, y), as one path. Red points are round, green ones are rotated squares."""

    x: float
    y: float
    css: str
    path: str


@dataclass(frozen=True)
class DrawnTile:
    """A tile at (x, y). With the helper it shows its `balance`."""

    number: int
    x: int
    y: int
    width: int
    height: int
    squares: tuple[Square, Square]
    rule: str
    label: str
    balance: str = ""
    sign: str = ""
    """The sign of the balance: p, m or 0. Its colour and shape are those of the dominant points."""
    css: str = ""

    @property
    def middle(self) -> tuple[float, float]:
        return self.width / 2, self.height / 2


@dataclass(frozen=True)
class Target:
    """A free place with its number from 1, and its middle."""

    number: int
    x: int
    y: int
    width: int
    height: int
    way: Way

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True)
class Drawing:
    """The whole table; `box` is its viewBox."""

    box: str
    at: str
    """The middle of the last tile."""
    tiles: tuple[DrawnTile, ...]
    targets: tuple[Target, ...]


def points_path(value: int) -> str:
    """The points of a square at the origin."""
    return "".join(_round(x, y) if value > 0 else _pointed(x, y) for x, y in SPOTS[min(4, abs(value))])


def _round(x: float, y: float) -> str:
    r = RED_RADIUS
    return f"M{x - r} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0z"


def _pointed(x: float, y: float) -> str:
    r = GREEN_RADIUS
    return f"M{x} {y - r}l{r} {r}l{-r} {r}l{-r} {-r}z"


def drawn(laid: Laid, *, helper: bool, css: str = "", words: str = "") -> DrawnTile:
    """A tile of the table, or of a hand at the origin. A declared balance is always shown, the real one with the
    helper.
    """
    width, height = (UNIT * side for side in SIZE[laid.way])
    first, second = ((-ASIDE, 0), (20 + ASIDE, 0)) if laid.way == "H" else ((0, -ASIDE), (0, 20 + ASIDE))
    squares = tuple(
        Square(x, y, "d-red" if value > 0 else "d-green", points_path(value))
        for (x, y), value in zip((first, second), (laid.a, laid.b), strict=True)
    )
    label, shown = words or names.tile(laid.a, laid.b), helper or laid.said is not None
    if shown:
        label = f"{label} ({names.signed(laid.visible_balance)})"
    return DrawnTile(
        number=laid.tile,
        x=UNIT * laid.x,
        y=UNIT * laid.y,
        width=width,
        height=height,
        squares=(squares[0], squares[1]),
        rule="M20 2v16" if laid.way == "H" else "M2 20h16",
        label=label,
        balance=names.signed(laid.visible_balance) if shown else "",
        sign="" if not shown else "p" if laid.visible_balance > 0 else "m" if laid.visible_balance < 0 else "0",
        css=css,
    )


def table(view: View, *, lit: bool) -> Drawing:
    """The table with the last tile marked; with `lit` also the places for a tile."""
    helper, last = writes_balances(view.options), len(view.table) - 1
    tiles = tuple(
        drawn(laid, helper=helper, css="d-last" if index == last else "") for index, laid in enumerate(view.table)
    )
    box = view_box(view.table, MARGIN if lit else CLOSE)
    return Drawing(box, middle_of(view.table[-1:]), tiles, targets(view) if lit else ())


def middle_of(last: Table) -> str:
    """The middle of the table's first tile, such as `30 10`; of an empty table, that of the first place."""
    for laid in last:
        width, height = SIZE[laid.way]
        return f"{UNIT * (laid.x + width // 2)} {UNIT * (laid.y + height // 2)}"
    return f"{2 * UNIT} {UNIT}"


def writes_balances(options: Options) -> bool:
    """True if the helper shows balances on tiles, which it does not if players declare them."""
    return options.helper and not options.say_first


def targets(view: View) -> tuple[Target, ...]:
    """The free places: those that a tile of the hand fits, if the helper may show that; else all."""
    free = places(view.table, view.options.incidental_contacts)
    fitting = fitting_places(view, free) if tells_places(view) else range(len(free))
    return tuple(_target(index, free[index]) for index in fitting)


def tells_places(view: View) -> bool:
    """True if only suitable places are highlighted. That needs the helper, and no challenges."""
    return view.options.helper and view.options.validation == "auto"


def fitting_places(view: View, free: Iterable[FreePlace]) -> list[int]:
    """The places that some tile of the hand fits."""
    hand = [view.deck.tiles[number] for number in view.hand]
    return [
        index
        for index, place in enumerate(free)
        if any(place.fits(each.a, each.b) or place.fits(each.b, each.a) for each in hand)
    ]


def _target(index: int, place: FreePlace) -> Target:
    width, height = SIZE[place.way]
    return Target(index + 1, UNIT * place.x, UNIT * place.y, UNIT * width, UNIT * height, place.way)


def view_box(laid: Table, margin: int = CLOSE) -> str:
    """All tiles and the margin around them."""
    left = min((each.x for each in laid), default=0) - margin
    top = min((each.y for each in laid), default=0) - margin
    right = max((each.x + SIZE[each.way][0] for each in laid), default=4) + margin
    bottom = max((each.y + SIZE[each.way][1] for each in laid), default=2) + margin
    more = max(0, LEAST - (right - left)) // 2
    return f"{UNIT * (left - more)} {UNIT * top} {UNIT * (right - left + 2 * more)} {UNIT * (bottom - top)}"

"""The contacts of two tiles. The unit is half a square's side, x to the right, y downwards. A lying tile ("H") covers 4
by 2 units, a standing one ("V") 2 by 4. Its corner of smallest coordinates is (x, y); its first square is the left or
the upper one.
"""

from itertools import product
from typing import Final, Literal, NamedTuple

Way = Literal["H", "V"]

FIRST, SECOND, BALANCE = 0, 1, 2
"""The parts of a tile that a contact compares: a square, or the balance of both."""

SIZE: Final[dict[Way, tuple[int, int]]] = {"H": (4, 2), "V": (2, 4)}
WAYS: Final[tuple[Way, Way]] = ("H", "V")
REACH = 4
"""The greatest distance in x and in y between the corners of touching tiles."""


class Touch(NamedTuple):
    """The contact of two tiles. `contacts` are pairs (part of the new tile, part of the other one) that must be equal.
    Neither overlap nor contacts means that they share a border in a way that the rules forbid.
    """

    overlap: bool
    contacts: tuple[tuple[int, int], ...]


def squares(x: int, y: int, way: Way) -> tuple[tuple[int, int], tuple[int, int]]:
    """The corners of the two squares, each two units wide."""
    return ((x, y), (x + 2, y)) if way == "H" else ((x, y), (x, y + 2))


def is_median(square: tuple[int, int], x: int, y: int, way: Way) -> bool:
    """True if the square is outside a tile, with its side on the middle of one of the tile's long sides."""
    along, across = (square[0] - x, square[1] - y) if way == "H" else (square[1] - y, square[0] - x)
    return along == 1 and across in (-2, 2)


def _touch(dx: int, dy: int, way: Way, other: Way) -> Touch | None:
    """The contact of a tile at (dx, dy) with one at the origin; None if they share a corner point at most."""
    width, height = SIZE[way]
    other_width, other_height = SIZE[other]
    common_x = min(dx + width, other_width) - max(dx, 0)
    common_y = min(dy + height, other_height) - max(dy, 0)
    if common_x < 0 or common_y < 0 or common_x == common_y == 0:
        return None
    if common_x and common_y:
        return Touch(True, ())
    mine = [(part, BALANCE) for part, square in enumerate(squares(dx, dy, way)) if is_median(square, 0, 0, other)]
    theirs = [(BALANCE, part) for part, square in enumerate(squares(0, 0, other)) if is_median(square, dx, dy, way)]
    return Touch(False, (*mine, *theirs))


_offsets = range(-REACH, REACH + 1)
TOUCH: Final[dict[tuple[int, int, Way, Way], Touch]] = {
    (dx, dy, way, other): touch
    for dx, dy, way, other in product(_offsets, _offsets, WAYS, WAYS)
    if (touch := _touch(dx, dy, way, other)) is not None
}
"""The contacts by (x and y of the new tile less those of the other one, way of the new, way of the other)."""

AROUND: Final[dict[Way, tuple[tuple[int, int, Way], ...]]] = {
    other: tuple((dx, dy, way) for (dx, dy, way, to), touch in TOUCH.items() if to == other and touch.contacts)
    for other in WAYS
}
"""The eight places that have a median contact with a tile at the origin."""

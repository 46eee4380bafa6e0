"""The spiral: the cells of a place, contacts, the void's mercy, and the pairs that may be eaten. Places are numbered 1
to 28 along the spiral; sets of places are bits (bit n for place n). Dice and target are not considered here.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

COLUMNS, ROWS = 8, 7
Cell = tuple[int, int]
"""(column, row) from the top left corner."""


def _path() -> Iterator[Cell]:
    """All cells clockwise from the top left corner, inwards."""
    left, top, right, bottom = 0, 0, COLUMNS - 1, ROWS - 1
    while left <= right and top <= bottom:
        yield from ((column, top) for column in range(left, right + 1))
        yield from ((right, row) for row in range(top + 1, bottom + 1))
        if top < bottom:
            yield from ((column, bottom) for column in range(right - 1, left - 1, -1))
        yield from ((left, row) for row in range(bottom - 1, top, -1))
        left, top, right, bottom = left + 1, top + 1, right - 1, bottom - 1


_cells = tuple(_path())
CELLS: Final[dict[int, tuple[Cell, Cell]]] = {
    number + 1: (_cells[2 * number], _cells[2 * number + 1]) for number in range(len(_cells) // 2)
}
PLACES: Final = tuple(CELLS)
_place_at = {cell: place for place, cells in CELLS.items() for cell in cells}


def bits(places: Iterable[int]) -> int:
    """A set of places as bits."""
    found = 0
    for place in places:
        found |= 1 << place
    return found


def _beside(cells: Iterable[Cell]) -> int:
    """The places on these cells, as bits; cells off the board have none."""
    return bits({_place_at[cell] for cell in cells if cell in _place_at})


def _long_sides(place: int) -> tuple[int, int]:
    """The places beside each of the two long sides."""
    first, last = CELLS[place]
    across = (0, 1) if first[1] == last[1] else (1, 0)
    return tuple(  # type: ignore[return-value]
        _beside((column + step * across[0], row + step * across[1]) for column, row in (first, last))
        for step in (-1, 1)
    )


def _neighbours(place: int) -> int:
    around = {(c + dc, r + dr) for c, r in CELLS[place] for dc, dr in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return _beside(around - set(CELLS[place]))


LONG_SIDES: Final = {place: _long_sides(place) for place in PLACES}
NEIGHBOURS: Final = {place: _neighbours(place) for place in PLACES}
TOUCHING: Final = tuple((a, b) for a in PLACES for b in PLACES if a < b and NEIGHBOURS[a] >> b & 1)


def touch(first: int, second: int) -> bool:
    """True if two places share a side of a cell."""
    return bool(NEIGHBOURS[first] >> second & 1)


def at_mercy(place: int, left: int) -> bool:
    """True if one of the long sides is open, with `left` on the board."""
    one, other = LONG_SIDES[place]
    return not one & left or not other & left


def released(first: int, second: int, left: int) -> bool:
    """True if both are at mercy, or one of them is, and the other once the first is removed."""
    if at_mercy(first, left):
        return at_mercy(second, left & ~(1 << first))
    return at_mercy(second, left) and at_mercy(first, left & ~(1 << second))


def isolated(left: int) -> tuple[int, ...]:
    """Places of `left` that touch no other of them."""
    return tuple(place for place in PLACES if left >> place & 1 and not NEIGHBOURS[place] & left)


@lru_cache(1 << 15)
def legal_pairs(left: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The pairs that suitable dice may take from `left`, lower place first."""
    there = bits(left)
    return tuple(
        (a, b)
        for a, b in TOUCHING
        if there >> a & 1 and there >> b & 1 and released(a, b, there) and not isolated(there & ~(1 << a) & ~(1 << b))
    )

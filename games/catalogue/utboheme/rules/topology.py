"""The shape of an island: its crossings, paths and their neighbours, independent of its contents.
Hexagons have axial coordinates (q, r), flat sides up, and are numbered in the given order. Crossings are corners and
paths are sides of land hexagons. Both are numbered from top to bottom, then from left to right. Sets of them are bit
masks (bit n for number n).
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

Hexagon = tuple[int, int]
AROUND: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


class Topology(NamedTuple):
    """`corners` and `sides` are the hexagons, sea included, that meet at a crossing or a path. `near` is a crossing
    with its neighbours; `paths_at` are the paths that end at a crossing.
    """

    land: tuple[Hexagon, ...]
    corners: tuple[frozenset[Hexagon], ...]
    sides: tuple[frozenset[Hexagon], ...]
    crossings_of: tuple[tuple[int, ...], ...]
    hexagons_at: tuple[tuple[int, ...], ...]
    ends: tuple[tuple[int, int], ...]
    end_mask: tuple[int, ...]
    paths_at: tuple[int, ...]
    near: tuple[int, ...]


def bits(mask: int) -> Iterator[int]:
    """The numbers of a set, in ascending order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@lru_cache(1 << 15)
def numbers_in(mask: int) -> tuple[int, ...]:
    """The numbers of a set, in ascending order."""
    return tuple(bits(mask))


def mask_of(numbers: Iterable[int]) -> int:
    """A set of numbers as a bit mask."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def neighbours(hexagon: Hexagon) -> tuple[Hexagon, ...]:
    """The six hexagons around one, in order."""
    return tuple((hexagon[0] + q, hexagon[1] + r) for q, r in AROUND)


def _from_the_top(hexagons: frozenset[Hexagon]) -> tuple[float, float]:
    """The sort key of a corner or side by the mean position of its hexagons: down, then to the right."""
    return sum(2 * r + q for q, r in hexagons) / len(hexagons), sum(q for q, _ in hexagons) / len(hexagons)


@lru_cache(64)
def topology(land: tuple[Hexagon, ...]) -> Topology:
    """The crossings and paths of these hexagons."""
    rings = {hexagon: neighbours(hexagon) for hexagon in land}
    corners = {frozenset((h, ring[i], ring[i - 1])) for h, ring in rings.items() for i in range(6)}
    sides = {frozenset((h, other)) for h, ring in rings.items() for other in ring}
    crossings, paths = sorted(corners, key=_from_the_top), sorted(sides, key=_from_the_top)
    ends = tuple(_ends(path, crossings) for path in paths)
    number = {hexagon: index for index, hexagon in enumerate(land)}
    joined = [1 << index for index in range(len(crossings))]
    for one, other in ends:
        joined[one] |= 1 << other
        joined[other] |= 1 << one
    return Topology(
        land=land,
        corners=tuple(crossings),
        sides=tuple(paths),
        crossings_of=tuple(tuple(c for c, corner in enumerate(crossings) if h in corner) for h in land),
        hexagons_at=tuple(tuple(sorted(number[h] for h in corner if h in number)) for corner in crossings),
        ends=ends,
        end_mask=tuple(mask_of(pair) for pair in ends),
        paths_at=tuple(mask_of(p for p, pair in enumerate(ends) if c in pair) for c in range(len(crossings))),
        near=tuple(joined),
    )


def _ends(path: frozenset[Hexagon], crossings: list[frozenset[Hexagon]]) -> tuple[int, int]:
    one, other = (index for index, corner in enumerate(crossings) if path <= corner)
    return one, other


def connected(land: tuple[Hexagon, ...]) -> bool:
    """True if the hexagons form one island."""
    found, left = {land[0]}, [land[0]]
    while left:
        new = set(neighbours(left.pop())) & set(land) - found
        found |= new
        left += new
    return len(found) == len(land)

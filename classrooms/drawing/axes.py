"""Axes that cover given values, and positions for labels without overlap."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

ROOM: Final = 8
"""Hundredths of the span that are left free at either end."""
SIGN: Final = 7.2
"""The width of a digit in the charts' type, a little more than the font needs."""
TALL: Final = 14
"""The height of a line of the charts' type."""
GAP: Final = 1e-6
"""Lengths that differ by less are the same: sums of tenths are not exact."""


@dataclass(frozen=True)
class Axis:
    """A scale from `low` to `high`, both in the units of the data."""

    low: int
    high: int

    def at(self, value: float, start: float, end: float) -> float:
        """The position of a value on a line from `start` to `end`. Values beyond the axis are put at its end. An
        axis without length puts all at its start.
        """
        share = (min(max(value, self.low), self.high) - self.low) / ((self.high - self.low) or 1)
        return round(start + (end - start) * share, 1)


def axis_of(values: Iterable[int], target: int | None = None) -> Axis:
    """An axis around the values and the target with a little space; from 0 if they begin near it."""
    shown = [*values, *([target] if target is not None else [])]
    low, high = min(shown, default=0), max(shown, default=1)
    if low >= 0 and 3 * low <= high:
        low = 0
    spare = max(1, (high - low) * ROOM // 100)
    return Axis(low if low == 0 else low - spare, high + spare)


def ticks(
    axis: Axis, values: Iterable[int | None], start: float, end: float, size: float = SIGN
) -> tuple[tuple[float, int], ...]:
    """Position and number of values, the most important first: one that would touch an earlier one is left out. `size`
    is the width of a digit along the axis.
    """
    chosen: list[tuple[float, int]] = []
    for value in (value for value in values if value is not None):
        place = axis.at(value, start, end)
        half = size * max(2, len(str(value))) / 2
        free = (abs(place - other) > half + size * max(2, len(str(told))) / 2 for other, told in chosen)
        if all(free):
            chosen.append((place, value))
    return tuple(sorted(chosen))


def levels(spans: Iterable[tuple[float, float]]) -> list[int]:
    """The line of each span from left to right, so that no two overlap: the lowest free one."""
    taken: dict[int, list[tuple[float, float]]] = {}
    found = []
    for low, high in spans:
        level = 0
        while any(low < other_high and other_low < high for other_low, other_high in taken.get(level, ())):
            level += 1
        taken.setdefault(level, []).append((low, high))
        found.append(level)
    return found


def piled(places: Iterable[float], size: float) -> list[int]:
    """The line of each of several marks of one width, given by their middles."""
    return levels((place - size / 2 + GAP, place + size / 2 - GAP) for place in places)


def apart(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Positions near the wanted ones (ascending) that are at least `gap` apart and end at `high`."""
    placed: list[float] = []
    for position in wanted:
        placed.append(max(position, low, placed[-1] + gap if placed else low))
    for index in reversed(range(len(placed))):
        limit = high if index == len(placed) - 1 else placed[index + 1] - gap
        placed[index] = min(placed[index], limit)
    return placed


def touch(one: Box, other: Box) -> bool:
    """Do two boxes have an inner point in common?"""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def labels_in(field: Box, points: Sequence[tuple[float, float]], size: float) -> list[tuple[float, float]]:
    """Centres of square labels for points, as near to the points as possible: inside the field, without overlap. A
    label without free space is put on its point.
    """
    steps = sorted(product(range(-12, 13), repeat=2), key=lambda step: (step[0] ** 2 + step[1] ** 2, step))
    half, taken = size / 2, list[Box]()
    found = []
    for x, y in points:
        inside_x = min(max(x, field[0] + half), field[2] - half)
        inside_y = min(max(y, field[1] + half), field[3] - half)
        near = ((inside_x + half * across, inside_y + half * down) for across, down in steps)
        middle = next((each for each in near if _fits(_box(each, half), field, taken)), (inside_x, inside_y))
        taken.append(_box(middle, half))
        found.append((round(middle[0], 1), round(middle[1], 1)))
    return found


def _box(middle: tuple[float, float], half: float) -> Box:
    x, y = middle
    return (x - half, y - half, x + half, y + half)


def _fits(box: Box, field: Box, taken: Iterable[Box]) -> bool:
    inside = box[0] >= field[0] and box[1] >= field[1] and box[2] <= field[2] and box[3] <= field[3]
    return inside and not any(touch(box, other) for other in taken)

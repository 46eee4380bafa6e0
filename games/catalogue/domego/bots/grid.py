"""A function of a project's cards, cost and days on a grid: lists of floats, as nothing here needs more."""

from collections.abc import Iterable, Sequence
from math import floor
from typing import NamedTuple

Grid = list[list[list[float]]]
"""Worth by cards, cost and days."""
Kernel = Sequence[tuple[int, float]]
"""Weights by steps of the grid."""


class Axis(NamedTuple):
    low: int
    step: int
    points: int

    def at(self, index: int) -> int:
        return self.low + index * self.step


Axes = tuple[Axis, Axis, Axis]
"""The axes of cards, cost and days."""


def kernel(shifts: Iterable[tuple[float, float]], step: int) -> Kernel:
    """The weights of these shifts by steps of the grid; a value between two points is shared between them."""
    found: dict[int, float] = {}
    for shift, chance in shifts:
        whole = floor(shift / step)
        part = shift / step - whole
        for place, weight in ((whole, 1 - part), (whole + 1, part)):
            if weight > 1e-9:
                found[place] = found.get(place, 0.0) + chance * weight
    return sorted(found.items())


def smoothed(grid: Grid, kernels: tuple[Kernel, Kernel, Kernel]) -> Grid:
    """The mean over three independent shifts. Beyond its borders the grid has the values of its border."""
    cards, cost, days = kernels
    first, last = min(0, days[0][0]), max(0, days[-1][0])
    found: Grid = []
    for card in range(len(grid)):
        planes = [(weight, grid[_inside(card + shift, len(grid))]) for shift, weight in cards]
        found.append([
            _over_days(_weighed(planes, cost, row), days, first, last) for row in range(len(planes[0][1]))
        ])  # fmt: skip
    return found


def _weighed(planes: Sequence[tuple[float, list[list[float]]]], cost: Kernel, row: int) -> list[float]:
    rows = [
        (weight * each, plane[_inside(row + shift, len(plane))]) for weight, plane in planes for shift, each in cost
    ]
    weight, first = rows[0]
    found = [weight * value for value in first]
    for weight, values in rows[1:]:
        found = [value + weight * more for value, more in zip(found, values, strict=True)]
    return found


def _over_days(row: list[float], days: Kernel, first: int, last: int) -> list[float]:
    longer, count = [row[0]] * -first + row + [row[-1]] * last, len(row)
    found = [0.0] * count
    for shift, weight in days:
        part = longer[shift - first : shift - first + count]
        found = [value + weight * more for value, more in zip(found, part, strict=True)]
    return found


def total(one: Grid, other: Grid) -> Grid:
    return [
        [[a + b for a, b in zip(*rows, strict=True)] for rows in zip(*planes, strict=True)]
        for planes in zip(one, other, strict=True)
    ]


def best_row(options: Sequence[tuple[list[list[float]], float, float]], count: int) -> list[float]:
    """The best of (plane, place in cost, shift in days), by days."""
    found = [0.0] * count
    for plane, cost, days in options:
        row = plane[_inside(round(cost), len(plane))]
        whole = floor(days)
        part = days - whole
        first, last = min(0, whole), max(0, whole + 1)
        longer = [row[0]] * -first + row + [row[-1]] * last
        here = longer[whole - first : whole - first + count]
        if part < 1e-9:
            found = list(map(max, found, here))
        else:
            there = longer[whole - first + 1 : whole - first + 1 + count]
            rest = 1 - part
            found = [max(best, rest * low + part * high) for best, low, high in zip(found, here, there, strict=True)]
    return found


def _inside(index: int, count: int) -> int:
    return min(max(index, 0), count - 1)


def place_of(value: int, axis: Axis) -> int:
    return _inside(round((value - axis.low) / axis.step), axis.points)


def look(grid: Grid, axes: Axes, cards: float, cost: float, days: float) -> float:
    """The worth at these figures, between the points of the grid."""
    found = 0.0
    for card, card_weight in _between(cards, axes[0]):
        for row, row_weight in _between(cost, axes[1]):
            values = grid[card][row]
            found += card_weight * row_weight * sum(weight * values[day] for day, weight in _between(days, axes[2]))
    return found


def _between(value: float, axis: Axis) -> Sequence[tuple[int, float]]:
    place = min(max(0.0, (value - axis.low) / axis.step), axis.points - 1.0)
    whole = int(place)
    part = place - whole
    return ((whole, 1.0),) if part < 1e-9 else ((whole, 1 - part), (whole + 1, part))

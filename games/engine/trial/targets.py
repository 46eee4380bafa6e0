"""Proposals from a trial or from a class: targets of a chosen difficulty, and a length that fits a lesson."""

from collections.abc import Iterable, Sequence
from functools import reduce
from math import ceil
from operator import and_
from typing import Final

import msgspec

from games.engine.trial.tally import Goal, Tally

USUAL_SHARE: Final = 0.6
LEVELS: Final = 200
"""Degrees of difficulty that are compared."""
NEAR: Final = 2
"""Each target is varied by so much around equally hard ones, to come nearer to the chosen share."""
Results = Sequence[tuple[int, ...]]
"""The values of the targets, game by game."""


class Met(msgspec.Struct, frozen=True):
    """The shares of games that meet these goals: each alone, and all together. From 0 to 1."""

    goals: tuple[int, ...]
    alone: tuple[float, ...]
    together: float


class Length(msgspec.Struct, frozen=True):
    """The turns that fit into a time. `minutes` is the length now, `seconds` are those of each turn from the first.
    `turns` is the number of turns now, `fitting` the number of first turns that fit.
    """

    minutes: int
    turns: int
    fitting: int
    seconds: tuple[int, ...]


def met_by(goals: Sequence[Goal], results: Results) -> Met:
    """The shares of results that meet these goals; all 0 without results."""
    hits = [tuple(goal.is_met(value) for goal, value in zip(goals, values, strict=True)) for values in results]
    number = max(1, len(hits))
    alone = tuple(sum(hit[at] for hit in hits) / number for at in range(len(goals)))
    return Met(tuple(goal.goal for goal in goals), alone, sum(map(all, hits)) / number)


def proposed_targets(goals: Sequence[Goal], results: Results, share: float = USUAL_SHARE) -> tuple[Goal, ...]:
    """Goals that results like these meet together in about this share, each about equally hard alone. `goals` give
    names and directions. Raises ValueError without results or for a share that is not between 0 and 1.
    """
    if not results or not 0 < share < 1:
        raise ValueError("results are needed, and a share between 0 and 1")
    found = _Hits(goals, results)
    columns = [sorted((values[at] for values in results), reverse=goal.rising) for at, goal in enumerate(goals)]
    levels = sorted({ceil(step * len(results) / LEVELS) for step in range(1, LEVELS + 1)})
    equal = min(
        (tuple(column[level - 1] for column in columns) for level in levels),
        key=lambda values: abs(found.together(values) - share),
    )
    return _set(goals, min(_around(equal), key=lambda values: found.misfit(values, share)))


class _Hits:
    """The results that meet a target, as bits: fast for many sets of goals."""

    def __init__(self, goals: Sequence[Goal], results: Results) -> None:
        self.goals, self.results = goals, results
        self._known: dict[tuple[int, int], int] = {}

    def _met(self, at: int, value: int) -> int:
        if (at, value) not in self._known:
            (goal,) = _set(self.goals[at : at + 1], (value,))
            bits = (1 << number for number, values in enumerate(self.results) if goal.is_met(values[at]))
            self._known[at, value] = sum(bits)
        return self._known[at, value]

    def together(self, values: Sequence[int]) -> float:
        """The share of results that meet all these goals."""
        every = (1 << len(self.results)) - 1
        return reduce(and_, map(self._met, range(len(values)), values), every).bit_count() / len(self.results)

    def misfit(self, values: Sequence[int], share: float) -> float:
        """The distance from the chosen share, and half the spread of the single shares."""
        alone = [self._met(at, value).bit_count() / len(self.results) for at, value in enumerate(values)]
        return abs(self.together(values) - share) + (max(alone) - min(alone)) / 2


def _around(values: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    if not values:
        return [()]
    return [
        (values[0] + step, *rest)
        for step in sorted(range(-NEAR, NEAR + 1), key=abs)
        for rest in _around(values[1:])
    ]  # fmt: skip


def _set(goals: Sequence[Goal], values: Sequence[int]) -> tuple[Goal, ...]:
    return tuple(Goal(goal.name, value, goal.rising) for goal, value in zip(goals, values, strict=True))


def proposed_length(tally: Tally, minutes: int) -> Length:
    """The number of first turns that fit into so many minutes, by the mean seconds of each turn."""
    games = max(1, tally.games)
    last = max(tally.seconds, default=0)
    each = tuple(round(tally.seconds.get(turn, 0) / games) for turn in range(1, last + 1))
    spent = round(tally.seconds.get(0, 0) / games)
    whole, fitting = spent + sum(each), 0
    for seconds in each:
        spent += seconds
        if spent > 60 * minutes:
            break
        fitting += 1
    return Length(round(whole / 60), last, fitting, each)

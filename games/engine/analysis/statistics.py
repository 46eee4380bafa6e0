"""The little statistics that the analysis needs, without floats from elsewhere: means, errors, ranks, a test."""

import math
from collections.abc import Sequence
from statistics import NormalDist

import msgspec


class Mean(msgspec.Struct, frozen=True):
    """A mean and its standard error."""

    value: float
    error: float


def mean_of(values: Sequence[float]) -> Mean:
    """Of one value the error is infinite. Raises ValueError for none."""
    number = len(values)
    if not number:
        raise ValueError("no values")
    mean = math.fsum(values) / number
    if number == 1:
        return Mean(mean, math.inf)
    spread = math.fsum((value - mean) ** 2 for value in values) / (number - 1)
    return Mean(mean, math.sqrt(spread / number))


def sum_of(means: Sequence[Mean]) -> Mean:
    """The sum of means that were found apart from each other; 0 for none."""
    return Mean(math.fsum(each.value for each in means), math.sqrt(math.fsum(each.error**2 for each in means)))


def above_nothing(means: Sequence[Mean], false: float, least: float = 0.0) -> frozenset[int]:
    """The places of those means that may be called positive, so that of all that are on average at most a share `false`
    is not: Benjamini and Hochberg's procedure over their one-sided tests. Those below `least` are left out of it.
    """
    chances = [_chance(mean) for mean in means]
    ordered = sorted(range(len(means)), key=lambda place: (chances[place], place))
    last = max((k for k, place in enumerate(ordered, 1) if chances[place] <= false * k / len(means)), default=0)
    return frozenset(place for place in ordered[:last] if means[place].value >= least and means[place].value > 0)


def _chance(mean: Mean) -> float:
    """Of such a mean or a greater one where there is nothing."""
    if mean.error == 0:
        return 0.0 if mean.value > 0 else 1.0
    return 1 - NormalDist().cdf(mean.value / mean.error)


def randomised_rank(value: float, others: Sequence[float], chance: float) -> float:
    """A rank in (0, 1) that is evenly spread if `value` came from where the others come from: ties are broken by
    `chance`, a number in [0, 1).
    """
    below = sum(other < value for other in others)
    equal = sum(other == value for other in others)
    return (below + chance * (equal + 1)) / (len(others) + 1)

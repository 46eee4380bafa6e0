"""Statistics for the analysis, in pure Python: means, standard errors, ranks, a multiple test."""

import math
from collections.abc import Sequence
from statistics import NormalDist

import msgspec


class Mean(msgspec.Struct, frozen=True):
    """A mean and its standard error."""

    value: float
    error: float


def mean_of(values: Sequence[float]) -> Mean:
    """The mean and its error; the error of a single value is infinite. Raises ValueError for no values."""
    number = len(values)
    if not number:
        raise ValueError("no values")
    mean = math.fsum(values) / number
    if number == 1:
        return Mean(mean, math.inf)
    spread = math.fsum((value - mean) ** 2 for value in values) / (number - 1)
    return Mean(mean, math.sqrt(spread / number))


def sum_of(means: Sequence[Mean]) -> Mean:
    """The sum of independent means; 0 for none."""
    return Mean(math.fsum(each.value for each in means), math.sqrt(math.fsum(each.error**2 for each in means)))


def above_nothing(means: Sequence[Mean], false: float, least: float = 0.0) -> frozenset[int]:
    """The indices of the means that may be called positive, by Benjamini and Hochberg's procedure over one-sided
    tests. On average at most a share `false` of them is not positive. Means below `least` are left out of the
    tests.
    """
    chances = [_chance(mean) for mean in means]
    ordered = sorted(range(len(means)), key=lambda place: (chances[place], place))
    last = max((k for k, place in enumerate(ordered, 1) if chances[place] <= false * k / len(means)), default=0)
    return frozenset(place for place in ordered[:last] if means[place].value >= least and means[place].value > 0)


def _chance(mean: Mean) -> float:
    """The chance of such a mean or a greater one if the true mean is 0."""
    if mean.error == 0:
        return 0.0 if mean.value > 0 else 1.0
    return 1 - NormalDist().cdf(mean.value / mean.error)


def randomised_rank(value: float, others: Sequence[float], chance: float) -> float:
    """A rank in (0, 1) that is uniform if `value` has the distribution of the others. Ties are broken by `chance`, a
    number in [0, 1).
    """
    below = sum(other < value for other in others)
    equal = sum(other == value for other in others)
    return (below + chance * (equal + 1)) / (len(others) + 1)

"""The little statistics that the analysis needs, without floats from elsewhere: means, errors, places, a test."""

import math
from collections.abc import Sequence
from statistics import NormalDist

import msgspec


class Percentile(msgspec.Struct, frozen=True):
    """Where a value lies among others, in percent from the worst (0) to the best (100), ties at their middle.

    `error` is the standard error of the percentage that comes from having looked at so many others only.
    """

    percent: float
    error: float
    among: int


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


def place_of(value: float, others: Sequence[float], *, low_is_good: bool) -> Percentile:
    """The share of the others that are worse, half of the equal ones added."""
    number = len(others)
    if not number:
        raise ValueError("no others")
    below = sum(other < value for other in others)
    equal = sum(other == value for other in others)
    worse = number - below - equal if low_is_good else below
    share = (worse + equal / 2) / number
    # A share of 0 or 1 is no certainty: Laplace's rule keeps the error above 0.
    smoothed = (share * number + 1) / (number + 2)
    return Percentile(100 * share, 100 * math.sqrt(smoothed * (1 - smoothed) / number), number)


def randomised_rank(value: float, others: Sequence[float], chance: float) -> float:
    """A rank in (0, 1) that is evenly spread if `value` came from where the others come from: ties are broken by
    `chance`, a number in [0, 1).
    """
    below = sum(other < value for other in others)
    equal = sum(other == value for other in others)
    return (below + chance * (equal + 1)) / (len(others) + 1)


def distance_from_even(ranks: Sequence[float]) -> float:
    """Kolmogorov and Smirnov's distance of ranks in (0, 1) from an even spread."""
    ordered, number = sorted(ranks), len(ranks)
    return max(max((index + 1) / number - rank, rank - index / number) for index, rank in enumerate(ordered))


def critical_distance(number: int) -> float:
    """The distance that an even spread exceeds once in a hundred times, for 35 ranks or more."""
    return 1.6276 / math.sqrt(number)


def quantiles(values: Sequence[int], shares: Sequence[float]) -> tuple[int, ...]:
    """Values below which these shares lie; a value of the list each, no interpolation."""
    ordered = sorted(values)
    return tuple(ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in shares)

"""The little statistics that the analysis needs, without floats from elsewhere: means, errors, places, a test."""

import math
from collections.abc import Sequence

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

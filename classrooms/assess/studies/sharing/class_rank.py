"""The rank of a class among the classes that played the same scenario."""

import math
from collections.abc import Sequence
from typing import Final

import msgspec

FEWEST_CLASSES: Final = 5
"""With fewer classes, the own one included, no rank is given."""


class ClassRank(msgspec.Struct, frozen=True):
    """The number of classes, the own one included, and of other classes with a lower, an equal and a higher mean."""

    classes: int
    lower: int
    equal: int
    higher: int

    @property
    def percent(self) -> float:
        """The percentile rank from 0 to 100: other classes below, and half of those with the same mean."""
        return 100 * (self.lower + self.equal / 2) / (self.classes - 1)


def class_rank(own: float, others: Sequence[float]) -> ClassRank | None:
    """The rank of a class by its mean of a figure; None below five classes. Means that are not finite do not count."""
    known = [mean for mean in others if math.isfinite(mean)]
    if not math.isfinite(own) or len(known) + 1 < FEWEST_CLASSES:
        return None
    lower, higher = sum(mean < own for mean in known), sum(mean > own for mean in known)
    return ClassRank(len(known) + 1, lower, len(known) - lower - higher, higher)

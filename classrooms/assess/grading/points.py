"""Points and marks as numbers and texts. Points are whole numbers from 0 to `FULL`, rounded half up once, at the end.
None means that there is nothing to judge.
"""

import re
from collections.abc import Iterable
from fractions import Fraction
from math import floor
from typing import Final

from django.utils import formats
from django.utils.translation import gettext as _

FULL: Final = 10_000
HALF: Final = Fraction(1, 2)
TYPED: Final = re.compile(r"[0-9]{1,4}(\.[0-9]{0,4})?", re.ASCII)

Share = Fraction | None


def rounded(number: Fraction) -> int:
    """The next whole number, halves up."""
    return floor(number + Fraction(1, 2))


def mean(shares: Iterable[Fraction]) -> Share:
    """The mean; None for an empty list."""
    found = list(shares)
    return sum(found, Fraction(0)) / len(found) if found else None


def weighted(parts: Iterable[tuple[int | Fraction, int | None]]) -> Share:
    """The mean of (weight, points) over the parts that have points, as a share of 1. None where none has."""
    counted = [(weight, points) for weight, points in parts if points is not None and weight > 0]
    total = sum(weight for weight, _points in counted)
    return Fraction(sum(weight * points for weight, points in counted)) / (total * FULL) if total else None


def scaled(share: Fraction, scale: int, decimals: int) -> str:
    """A share of the best mark `scale`, rounded half up, with a point: "14.5"."""
    number = rounded(share * scale * 10**decimals)
    whole, rest = divmod(number, 10**decimals)
    return f"{whole}.{rest:0{decimals}}" if decimals else str(whole)


def mark_words(share: Fraction, scale: int) -> str:
    """A mark in a sentence, without a decimal where it is whole."""
    text = scaled(share, scale, 1)
    return text.removesuffix(".0") if text.endswith(".0") else formats.localize(float(text))


def percent(share: Fraction) -> str:
    """A share in percent, with one decimal."""
    return _("%(number)s %%") % {"number": formats.localize(rounded(share * 1000) / 10)}


def points_from(text: str, scale: int) -> int:
    """Points for a mark typed with a point or a comma: "14,5" of 20 is 7250. Raises ValueError unless it is a
    number from 0 to `scale`.
    """
    number = text.strip().replace(",", ".")
    if not TYPED.fullmatch(number) or Fraction(number) > scale:
        raise ValueError(text)
    return rounded(Fraction(number) / scale * FULL)

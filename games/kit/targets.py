"""What a missed target is worth: the one measure for marks, and for whatever judges a match by what its class is asked
to reach.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, Final, NamedTuple


class Curve(NamedTuple):
    """What a missed target is worth: `first` percent of its share where it is missed by `knee` percent of itself,
    nothing from `end` percent on, and straight lines between.
    """

    knee: int
    first: int
    end: int


CURVES: Final[Mapping[str, Curve]] = {
    "strict": Curve(5, 60, 25),
    "usual": Curve(5, 75, 35),
    "mild": Curve(25, 50, 50),
}


def target_share(target: Mapping[str, Any], curve: Curve) -> Fraction:
    """1 where the target is met, else what the curve gives. A target of 0 that is missed gives 0."""
    if target["met"]:
        return Fraction(1)
    aim = abs(target["target"])
    return curve_share(Fraction(100 * target["missed_by"], aim), curve) if aim else Fraction(0)


def table_share(targets: Iterable[Mapping[str, Any]], curve: Curve) -> Fraction | None:
    """What a table has reached of its targets, each of which has an equal share; None for none."""
    shares = [target_share(target, curve) for target in targets]
    return sum(shares, Fraction(0)) / len(shares) if shares else None


def curve_share(missed: Fraction, curve: Curve) -> Fraction:
    """What is left of a target that is missed by so many percent of itself."""
    if missed >= curve.end:
        return Fraction(0)
    if missed < curve.knee:
        return 1 - missed / curve.knee * Fraction(100 - curve.first, 100)
    return Fraction(curve.first, 100) * (curve.end - missed) / (curve.end - curve.knee)

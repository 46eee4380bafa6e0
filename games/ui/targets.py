"""The value of a missed target. Marks and all other judgements of a class's aim use this single measure."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, Final, NamedTuple


class Curve(NamedTuple):
    """The value of a missed target: `first` percent of its share if it is missed by `knee` percent of itself, and
    nothing from `end` percent on. Values between are linear.
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
    """1 if the target is met, else the value of the curve. A missed target of 0 gives 0."""
    if target["met"]:
        return Fraction(1)
    aim = abs(target["target"])
    return curve_share(Fraction(100 * target["missed_by"], aim), curve) if aim else Fraction(0)


def table_share(targets: Iterable[Mapping[str, Any]], curve: Curve) -> Fraction | None:
    """The reached share of a table's targets, with equal shares; None without targets."""
    shares = [target_share(target, curve) for target in targets]
    return sum(shares, Fraction(0)) / len(shares) if shares else None


def curve_share(missed: Fraction, curve: Curve) -> Fraction:
    """The value of a target that is missed by `missed` percent of itself, from 0 to 1."""
    if missed >= curve.end:
        return Fraction(0)
    if missed < curve.knee:
        return 1 - missed / curve.knee * Fraction(100 - curve.first, 100)
    return Fraction(curve.first, 100) * (curve.end - missed) / (curve.end - curve.knee)

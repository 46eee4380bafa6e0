"""Teams of a session that are far behind: their expected end is compared with that of usual play.

The usual chance to meet a target serves at every turn. Over usual matches, the mean of the remaining chance is the
same at every turn.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from games.engine.expected import TargetEnds
from games.ui.targets import Curve, target_share

PART: Final = 10
"""A target is nearly lost if its chance is under the usual one divided by this."""
FEWEST: Final = 0.2
"""The least usual chance of a target that is watched. For a rarer one, a forecast has too few playouts to measure a
tenth of it.
"""
QUIET: Final = 3
"""No team is reported in the first part of a match: 1 / QUIET of its turns. After a quarter, forecasts say too
little, as `python -m benchmarks.alarms` shows.
"""
NAMED: Final = 2
"""The most teams that are reported."""


def is_early(turn: int, turns: int) -> bool:
    """Is `turn` of `turns` still in the part without reports?"""
    return QUIET * (turn - 1) < turns


def is_nearly_lost(ends: TargetEnds, usual: float) -> bool:
    """Has the chance to meet a target fallen below a tenth of the usual chance? No for a target that usual play
    rarely meets.
    """
    return usual >= FEWEST and PART * ends.chance < usual


def most_named(teams: int) -> int:
    """The greatest number of teams to report. One of several teams always stays unreported."""
    return min(NAMED, max(1, teams - 1))


def project_result(targets: Sequence[TargetEnds], curve: Curve) -> Fraction:
    """The share of its targets that a table is expected to reach: the mean over all playouts."""
    shares = [_share(each, curve) for each in targets]
    return sum(shares, Fraction(0)) / len(shares)


def _share(ends: TargetEnds, curve: Curve) -> Fraction:
    counted = {missed: ends.missed.count(missed) for missed in set(ends.missed)}
    shares = (
        number * target_share({"met": not missed, "target": ends.target, "missed_by": missed}, curve)
        for missed, number in counted.items()
    )
    return sum(shares, Fraction(0)) / len(ends.missed)

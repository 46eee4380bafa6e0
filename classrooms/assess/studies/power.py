"""The chance that a study finds an effect, before it opens. It imports numpy and scipy: for the slow worker only."""

import math
from collections.abc import Sequence
from typing import Any, Final

import msgspec
import numpy as np
from scipy import stats

from classrooms.assess.studies.package import analysis

CORRELATION: Final = 0.5
"""Assumed correlation of a person's scores before and after."""
TEAM_SHARE: Final = 0.1
"""Assumed share of the variance of scores that is between teams (intra-team correlation)."""
LOST: Final = 0.15
"""Assumed share of people who do not answer the second test."""
EFFECTS: Final = (0.2, 0.3, 0.5, 0.8)
"""Effects in standard deviations. Cohen (1988) calls 0.2 small, 0.5 medium, 0.8 large."""
WANTED: Final = 0.8
"""The usual chance that a study is planned for."""
MOST: Final = 3.0


class Design(msgspec.Struct, frozen=True):
    """A study as its power sees it: the people of each arm, and the size of its teams (1: no teams)."""

    people: tuple[int, ...]
    team_sizes: tuple[int, ...]
    correlation: float = CORRELATION
    team_share: float = TEAM_SHARE
    lost: float = LOST


class Power(msgspec.Struct, frozen=True):
    """The chance (0 to 1) for each of `EFFECTS`, the smallest effect found with the chance `WANTED` (None above
    `MOST`), the standard error and the degrees of freedom.
    """

    chances: tuple[float, ...]
    smallest: float | None
    error: float
    freedom: float

    @property
    def is_enough(self) -> bool:
        """Are there teams enough for an interval?"""
        return self.freedom >= analysis.FEWEST_FREEDOM


def power_of(design: Design) -> Power:
    """The power of the comparison of the second arm with the first, at a level of 5 %.

    The error is that of the model of `analysis`, from the design alone: residual variance 1 minus the square of the
    correlation, of which the team's share is common to a team. The rest is a noncentral t distribution.
    """
    columns, unit = _rows(design)
    bread = np.linalg.pinv(columns.T @ columns)
    same = unit[:, None] == unit[None, :]
    variance = (1 - design.correlation**2) * np.where(same, design.team_share, 0.0)
    np.fill_diagonal(variance, 1 - design.correlation**2)
    error = float(np.sqrt((bread @ columns.T @ variance @ columns @ bread)[1, 1]))
    freedom = analysis.regression(np.zeros(len(unit)), columns, unit, 1)[2]
    low, high = 0.0, MOST
    while high - low > 1e-3:
        middle = (low + high) / 2
        low, high = (low, middle) if chance_of(middle, error, freedom) >= WANTED else (middle, high)
    return Power(
        tuple(chance_of(effect, error, freedom) for effect in EFFECTS),
        high if high < MOST - 0.01 else None,
        error,
        freedom,
    )


def chance_of(effect: float, error: float, freedom: float) -> float:
    """The chance of an interval that excludes 0."""
    reach = stats.t.ppf(0.975, freedom)
    moved = effect / error
    return float(stats.nct.sf(reach, freedom, moved) + stats.nct.cdf(-reach, freedom, moved))


def _rows(design: Design) -> tuple[Any, Any]:
    """The columns of the model and the team of each person who answers: scores before are spread alike in all teams."""
    columns: list[Sequence[float]] = []
    unit: list[int] = []
    for arm, (people, size) in enumerate(zip(design.people[:2], design.team_sizes[:2], strict=True)):
        stay = max(2, round(people * (1 - design.lost)))
        teams = max(2, math.ceil(people / size))  # people who refuse leave gaps in teams, not fewer teams
        for place in range(stay):
            before = stats.norm.ppf((place + 0.5) / stay)
            columns.append((1.0, float(arm), float(before)))
            unit.append(10_000 * arm + (place % teams if size > 1 else place))
    return np.array(columns), np.array(unit)

"""Findings of a trial, and the intervals that keep small trials from accusing a scenario."""

from collections.abc import Mapping
from math import sqrt
from typing import Any, Final, NamedTuple

import msgspec

FLAGGED: Final = 50
"""Findings of this weight or more say that the scenario should be changed before a class plays it. Shipped scenarios
have lighter ones only.
"""
CERTAINTY: Final = 2.58
"""Standard errors of an interval: 99 % of them contain the true share."""


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """A finding in words. `key` is stable. `weight` is from 0 to 100. `place` is a path of the scenario
    (`risk_cards[12]`), empty for all of it. `text` is English with the names of `params`, and the key of its
    translation. `names` are further parameters by reference: `seat:3`, `target:0`, or the path of a text in the
    scenario; several are joined. `parts` are single cases of a finding about several.
    """

    key: str
    weight: int
    place: str
    text: str
    params: Mapping[str, int | str] = {}
    names: Mapping[str, tuple[str, ...]] = {}
    parts: tuple["Finding", ...] = ()


def remark(
    key: str,
    text: str,
    weight: int,
    place: str = "",
    names: Mapping[str, str | tuple[str, ...]] | None = None,
    parts: tuple[Finding, ...] = (),
    numbers: Mapping[str, int] | None = None,
    **params: int | str,
) -> Finding:
    """A finding with its numbers as keywords, or as `numbers`. Catalogues are searched for this name."""
    listed = {name: (each,) if isinstance(each, str) else each for name, each in (names or {}).items()}
    return Finding(key, weight, place, text, {**(numbers or {}), **params}, listed, parts)


class Share(NamedTuple):
    """A share of games, with the ends of its Wilson interval; all from 0 to 1."""

    value: float
    low: float
    high: float

    @property
    def percent(self) -> int:
        """The share in whole percent. Only 0 and 1 themselves are 0 and 100."""
        if self.value in (0.0, 1.0):
            return round(100 * self.value)
        return min(99, max(1, round(100 * self.value)))


def share_of(part: int, games: int) -> Share:
    """The share of `part` among `games`, with its Wilson interval. Without games nothing is known."""
    if not games:
        return Share(0.0, 0.0, 1.0)
    value, spare = part / games, CERTAINTY**2 / games
    middle = (value + spare / 2) / (1 + spare)
    half = CERTAINTY * sqrt(value * (1 - value) / games + spare / games / 4) / (1 + spare)
    return Share(value, max(0.0, middle - half), min(1.0, middle + half))


def more_at_most(one: Share, other: Share, games: int, other_games: int) -> float:
    """The most by which the first share can be above the other one; negative if it is surely below."""
    if not (games and other_games):
        return 1.0
    spread = one.value * (1 - one.value) / games + other.value * (1 - other.value) / other_games
    return one.value - other.value + CERTAINTY * sqrt(spread)


def both(one: tuple[int, int], other: tuple[int, int]) -> Share:
    """The share of two counts (part, games) together."""
    return share_of(one[0] + other[0], one[1] + other[1])


def ranked(findings: Any) -> tuple[Finding, ...]:
    """Findings by weight, the heaviest first; equal ones stay in order."""
    return tuple(sorted(findings, key=lambda each: -each.weight))

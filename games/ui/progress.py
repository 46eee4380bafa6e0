"""The progress of a running match for observers: gauges for a monitor, figures for a comparison of teams. All data
come from the observer's view and from public events.
"""

import msgspec


class Gauge(msgspec.Struct, frozen=True, kw_only=True):
    """A figure of a running match. `name` is for URLs and files; `label` and `unit` are in the current language.

    `least` and `most` bound its possible value at the end. `series` are its values after each finished turn, from
    turn 0 on. `pace` are those of a match that ends exactly on the target, up to the last turn. `fewer` means that
    less is better.
    """

    name: str
    label: str
    value: int
    unit: str = ""
    target: int | None = None
    least: int | None = None
    most: int | None = None
    series: tuple[int, ...] = ()
    pace: tuple[int, ...] = ()
    fewer: bool = True

    @property
    def ahead(self) -> int | None:
        """The difference from the pace after the last finished turn; None if there is nothing to compare."""
        done = len(self.series) - 1
        return self.series[done] - self.pace[done] if 0 < done < len(self.pace) else None

    @property
    def is_over(self) -> bool:
        """Is it already past its target, if less is better?"""
        return self.fewer and self.target is not None and self.value > self.target

    @property
    def out_of_reach(self) -> bool:
        """Can the target not be met any more?"""
        end = self.least if self.fewer else self.most
        if self.target is None or end is None:
            return False
        return end > self.target if self.fewer else end < self.target


class LineSoFar(msgspec.Struct, frozen=True, kw_only=True):
    """A collective target in a running match: `value` after the last finished turn against `target`, the game's pace
    for that turn. `missed_by` is 0 if it is met.
    """

    label: str
    value: int
    target: int
    met: bool
    missed_by: int


class SoFar(msgspec.Struct, frozen=True, kw_only=True):
    """The collective targets after `turn`, the last finished one."""

    turn: int
    lines: tuple[LineSoFar, ...]


class Alert(msgspec.Struct, frozen=True, kw_only=True):
    """An urgent message for the instructor: `badge` in one or two words, `words` in a sentence (safe HTML). `turn` is
    the turn of the event, `seat` the seat concerned.
    """

    badge: str
    words: str
    turn: int
    seat: int | None = None


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """The turn, the gauges and the alerts of a match. `sub` is the turn in words (activity 7 of 12)."""

    turn: int
    turns: int
    title: str
    sub: str = ""
    gauges: tuple[Gauge, ...] = ()
    alerts: tuple[Alert, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a pace that does not lead to the last turn."""
        for gauge in self.gauges:
            if gauge.pace and len(gauge.pace) != self.turns + 1:
                raise ValueError(
                    f"the pace of {gauge.name!r} has {len(gauge.pace)} values; it needs one for each turn from 0 to "
                    f"{self.turns}"
                )


class Ranged(msgspec.Struct, frozen=True, kw_only=True):
    """A value that each team sets for itself, such as a price, with its usual range. `key` is the same in all teams;
    `note` says how the team agreed on it.
    """

    key: str
    label: str
    low: int
    high: int
    value: int | None = None
    note: str = ""


class Decided(msgspec.Struct, frozen=True, kw_only=True):
    """A decision of a seat in a turn, in a few words; without a seat it is of the whole table.
    `amount` is for files.
    """

    turn: int
    words: str
    seat: int | None = None
    amount: int | None = None


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """The data for a comparison of teams, besides the gauges. `across` names the two gauges of the scatter chart."""

    across: tuple[str, str] | None = None
    ranges_title: str = ""
    ranges_unit: str = ""
    ranges: tuple[Ranged, ...] = ()
    decisions: tuple[Decided, ...] = ()


def _so_far(gauge: Gauge, turn: int) -> LineSoFar:
    value, par = gauge.series[turn], gauge.pace[turn]
    missed = max(0, value - par if gauge.fewer else par - value)
    return LineSoFar(label=gauge.label, value=value, target=par, met=not missed, missed_by=missed)


def targets_so_far(progress: Progress) -> SoFar | None:
    """The collective targets of a running match: the gauges with a target and a pace. None before the first turn is
    finished, and for a game without a pace: no pace is invented.
    """
    gauges = [each for each in progress.gauges if each.target is not None and each.pace]
    turn = min((len(each.series) - 1 for each in gauges), default=0)
    if turn < 1 or any(turn >= len(each.pace) for each in gauges):
        return None
    return SoFar(turn=turn, lines=tuple(_so_far(each, turn) for each in gauges))

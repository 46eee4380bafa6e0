"""How a game is watched from outside while it is played: its gauges for a monitor, its figures for a comparison of
teams. All of it is built from the observer's view and from events that everybody may know.
"""

import msgspec


class Gauge(msgspec.Struct, frozen=True, kw_only=True):
    """A figure of a running match. `name` is for addresses and files, `label` and `unit` are in the current language.

    `least` and `most` are what it can still come to at the end. `series` are its values after each turn that is done,
    from turn 0 on, `pace` those of a match that ends exactly on the target, up to the last turn. `fewer` says that
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
        """How far the last turn that is done lies above the pace; None where there is nothing to compare."""
        done = len(self.series) - 1
        return self.series[done] - self.pace[done] if 0 < done < len(self.pace) else None

    @property
    def is_off(self) -> bool:
        """Is it more than a third off the pace, to the bad side?"""
        off, done = self.ahead, len(self.series) - 1
        if off is None:
            return False
        return 3 * (off if self.fewer else -off) > self.pace[done]

    @property
    def is_over(self) -> bool:
        """Is it on the bad side of its target already, where less is better?"""
        return self.fewer and self.target is not None and self.value > self.target

    @property
    def out_of_reach(self) -> bool:
        """Can the target not be met any more?"""
        if self.target is None or self.least is None or self.most is None:
            return False
        return self.least > self.target if self.fewer else self.most < self.target


class LineSoFar(msgspec.Struct, frozen=True, kw_only=True):
    """A collective target on the way: `value` after the last turn that is done against `target`, the game's own par for
    that turn. `missed_by` is 0 where it is met.
    """

    label: str
    value: int
    target: int
    met: bool
    missed_by: int


class SoFar(msgspec.Struct, frozen=True, kw_only=True):
    """The collective targets after `turn`, the last one that is done."""

    turn: int
    lines: tuple[LineSoFar, ...]


class Alert(msgspec.Struct, frozen=True, kw_only=True):
    """Something that whoever runs the match should know at once: `badge` in one or two words, `words` in a sentence
    (safe HTML). `turn` is when it happened, `seat` whom it is about.
    """

    badge: str
    words: str
    turn: int
    seat: int | None = None


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """Where a match is and how it stands. `sub` says which turn (activity 7 of 12)."""

    turn: int
    turns: int
    title: str
    sub: str = ""
    gauges: tuple[Gauge, ...] = ()
    alerts: tuple[Alert, ...] = ()


class Ranged(msgspec.Struct, frozen=True, kw_only=True):
    """Something that each team settles for itself, such as a price, against what is usual. `key` is the same in all
    teams; `note` says how it was settled.
    """

    key: str
    label: str
    low: int
    high: int
    value: int | None = None
    note: str = ""


class Decided(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat decided in a turn, in a few words; no seat is all of them together. `amount` is for files."""

    turn: int
    words: str
    seat: int | None = None
    amount: int | None = None


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """What is laid side by side with other teams, besides the gauges. `across` names the two gauges of the scatter
    chart.
    """

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
    """How a match that is not over stands against the collective targets: the gauges that have a target and a pace.
    None before the first turn is done, and for a game that tells no pace: nothing is made up.
    """
    gauges = [each for each in progress.gauges if each.target is not None and each.pace]
    turn = min((len(each.series) - 1 for each in gauges), default=0)
    if turn < 1 or any(turn >= len(each.pace) for each in gauges):
        return None
    return SoFar(turn=turn, lines=tuple(_so_far(each, turn) for each in gauges))

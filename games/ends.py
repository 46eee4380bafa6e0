"""When a match will end, worked out before it begins.

The model. A match is a chain of rounds (`games.kit.tempo.Rounds`), each of which lasts until the last of those whom it
waits for has answered, at the latest until the deadline. So a match cannot last longer than its rounds with every
deadline run out, by the hours of its pace: nights, weekends and holidays, to the minute. That is the latest end.

How much earlier it ends depends on people. Over days some never answer, and whoever answers does so late: one answer
in four comes at any moment of its time, three in four in its last quarter. Played so with the real rules and one person
in ten who never answers, nine matches in ten and more take at least two thirds of the longest time, which is the
earliest end told (`python -m benchmarks.ends` plays them; with people who answer earlier it is told too late). In a
room everybody is there and answers at any moment of the time, and a match takes at least half of the longest time.

With late policy "wait" the latest end holds only while nobody stays away, and reserves of time (`Pace.bank`) that are
used come on top.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import msgspec

from games.kit.tempo import Rounds
from games.pace import MAX_DAYS, MOST_HOURS, Pace, due_at, not_at_a_quiet_time

EARLIEST: Final = {"async": (2, 3), "live": (1, 2)}
"""The shortest part of its longest time that a match usually takes."""


@dataclass(frozen=True)
class Ends:
    """Between which moments a match usually ends."""

    earliest: datetime
    latest: datetime


def ends(pace: Pace, rounds: Rounds | None, start: datetime, extra: int = 0) -> Ends | None:
    """When a match that begins at `start` ends, where somebody has `extra` percent more time. None without deadlines,
    for a game of which nothing is known, and for a match of more than MAX_DAYS.
    """
    if rounds is None or pace.mode == "free":
        return None
    latest = _run_out(pace, rounds.most, rounds.timed, start, extra)
    if latest is None:
        return None
    quick = latest if rounds.least == rounds.most else _run_out(pace, rounds.least, rounds.timed, start, 0)
    part, whole = EARLIEST[pace.mode]
    soonest = start + ((quick or latest) - start) * part / whole
    return Ends(min(not_at_a_quiet_time(pace, soonest), latest), latest)


def hours_to_end_by(pace: Pace, rounds: Rounds | None, start: datetime, by: datetime, extra: int = 0) -> int | None:
    """The most hours for a decision with which a match over days ends at the latest at `by`; None where not even one
    hour does, and for a game of which nothing is known.
    """
    fitting, beyond = 0, MOST_HOURS + 1
    while rounds is not None and beyond - fitting > 1:
        hours = (fitting + beyond) // 2
        told = ends(msgspec.structs.replace(pace, mode="async", hours=hours), rounds, start, extra)
        fitting, beyond = (hours, beyond) if told is not None and told.latest <= by else (fitting, hours)
    return fitting or None


def _run_out(pace: Pace, number: int, timed: tuple[int, ...], start: datetime, extra: int) -> datetime | None:
    """The end of so many rounds that all last until their deadline; None for one more than MAX_DAYS away."""
    moment = start
    for turn in range(number):
        due = due_at(pace, timed[turn] if turn < len(timed) else None, moment, extra)
        if due is None or due - start > timedelta(days=MAX_DAYS):
            return None
        moment = due
    return moment

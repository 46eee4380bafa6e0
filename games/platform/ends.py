"""The expected end of a match, computed before the match begins.

The model. A match is a chain of rounds (`games.ui.tempo.Rounds`). Each round lasts until all its players have
answered, at the latest until the deadline. So a match lasts at most as long as its rounds with every deadline run
out. The hours of its pace count: nights, weekends and holidays, to the minute. That is the latest end.

The earliest end depends on people. Over days some never answer, and the others answer late. One answer in four comes
at any moment of its time, three in four in its last quarter. In such play, with the real rules and one person in ten
who never answers, most matches are long. Nine in ten take at least two thirds of the longest time. That is the
earliest end (`python -m benchmarks.ends` plays them). With people who answer earlier, it is too late. In a room
everybody is there and answers at any moment of the time. A match there takes at least half of the longest time.

With late policy "wait" the latest end holds only while nobody stays away. Reserves of time (`Pace.bank`) come on top.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import msgspec

from games.platform.pace import MAX_DAYS, MOST_HOURS, Pace, due_at, not_at_a_quiet_time
from games.ui.tempo import Rounds

EARLIEST: Final = {"async": (2, 3), "live": (1, 2)}
"""The shortest usual share of the longest time, as (numerator, denominator) by mode."""


@dataclass(frozen=True)
class Ends:
    """The earliest and the latest usual end of a match."""

    earliest: datetime
    latest: datetime


def ends(pace: Pace, rounds: Rounds | None, start: datetime, extra: int = 0) -> Ends | None:
    """The usual ends of a match that begins at `start`, if somebody has `extra` percent more time. None without
    deadlines, for a game of unknown rounds, and for a match of more than MAX_DAYS.
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
    """The most hours for a decision with which a match over days ends at the latest at `by`. None if one hour is too
    much, and for a game of unknown rounds.
    """
    fitting, beyond = 0, MOST_HOURS + 1
    while rounds is not None and beyond - fitting > 1:
        hours = (fitting + beyond) // 2
        told = ends(msgspec.structs.replace(pace, mode="async", hours=hours), rounds, start, extra)
        fitting, beyond = (hours, beyond) if told is not None and told.latest <= by else (fitting, hours)
    return fitting or None


def _run_out(pace: Pace, number: int, timed: tuple[int, ...], start: datetime, extra: int) -> datetime | None:
    """The end of `number` rounds that all last until their deadline; None for one more than MAX_DAYS away."""
    moment = start
    for turn in range(number):
        due = due_at(pace, timed[turn] if turn < len(timed) else None, moment, extra)
        if due is None or due - start > timedelta(days=MAX_DAYS):
            return None
        moment = due
    return moment

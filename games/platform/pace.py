"""The time for a decision: minutes in a room, or hours that exclude nights, weekends and holidays."""

from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Annotated, Literal
from zoneinfo import ZoneInfo, available_timezones

import msgspec
from msgspec import Meta

from games.engine import codec

MAX_DAYS = 400
MOST_HOURS = 1000
"""The longest time for a decision, in hours."""
LEAST_OPEN_HOURS = 6
"""Fewest hours of a day outside the quiet times of a pace."""


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pace of a match. `mode` "free" has no deadlines, "live" counts minutes, "async" hours.

    In "live" pace a limit of the rules themselves (a negotiation's minutes) comes before `minutes`. Quiet hours are
    local to `time_zone`,
    from `quiet_from` to `quiet_to` (whole hours, equal: none); they, weekends and `holidays` stop the clock of
    "async" pace. `bank` are the minutes that each seat has in reserve for the whole match, for when a deadline passes.
    """

    mode: Literal["free", "live", "async"] = "free"
    minutes: Annotated[int, Meta(ge=1, le=1440)] = 3
    hours: Annotated[int, Meta(ge=1, le=MOST_HOURS)] = 24
    bank: Annotated[int, Meta(ge=0, le=10_000)] = 0
    quiet_from: Annotated[int, Meta(ge=0, le=23)] = 0
    quiet_to: Annotated[int, Meta(ge=0, le=23)] = 0
    weekends: bool = False
    holidays: Annotated[tuple[date, ...], Meta(max_length=100)] = ()
    time_zone: Annotated[str, Meta(max_length=64)] = "UTC"

    def __post_init__(self) -> None:
        if self.time_zone not in available_zones():
            raise ValueError("this time zone is not known")
        if (self.quiet_to - self.quiet_from) % 24 > 24 - LEAST_OPEN_HOURS:
            raise ValueError("quiet hours must leave six hours of a day")


@cache
def available_zones() -> frozenset[str]:
    """The names of all time zones."""
    return frozenset(available_timezones())


def parse_pace(data: dict[str, object]) -> Pace:
    """The pace stored on a match."""
    return codec.convert(data, Pace)


def lengthened(time: timedelta, extra: int) -> timedelta:
    """A time with `extra` percent added, rounded down to the microsecond."""
    return time * (100 + extra) // 100


def due_at(pace: Pace, minutes: int | None, opened_at: datetime, extra: int = 0) -> datetime | None:
    """The deadline of a decision opened at `opened_at`; None if it has none. `minutes` is the rules' own limit,
    `extra` the percentage of extra time for the seat.
    """
    if pace.mode == "free":
        return None
    opened_at = opened_at.astimezone(UTC)  # hours of a local time would be those of the wall clock
    if pace.mode == "live":
        return opened_at + lengthened(timedelta(minutes=minutes or pace.minutes), extra)
    return after_running(pace, lengthened(timedelta(hours=pace.hours), extra), opened_at)


def not_at_a_quiet_time(pace: Pace, moment: datetime) -> datetime:
    """The moment itself, or the end of the quiet time that it falls into."""
    return moment if pace.mode != "async" else after_running(pace, timedelta(0), moment.astimezone(UTC))


def is_quiet(pace: Pace, moment: datetime) -> bool:
    """Is this a quiet time, in which no clock runs and no notification is sent?"""
    local = moment.astimezone(ZoneInfo(pace.time_zone))
    if pace.weekends and local.weekday() >= 5:
        return True
    if local.date() in pace.holidays:
        return True
    start, end = pace.quiet_from, pace.quiet_to
    if start < end:
        return start <= local.hour < end
    return start != end and (local.hour >= start or local.hour < end)


def after_running(pace: Pace, left: timedelta, moment: datetime) -> datetime:
    """The moment at which a clock has run for `left`, quiet times excluded. Quiet times begin and end on local full
    hours. A time that ends when a quiet time begins is due at the end of the quiet time.
    """
    zone = ZoneInfo(pace.time_zone)
    for _ in range(24 * MAX_DAYS):
        next_hour = _next_full_hour(moment, zone)
        if not is_quiet(pace, moment):
            if moment + left < next_hour:
                return moment + left
            left -= next_hour - moment
        moment = next_hour
    raise ValueError("this pace leaves no time to decide")


def after(pace: Pace, left: timedelta, moment: datetime) -> datetime:
    """The moment at which a clock has run for `left` since `moment`, in any pace."""
    moment = moment.astimezone(UTC)
    return after_running(pace, left, moment) if pace.mode == "async" else moment + left


def ran(pace: Pace, since: datetime, until: datetime) -> timedelta:
    """The time that a clock ran between two moments; at least 0."""
    moment, until = since.astimezone(UTC), until.astimezone(UTC)
    if pace.mode != "async":
        return max(timedelta(0), until - moment)
    zone, total = ZoneInfo(pace.time_zone), timedelta(0)
    while moment < until:
        next_hour = min(_next_full_hour(moment, zone), until)
        if not is_quiet(pace, moment):
            total += next_hour - moment
        moment = next_hour
    return total


def _next_full_hour(moment: datetime, zone: ZoneInfo) -> datetime:
    local = moment.astimezone(zone)
    into_hour = timedelta(minutes=local.minute, seconds=local.second, microseconds=local.microsecond)
    return moment + (timedelta(hours=1) - into_hour)

"""Whole-day events of calendar files (.ics), with repetitions, moved and cancelled days. Each wanted day is tested
against the rules. The time therefore grows with the number of wanted days only, not with the age of a rule.
"""

from calendar import monthrange
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Any, Final

from icalendar import Calendar
from icalendar.error import BrokenCalendarProperty

MOST_EVENTS: Final = 3_000
MOST_REPEATED: Final = 500
MOST_COUNTED: Final = timedelta(days=800)
"""The greatest age of a rule with a fixed number of repetitions, which is followed from its first day."""
AHEAD: Final = timedelta(days=400)
"""The time ahead beyond which days of a calendar file are left out."""
LONGEST: Final = timedelta(days=400)
DAY: Final = timedelta(days=1)
WEEKDAYS: Final = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
PARTS: Final = {
    "DAILY": {"BYDAY"},
    "WEEKLY": {"BYDAY"},
    "MONTHLY": {"BYDAY", "BYMONTHDAY"},
    "YEARLY": {"BYDAY", "BYMONTHDAY", "BYMONTH"},
}
"""The parts of a rule that are read, besides interval, end and start of the week."""


class NoCalendar(ValueError):
    """A file that cannot be used: `what` is "format", "large" or "empty", the last with the events `left_out`."""

    def __init__(self, what: str, left_out: "tuple[LeftOut, ...]" = ()) -> None:
        super().__init__(what)
        self.what, self.left_out = what, left_out


@dataclass(frozen=True)
class LeftOut:
    """An event that does not count: `what` is "cancelled", "hours", "rule" or "broken"."""

    name: str
    what: str


@dataclass(frozen=True)
class Days:
    """The days of a file, and the events left out of it."""

    days: set[date]
    left_out: tuple[LeftOut, ...] = ()


@dataclass(frozen=True)
class _Rule:
    """The repetition of an event from its `start` on."""

    start: date
    freq: str
    interval: int = 1
    until: date = date.max
    count: int = 0
    weekdays: tuple[tuple[int, int], ...] = ()
    month_days: tuple[int, ...] = ()
    months: tuple[int, ...] = ()
    week_start: int = 0


@dataclass
class _Series:
    """The events of one UID: the repeating one, and events that replace single days."""

    replaced: set[date] = field(default_factory=set)
    has_later: bool = False


class _Unread(ValueError):
    """An event that does not count, with the reason of LeftOut."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


def read_calendar(content: bytes, first: date, zone: tzinfo = UTC) -> Days:
    """The days of the whole-day events of a calendar file, from `first` on and not more than AHEAD. Events from
    midnight to midnight, by their own clock or that of `zone`, are whole days. Raises NoCalendar.
    """
    try:
        calendars = list(Calendar.from_ical(content, multiple=True))
        events = [event for each in calendars for event in each.walk("VEVENT")]
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        raise NoCalendar("format") from None
    if not calendars:
        raise NoCalendar("format")
    if len(events) > MOST_EVENTS or sum("RRULE" in event for event in events) > MOST_REPEATED:
        raise NoCalendar("large")
    is_off = any(str(each.get("METHOD", "")).upper() == "CANCEL" for each in calendars)
    series = _series(events, zone)
    found: set[date] = set()
    left_out = []
    for event in events:
        try:
            found |= _days_of(event, series, first, zone, is_off)
        except _Unread as reason:
            left_out.append(LeftOut(_name(event), reason.what))
    if not found:
        raise NoCalendar("empty", tuple(left_out))
    return Days(found, tuple(left_out))


def _name(event: Any) -> str:
    return str(event.get("SUMMARY", "")).strip()[:60]


def _series(events: Iterable[Any], zone: tzinfo) -> dict[str, _Series]:
    found: dict[str, _Series] = {}
    for event in events:
        instead_of = _value(event, "RECURRENCE-ID")
        if instead_of is not None:
            series = found.setdefault(str(event.get("UID", "")), _Series())
            series.replaced.add(_date(instead_of, zone))
            series.has_later |= "RANGE" in getattr(event["RECURRENCE-ID"], "params", {})
    return found


def _days_of(event: Any, series: dict[str, _Series], first: date, zone: tzinfo, is_off: bool) -> set[date]:
    """The wanted days of one event. Raises _Unread."""
    if is_off or str(event.get("STATUS", "")).upper() == "CANCELLED":
        raise _Unread("cancelled")
    start, length = _span(event, zone)
    last = first + AHEAD
    if "RECURRENCE-ID" in event:
        starts = {start}
    else:
        own = series.get(str(event.get("UID", "")), _Series())
        if own.has_later:
            raise _Unread("rule")
        begin = max(first, date.min + length) - length
        starts = {day for day in _starts(event, start, begin, last, zone) if day not in own.replaced}
    return _covered(starts, length, first, last)


def _covered(starts: Iterable[date], length: timedelta, first: date, last: date) -> set[date]:
    """The days from `first` to `last` that lie in an event, each tested once."""
    found: set[date] = set()
    for start in sorted(starts):
        if start > last:
            break
        day, end = max(start, first), min(start + length, last)
        while day <= end:
            found.add(day)
            day += DAY
        first = max(first, day)
    return found


def _span(event: Any, zone: tzinfo) -> tuple[date, timedelta]:
    """The first day of an event, and its length to the last day. Raises _Unread."""
    start, end, length = (_value(event, name) for name in ("DTSTART", "DTEND", "DURATION"))
    if not isinstance(start, date):
        raise _Unread("broken")
    if isinstance(start, datetime):
        start, end = _whole(event, start, end, length, zone)
    if isinstance(end, date) and not isinstance(end, datetime):
        length = end - start
    longer = (length if isinstance(length, timedelta) else DAY) - DAY
    return start, min(max(longer, timedelta()), LONGEST, date.max - start)


def _whole(event: Any, start: datetime, end: Any, length: Any, zone: tzinfo) -> tuple[date, date]:
    """First day and day after the last of an event from midnight to midnight. Raises _Unread."""
    try:
        if not isinstance(end, datetime):
            end = start + length if isinstance(length, timedelta) else start
        clocks = [(start, end)]
        if start.tzinfo is not None and end.tzinfo is not None:
            clocks.append((start.astimezone(zone), end.astimezone(zone)))
    except (OverflowError, ValueError):
        raise _Unread("broken") from None
    for begin, stop in clocks:
        if begin.time() == stop.time() == time() and begin.date() < stop.date():
            return begin.date(), stop.date()
    if str(event.get("X-MICROSOFT-CDO-ALLDAYEVENT", "")).upper() == "TRUE":
        return start.date(), max(end.date(), start.date() + DAY)
    raise _Unread("hours")


def _starts(event: Any, start: date, begin: date, last: date, zone: tzinfo) -> Iterator[date]:
    """The first days of each repetition of an event from `begin` to `last`, without excluded days. Raises _Unread for
    an unsupported rule.
    """
    taken_out = _listed(event, "EXDATE", zone)
    found = {start, *_listed(event, "RDATE", zone)}
    if "RRULE" in event:
        found.update(_repeated(_rule(event["RRULE"], start, zone), begin, last))
    yield from (day for day in found if day not in taken_out)


def _listed(event: Any, name: str, zone: tzinfo) -> set[date]:
    """The days of EXDATE or RDATE; the first day of a period. Raises _Unread."""
    given = event.get(name, [])
    try:
        values = [each.dt for part in (given if isinstance(given, list) else [given]) for each in part.dts]
        return {_date(value[0] if isinstance(value, tuple) else value, zone) for value in values}
    except (AttributeError, TypeError, ValueError, IndexError, BrokenCalendarProperty):
        raise _Unread("rule") from None


def _date(value: Any, zone: tzinfo) -> date:
    """The day of a date or a moment; a midnight, there or in `zone`, is the day that begins."""
    if not isinstance(value, datetime):
        return value if isinstance(value, date) else date.max
    try:
        here = value.astimezone(zone) if value.tzinfo is not None else value
    except (OverflowError, ValueError):
        return value.date()
    return here.date() if here.time() == time() else value.date()


def _rule(given: Any, start: date, zone: tzinfo) -> _Rule:
    """A rule of a file. Raises _Unread for unsupported parts."""
    try:
        freq = str(given["FREQ"][0]).upper()
        known = PARTS[freq] | {"FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST"}
        until = given.get("UNTIL", [date.max])[0]
        rule = _Rule(
            start=start,
            freq=freq,
            interval=int(given.get("INTERVAL", [1])[0]),
            until=_date(until, zone),
            count=int(given.get("COUNT", [0])[0]),
            weekdays=tuple(_weekday(str(each)) for each in given.get("BYDAY", [])),
            month_days=tuple(int(each) for each in given.get("BYMONTHDAY", [])),
            months=tuple(int(each) for each in given.get("BYMONTH", [])),
            week_start=WEEKDAYS.index(str(given.get("WKST", ["MO"])[0]).upper()),
        )
    except (AttributeError, KeyError, ValueError, IndexError, TypeError):
        raise _Unread("rule") from None
    numbered = any(number for number, _day in rule.weekdays)
    yearly_days = freq == "YEARLY" and rule.weekdays and not rule.months
    if (
        set(given) - known
        or (numbered and freq in ("DAILY", "WEEKLY"))
        or yearly_days
        or not _is_in_bounds(rule, given)
    ):
        raise _Unread("rule")
    return rule


def _is_in_bounds(rule: _Rule, given: Any) -> bool:
    days_exist = all(1 <= abs(day) <= 31 for day in rule.month_days)
    months_exist = all(1 <= month <= 12 for month in rule.months)
    return days_exist and months_exist and rule.interval > 0 and (rule.count > 0 or "COUNT" not in given)


def _weekday(said: str) -> tuple[int, int]:
    """-1FR as number in the month (0: each) and day from Monday on."""
    return int(said[:-2] or 0), WEEKDAYS.index(said[-2:].upper())


def _repeated(rule: _Rule, begin: date, last: date) -> Iterator[date]:
    """The days of a rule from `begin` to `last`. Raises _Unread."""
    day = max(begin, rule.start)
    if rule.count:
        if begin - rule.start > MOST_COUNTED:
            raise _Unread("rule")
        day = rule.start
    times = 0
    while day <= min(last, rule.until):
        if day == rule.start or _falls_on(rule, day):
            times += 1
            if rule.count and times > rule.count:
                return
            yield day
        day += DAY


def _falls_on(rule: _Rule, day: date) -> bool:
    return _period(rule, day) % rule.interval == 0 and _is_meant(rule, day)


def _period(rule: _Rule, day: date) -> int:
    """The number of days, weeks, months or years since the start."""
    if rule.freq == "DAILY":
        return (day - rule.start).days
    if rule.freq == "WEEKLY":
        return (_week(rule, day) - _week(rule, rule.start)) // 7
    years = day.year - rule.start.year
    return years if rule.freq == "YEARLY" else 12 * years + day.month - rule.start.month


def _week(rule: _Rule, day: date) -> int:
    """The first day of a week, as a number of days."""
    return day.toordinal() - (day.weekday() - rule.week_start) % 7


def _is_meant(rule: _Rule, day: date) -> bool:
    """Does the rule include this day of its period? Parts that the rule lacks are those of the start. Days of the month
    without months are for all months (RFC 5545, 3.3.10).
    """
    if rule.freq in ("DAILY", "WEEKLY"):
        usual = () if rule.freq == "DAILY" else ((0, rule.start.weekday()),)
        weekdays = rule.weekdays or usual
        return not weekdays or (0, day.weekday()) in weekdays
    months = rule.months or (() if rule.month_days else (rule.start.month,))
    if rule.freq == "YEARLY" and months and day.month not in months:
        return False
    length = monthrange(day.year, day.month)[1]
    if rule.month_days and not {day.day, day.day - length - 1} & set(rule.month_days):
        return False
    if rule.weekdays:
        numbers = {0, (day.day - 1) // 7 + 1, -((length - day.day) // 7) - 1}
        return any(weekday == day.weekday() and number in numbers for number, weekday in rule.weekdays)
    return bool(rule.month_days) or day.day == rule.start.day


def _value(event: Any, name: str) -> Any:
    """A date or a time of an event; None for one that is missing, written twice or broken."""
    try:
        return event[name].dt
    except (KeyError, AttributeError, ValueError, BrokenCalendarProperty):
        return None

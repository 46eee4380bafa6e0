"""Days on which no clock runs: read as people write them, and the public holidays of France."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from classrooms.play.sessions.calendars import AHEAD

MOST_DAYS: Final = 100
MOST_PARTS: Final = 400
"""Days and ranges that are read at all."""
LONGEST_PART: Final = 60
"""Signs of a day or a range. Patterns are for short texts: blanks could hold them for long."""

_ISO: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_LOCAL: Final = re.compile(r"(\d{1,2})([/.-])(\d{1,2})(?:\2(\d{4}|\d{2})?)?")
_BETWEEN: Final = re.compile(
    r"\s*(?:–|—|\.\.+|\s-\s|-(?=\d{1,2}[/.])|\bto\b|\buntil\b|\bau\b|\bjusqu'au\b|\bà\b)\s*", re.IGNORECASE
)
_BEFORE: Final = re.compile(r"(?:from|du)\s+", re.IGNORECASE)


class Unreadable(ValueError):
    """A line without a valid day: its number from 1, its text, and the kind of error ("date", "order", "range",
    "many").
    """

    def __init__(self, line: int, text: str, what: str) -> None:
        super().__init__(f"line {line}: {text}")
        self.line, self.text, self.what = line, text, what


@dataclass(frozen=True)
class _Day:
    """A day as it was typed; without a year it is the next such day."""

    day: int
    month: int
    year: int | None


def read_days(text: str, first: date) -> set[date]:
    """Days and ranges, one a line or with commas between them: 2026-12-24, 24/12, 24.12.–2.1., 24-12 to 2-1.

    The day comes before the month. A day without a year is the next one from `first` on; a range without years is the
    next one that is not over. Raises Unreadable.
    """
    found: set[date] = set()
    parts = 0
    for number, line in enumerate(text.splitlines(), start=1):
        for part in filter(None, (each.strip() for each in line.replace(";", ",").split(","))):
            parts += 1
            if parts > MOST_PARTS:
                raise Unreadable(number, part, "many")
            found.update(_parse_dates(part, number, first))
    return found


def _parse_dates(text: str, line: int, first: date) -> Iterable[date]:
    if len(text) > LONGEST_PART:
        raise Unreadable(line, text, "date")
    ends = [_day(each, text, line) for each in _BETWEEN.split(_BEFORE.sub("", text, count=1))]
    if len(ends) == 1:
        return (_dated(ends[0], text, line, first),)
    if len(ends) != 2:
        raise Unreadable(line, text, "date")
    begin, end = ends
    if begin.year is not None:
        start = _dated(begin, text, line, first)
        stop = _dated(end, text, line, start)
    else:
        stop = _dated(end, text, line, first)
        year = stop.year if (begin.month, begin.day) <= (stop.month, stop.day) else stop.year - 1
        start = _dated(_Day(begin.day, begin.month, year), text, line, first)
    if not start <= stop or stop - start > AHEAD:
        raise Unreadable(line, text, "range")
    return _days(start, stop)


def _day(text: str, whole: str, line: int) -> _Day:
    if iso := _ISO.fullmatch(text):
        year, month, day = map(int, iso.groups())
    elif local := _LOCAL.fullmatch(text):
        day, month = int(local[1]), int(local[3])
        year = int(local[4]) if local[4] else 0
        year += 2000 if local[4] and len(local[4]) == 2 else 0
    else:
        raise Unreadable(line, whole, "date")
    if month > 12 and day <= 12:
        raise Unreadable(line, whole, "order")
    return _Day(day, month, year or None)


def _dated(day: _Day, text: str, line: int, first: date) -> date:
    years = [day.year] if day.year is not None else range(first.year, first.year + 9)
    for year in years:
        try:
            found = date(year, day.month, day.day)
        except ValueError:  # no such day, in this year at least
            continue
        if day.year is not None or found >= first:
            return found
    raise Unreadable(line, text, "date")


def _days(start: date, stop: date) -> Iterator[date]:
    for number in range((stop - start).days + 1):
        yield start + timedelta(days=number)


def spans_of(days: Iterable[date]) -> list[tuple[date, date]]:
    """First and last day of each run of days that follow each other."""
    found: list[tuple[date, date]] = []
    for day in sorted(days):
        if found and day - found[-1][1] <= timedelta(days=1):
            found[-1] = (found[-1][0], day)
        else:
            found.append((day, day))
    return found


def written(days: Iterable[date]) -> str:
    """Days as `read_days` reads them, a run a line."""
    return "\n".join(str(first) if first == last else f"{first} – {last}" for first, last in spans_of(days))


def easter(year: int) -> date:
    """Easter Sunday of the Gregorian calendar (the anonymous algorithm of 1876)."""
    a, (b, c) = year % 19, divmod(year, 100)
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    weekday = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 19 * weekday) // 433
    month = (h + weekday - 7 * m + 90) // 25
    return date(year, month, (h + weekday - 7 * m + 33 * month + 19) % 32)


def french_holidays(first: date, last: date) -> set[date]:
    """The eleven public holidays of France (Code du travail, L3133-1) from `first` to `last`, both included."""
    found: set[date] = set()
    for year in range(first.year, last.year + 1):
        fixed = ((1, 1), (5, 1), (5, 8), (7, 14), (8, 15), (11, 1), (11, 11), (12, 25))
        found.update(date(year, month, day) for month, day in fixed)
        found.update(
            easter(year) + timedelta(days=days) for days in (1, 39, 50)
        )  # Easter Monday, Ascension, Whit Monday
    return {day for day in found if first <= day <= last}

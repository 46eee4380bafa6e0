"""Due times of decisions from the pace and the seats' extra time, and changes of due times."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, Protocol

from django.db.models import F, Max

from games.models import Decision, Match, SeatHolder
from games.platform import pace

MICROSECOND: Final = timedelta(microseconds=1)


class PromptTiming(Protocol):
    """The fields of a prompt or a stored decision that its due time depends on."""

    @property
    def seat(self) -> int: ...
    @property
    def key(self) -> str: ...
    @property
    def minutes(self) -> int | None: ...
    @property
    def optional(self) -> bool: ...


class DueTimes:
    """The due times of a match's prompts; the data are read once for all of them.

    If a seat has several holders, the most extra time counts. Prompts of several seats under one key (the two sides
    of a negotiation) end together. So they last as long as the slowest seat may take.
    """

    def __init__(self, match: Match, asked: Iterable[PromptTiming]) -> None:
        self.limits = pace.parse_pace(match.pace)
        self._stands = match.awaits_people
        by_seat = extra_times(match) if self.limits.mode != "free" else {}
        self._extra: dict[str, int] = {}
        for each in asked if by_seat else ():
            self._extra[each.key] = max(self._extra.get(each.key, 0), by_seat.get(each.seat, 0))

    def percent(self, each: PromptTiming) -> int:
        """The extra time for an answer in percent."""
        return self._extra.get(each.key, 0)

    def due_at(self, each: PromptTiming, opened_at: datetime) -> datetime | None:
        """The due time of an answer. None for an optional one, without deadlines, and while the match waits for its
        people.
        """
        if each.optional or self._stands:
            return None
        return pace.due_at(self.limits, each.minutes, opened_at, self.percent(each))

    def later(self, each: PromptTiming, moment: datetime, by: timedelta) -> datetime:
        """A due time moved by `by`; in a quiet period it moves to the period's end."""
        return pace.not_at_a_quiet_time(self.limits, moment + by)


def extra_times(match: Match) -> dict[int, int]:
    """Percent of extra time by seat; seats without any are left out."""
    rows = SeatHolder.objects.filter(seat__match=match, released_at__isnull=True, extra_time__gt=0)
    return dict(rows.values_list("seat__index").annotate(most=Max("extra_time")).order_by("seat__index"))


Left = dict[str, int]
"""Microseconds that are left for open answers, by `place_of`."""


def place_of(decision: Decision) -> str:
    """A name of a decision that is the same in the match and in its forks."""
    return f"{decision.seat}:{decision.key}"


def time_left(match: Match, now: datetime) -> Left:
    """The remaining time of each open answer; answers without a due time are left out."""
    limits, since = pace.parse_pace(match.pace), match.paused_at or now
    rows = match.decisions.filter(closed_at__isnull=True, due_at__isnull=False)
    return {place_of(row): pace.ran(limits, since, row.due_at) // MICROSECOND for row in rows if row.due_at}


def give_time_left(match: Match, left: Left, now: datetime) -> None:
    """Set the remaining time of open answers, from now on. Call it inside the transaction that locked the match."""
    limits, since = pace.parse_pace(match.pace), match.paused_at or now
    rows = [row for row in match.decisions.filter(closed_at__isnull=True) if place_of(row) in left]
    for row in rows:
        row.due_at = pace.after(limits, left[place_of(row)] * MICROSECOND, since)
    Decision.objects.bulk_update(rows, ["due_at"])


def move_due_times(match: Match, by: timedelta, *, given: bool = False) -> None:
    """Move due times by `by`, and on to the end of a quiet period. Call it inside the transaction that locked the
    match. `given` time is longer for seats with extra time; a move by a pause is not.
    """
    rows = list(match.decisions.filter(closed_at__isnull=True, due_at__isnull=False))
    times = DueTimes(match, rows)
    for row in rows:
        if row.due_at is not None:
            more = pace.lengthened(by, times.percent(row)) if given else by
            row.due_at = times.later(row, row.due_at, more)
    Decision.objects.bulk_update(rows, ["due_at"])
    if match.pace.get("bank"):
        # A running reserve is stopped meanwhile: given time is not taken from it.
        match.seats.filter(bank_since__isnull=False).update(bank_since=F("bank_since") + by)

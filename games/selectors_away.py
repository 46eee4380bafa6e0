"""Plans of people who are away, as a table shows them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.models import AuthorKind, AwayPlan, Event, Match
from games.selectors import events_until


@dataclass(frozen=True)
class AwayLine:
    """A plan that holds now or later. `content` is for its owner alone."""

    row: AwayPlan
    seat: int
    is_mine: bool

    @property
    def until(self) -> datetime:
        return self.row.ends_at


def away_lines(match: Match, user: Any, now: datetime) -> list[AwayLine]:
    """The plans of a match that are in force, and the reader's own ones to come, by seat, in one query."""
    if match.is_over:
        return []
    rows = AwayPlan.objects.filter(seat__match=match, ended_at__isnull=True, ends_at__gt=now).select_related("seat")
    found = [AwayLine(row, row.seat.index, row.user_id == user.pk) for row in rows.order_by("seat__index", "pk")]
    return [line for line in found if line.is_mine or line.row.starts_at <= now]


def made_by_plan(match: Match, plan: AwayPlan, seats: Iterable[int], length: int) -> list[Event]:
    """The latest events about the plan's seat of moves that plans made for it since it began, newest first, as far as
    these seats may know them.
    """
    rows = events_until(match, seats).filter(
        seat=plan.seat.index,
        move__author_kind=AuthorKind.PLAN,
        move__seat=plan.seat.index,
        move__created_at__gte=plan.starts_at,
    )
    return list(rows.select_related("move").order_by("-number")[:length])

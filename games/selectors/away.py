"""Plans of people who are away, as a table shows them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from games.engine.away import MOST_IN_A_ROW
from games.models import AuthorKind, AwayPlan, Event, Match, Move, SeatHolder
from games.models.prepared import Prepared
from games.selectors import events_until


@dataclass(frozen=True)
class AwayLine:
    """A plan that holds now or later. `waits` says why its seat is not played now although its time has begun: "here"
    for somebody who holds the seat and has no plan, "row" after as many moves in a row as it may make.
    """

    row: AwayPlan
    seat: int
    is_mine: bool
    waits: str = ""

    @property
    def until(self) -> datetime:
        return self.row.ends_at


def away_lines(match: Match, user: Any, now: datetime) -> list[AwayLine]:
    """The plans of a match whose time it is, and the reader's own ones to come, by seat."""
    if match.is_over:
        return []
    open_ones = [row for row in _plans_of(match.pk) if row.ends_at > now]
    shown = [row for row in open_ones if row.user_id == user.pk or row.starts_at <= now]
    waits = _waiting(match, {row.seat.index for row in shown if row.starts_at <= now}, now)
    return [
        AwayLine(row, row.seat.index, row.user_id == user.pk, waits[row.seat.index] if row.starts_at <= now else "")
        for row in shown
    ]


@Prepared
def _plans_of(match_id: int) -> QuerySet[AwayPlan]:
    """Those that nobody ended, by seat."""
    rows = AwayPlan.objects.filter(seat__match=match_id, ended_at__isnull=True)
    return rows.select_related("seat").order_by("seat__index", "pk")


def _waiting(match: Match, seats: set[int], now: datetime) -> dict[int, str]:
    """See `AwayLine`: for each of these seats. No query where there is none."""
    if not seats:
        return {}
    in_force = plans_in_force(match, now)
    return {seat: _why(match, seat) if seat in in_force else "here" for seat in seats}


def _why(match: Match, seat: int) -> str:
    return "row" if made_in_a_row(match, seat) >= MOST_IN_A_ROW else ""


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


def plans_begun(match: Match, now: datetime) -> QuerySet[AwayPlan]:
    """The plans whose time it is."""
    return AwayPlan.objects.filter(seat__match=match, ended_at__isnull=True, starts_at__lte=now, ends_at__gt=now)


def plans_in_force(match: Match, now: datetime) -> dict[int, AwayPlan]:
    """The plan that acts for each seat now. One that several people hold is left to those of them who are here: only
    when all of them are away, the plan that was written first acts.
    """
    found: dict[int, list[AwayPlan]] = {}
    for row in plans_begun(match, now).select_related("seat", "user").order_by("created_at", "pk"):
        found.setdefault(row.seat.index, []).append(row)
    if not found:
        return {}
    holders = SeatHolder.objects.filter(seat__match=match, seat__index__in=found, released_at__isnull=True)
    held: dict[int, list[SeatHolder]] = {}
    for holder in holders.select_related("seat"):
        held.setdefault(holder.seat.index, []).append(holder)
    return {seat: plans[0] for seat, plans in found.items() if _all_away(plans, held.get(seat, ()))}


def _all_away(plans: Iterable[AwayPlan], held: Iterable[SeatHolder]) -> bool:
    """Who plays at the screen of somebody who is away is not there by themselves."""
    away = {plan.user_id for plan in plans}
    return all(holder.user_id in away or holder.together_with_id in away for holder in held)


def made_in_a_row(match: Match, seat: int) -> int:
    """Moves that plans made for a seat since its people last made one."""
    moves = Move.objects.standing().filter(match=match, seat=seat)
    last = moves.filter(author_kind=AuthorKind.PLAYER).order_by("-number").values_list("number", flat=True).first()
    return moves.filter(author_kind=AuthorKind.PLAN, number__gt=last or 0).count()

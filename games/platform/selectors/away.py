"""Plans of people who are away, as shown at a table."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from games.engine.away import MOST_IN_A_ROW
from games.models import OF_PEOPLE, AuthorKind, AwayPlan, Event, Match, Move, SeatHolder
from games.models.prepared import Prepared
from games.platform.selectors import events_until


@dataclass(frozen=True)
class AwayLine:
    """A current or future plan. `waits` is the reason why a plan whose time has begun does not play. "here": a holder
    of the seat has no plan. "row": the plan has made as many moves in a row as it may.
    """

    row: AwayPlan
    seat: int
    is_mine: bool
    waits: str = ""

    @property
    def until(self) -> datetime:
        return self.row.ends_at


def away_lines(match: Match, user: Any, now: datetime) -> list[AwayLine]:
    """The current plans of a match, and the reader's own future ones, by seat."""
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
    """Plans that were not ended, by seat."""
    rows = AwayPlan.objects.filter(seat__match=match_id, ended_at__isnull=True)
    return rows.select_related("seat").order_by("seat__index", "pk")


def _waiting(match: Match, seats: set[int], now: datetime) -> dict[int, str]:
    """`AwayLine.waits` for each of these seats. No query without seats."""
    if not seats:
        return {}
    in_force = plans_in_force(match, now)
    return {seat: _why(match, seat) if seat in in_force else "here" for seat in seats}


def _why(match: Match, seat: int) -> str:
    return "row" if made_in_a_row(match, seat) >= MOST_IN_A_ROW else ""


def made_by_plan(match: Match, plan: AwayPlan, seats: Iterable[int], length: int) -> list[Event]:
    """The latest events about the plan's seat from moves of plans since it began, newest first. Only events that
    these seats may know.
    """
    rows = events_until(match, seats).filter(
        seat=plan.seat.index,
        move__author_kind=AuthorKind.PLAN,
        move__seat=plan.seat.index,
        move__created_at__gte=plan.starts_at,
    )
    return list(rows.select_related("move").order_by("-number")[:length])


def plans_begun(match: Match, now: datetime) -> QuerySet[AwayPlan]:
    """The current plans of a match."""
    return AwayPlan.objects.filter(seat__match=match, ended_at__isnull=True, starts_at__lte=now, ends_at__gt=now)


def plans_in_force(match: Match, now: datetime) -> dict[int, AwayPlan]:
    """The plan that acts for each seat now. A shared seat is left to the holders who are not away. Only if all are
    away, the plan that was written first acts.
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
    """Are all holders away? A holder at the shared screen of an absent person is away, too."""
    away = {plan.user_id for plan in plans}
    return all(holder.user_id in away or holder.together_with_id in away for holder in held)


def made_in_a_row(match: Match, seat: int) -> int:
    """The number of plans' moves for a seat since its people last made one."""
    moves = Move.objects.kept().filter(match=match, seat=seat)
    last = moves.filter(author_kind__in=OF_PEOPLE).order_by("-number").values_list("number", flat=True).first()
    return moves.filter(author_kind=AuthorKind.PLAN, number__gt=last or 0).count()

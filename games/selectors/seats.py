"""Who asks for a seat, and how seats changed hands, as a table shows them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from games.models import Match, SeatAsk, SeatHolder
from games.permissions import Access


def asks_for(access: Access) -> list[SeatAsk]:
    """Open questions to the reader, as somebody who holds a seat, and the reader's own."""
    if access.match.is_over:
        return []
    rows = SeatAsk.objects.filter(seat__match=access.match, answer="").select_related("seat", "user")
    return list(rows.filter(Q(seat__index__in=access.seats) | Q(user=access.user)))


@dataclass(frozen=True)
class SeatChange:
    """Something that happened to a seat after the start: `what` is "sat", "left", or an ask ("asked") and what became
    of it ("refused"; one that was granted is told by who sat). `by` let them in or refused.
    """

    at: datetime
    seat: int
    what: str
    user: Any
    by: Any = None


def seat_changes(
    match: Match, *, since: datetime | None = None, before: datetime | None = None, seat: int | None = None
) -> list[SeatChange]:
    """How the seats of a match changed hands while it was played, newest first, in two queries; `since` and `before`
    bound the time.
    """
    if match.started_at is None:
        return []
    found = [
        each
        for each in _changes(match, seat)
        if each.at > match.started_at and (not match.ended_at or each.at < match.ended_at)
    ]
    found = [each for each in found if (since is None or each.at >= since) and (before is None or each.at < before)]
    return sorted(found, key=lambda each: each.at, reverse=True)


def _changes(match: Match, seat: int | None) -> list[SeatChange]:
    about = {"seat__match": match} if seat is None else {"seat__match": match, "seat__index": seat}
    moved = Q(since__gt=match.started_at) | Q(released_at__gt=match.started_at)
    held = SeatHolder.objects.filter(moved, **about).select_related("seat", "user").order_by("pk")
    asks = list(SeatAsk.objects.filter(**about).select_related("seat", "user", "answered_by"))
    let_in = {(ask.seat_id, ask.user_id, ask.answered_at): ask.answered_by for ask in asks if ask.answered_by_id}
    found = []
    for row in held:
        by = let_in.get((row.seat_id, row.user_id, row.since))
        found.append(SeatChange(row.since, row.seat.index, "sat", row.user, by))
        if row.released_at is not None:
            found.append(SeatChange(row.released_at, row.seat.index, "left", row.user))
    for ask in asks:
        found.append(SeatChange(ask.asked_at, ask.seat.index, "asked", ask.user))
        if ask.answer == SeatAsk.Answer.REFUSED and ask.answered_at is not None:
            found.append(SeatChange(ask.answered_at, ask.seat.index, "refused", ask.user, ask.answered_by))
    return found

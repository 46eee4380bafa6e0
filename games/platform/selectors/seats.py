"""Requests for seats and changes of holders, as shown at a table."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from games.models import Match, Seat, SeatAsk, SeatHolder, SeatInvite
from games.models.prepared import Prepared
from games.platform.permissions import Access, open_invites, sat_at


def asks_of(match: Match) -> list[SeatAsk]:
    """All requests for seats of a match, in the order of the seats."""
    return _asks_of(match.pk)


@Prepared
def _asks_of(match_id: int) -> QuerySet[SeatAsk]:
    return SeatAsk.objects.filter(seat__match=match_id).select_related("seat", "user", "answered_by")


@Prepared
def invites_of(match_id: int) -> QuerySet[SeatInvite]:
    """The open personal links to seats of a match."""
    return open_invites().filter(seat__match=match_id)


@Prepared
def seats_of(match_id: int) -> QuerySet[Seat]:
    """The seats of a match in their order."""
    return Seat.objects.filter(match=match_id).order_by("index")


def asks_for(access: Access, asks: Iterable[SeatAsk] | None = None) -> list[SeatAsk]:
    """The open requests for the reader's seats, and the reader's own, among `asks` (None: they are read)."""
    if access.match.is_over:
        return []
    to_me = (ask for ask in (asks_of(access.match) if asks is None else asks) if not ask.answer)
    return [ask for ask in to_me if ask.seat.index in access.seats or ask.user_id == access.user.pk]


@dataclass(frozen=True)
class SeatChange:
    """A change of a seat after the start: `what` is "sat", "left", or a request ("asked") or its refusal ("refused").
    A granted request is shown as "sat". `by` granted or refused it.
    """

    at: datetime
    seat: int
    what: str
    user: Any
    by: Any = None


def seat_changes(
    match: Match,
    sat: Iterable[SeatHolder] | None = None,
    asks: Iterable[SeatAsk] | None = None,
    *,
    since: datetime | None = None,
    before: datetime | None = None,
    seat: int | None = None,
) -> list[SeatChange]:
    """The changes of a match's seats during play, newest first; `since` and `before` bound the time. Holders and
    requests are read if not given.
    """
    if match.started_at is None:
        return []
    found = [
        each
        for each in _changes(sat_at(match.pk) if sat is None else sat, asks_of(match) if asks is None else asks)
        if each.at > match.started_at and (not match.ended_at or each.at < match.ended_at)
        if seat is None or each.seat == seat
    ]
    found = [each for each in found if (since is None or each.at >= since) and (before is None or each.at < before)]
    return sorted(found, key=lambda each: each.at, reverse=True)


def _changes(held: Iterable[SeatHolder], asks: Iterable[SeatAsk]) -> list[SeatChange]:
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

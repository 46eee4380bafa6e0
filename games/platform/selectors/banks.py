"""Reserves of time of seats, as pages show them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max

from games.models import Intervention, Match, SeatHolder
from games.platform import pace
from games.ui.dates import lasting


@dataclass(frozen=True)
class Bank:
    """The remaining reserve of a seat, without the time of a current use; `since` is the start of that use, else
    None.
    """

    left: timedelta
    since: datetime | None

    @property
    def duration_text(self) -> str:
        """The remaining reserve in words."""
        return lasting(int(self.left.total_seconds()))


@dataclass(frozen=True)
class BankUse:
    """Time that a seat used from its reserve, up to `at`: the late answer, or the end of the reserve."""

    at: datetime
    seat: int
    seconds: int

    @property
    def duration_text(self) -> str:
        """The used time in words."""
        return lasting(self.seconds)


def has_bank(match: Match) -> bool:
    """Has this match a reserve? No query."""
    return bool(match.pace.get("bank")) and match.pace.get("mode") != "free"


def bank_left(bank_used: int, limits: pace.Pace, extra: int) -> timedelta:
    """The remaining reserve, at least 0; `extra` percent longer for a holder with extra time."""
    whole = pace.lengthened(timedelta(minutes=limits.bank), extra)
    return max(timedelta(0), whole - timedelta(seconds=bank_used))


def bank_of(match: Match, index: int) -> Bank | None:
    """The reserve of one seat; None if the match has none or the seat has no holder."""
    if not has_bank(match):
        return None
    held = SeatHolder.objects.filter(seat__match=match, seat__index=index, released_at__isnull=True)
    extra = held.aggregate(most=Max("extra_time"))["most"]
    seat = match.seats.filter(index=index).first()
    if extra is None or seat is None:
        return None
    return Bank(bank_left(seat.bank_used, pace.parse_pace(match.pace), extra), seat.bank_since)


def bank_uses(
    match: Match, seats: Iterable[int], *, since: datetime | None = None, before: datetime | None = None
) -> list[BankUse]:
    """Uses of the reserve by these seats, newest first; `since` and `before` bound the time. No query if the match
    has none. Uses of other seats are left out, as they would reveal extra time.
    """
    if not has_bank(match):
        return []
    rows = match.interventions.filter(kind=Intervention.Kind.BANK, seat__in=list(seats))
    if since is not None:
        rows = rows.filter(created_at__gte=since)
    if before is not None:
        rows = rows.filter(created_at__lt=before)
    told = rows.order_by("-created_at", "-pk").values_list("created_at", "seat", "params")
    return [BankUse(at, seat, params["seconds"]) for at, seat, params in told if seat is not None]

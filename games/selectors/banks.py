"""The reserve of time of a seat, as it is shown."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max

from games import pace
from games.kit.dates import lasting
from games.models import Intervention, Match, SeatHolder


@dataclass(frozen=True)
class Bank:
    """What a seat has left, as long as its reserve does not run; since when it runs, else None."""

    left: timedelta
    since: datetime | None

    @property
    def words(self) -> str:
        """How long that is."""
        return lasting(int(self.left.total_seconds()))


@dataclass(frozen=True)
class BankUse:
    """What a seat took from its reserve until `at`, when the late answer was there or nothing was left."""

    at: datetime
    seat: int
    seconds: int

    @property
    def words(self) -> str:
        """How long that is."""
        return lasting(self.seconds)


def has_bank(match: Match) -> bool:
    """Is there a reserve in this match? Asks nothing of the database."""
    return bool(match.pace.get("bank")) and match.pace.get("mode") != "free"


def bank_left(bank_used: int, limits: pace.Pace, extra: int) -> timedelta:
    """Never less than nothing; longer for who has `extra` percent more time."""
    whole = pace.lengthened(timedelta(minutes=limits.bank), extra)
    return max(timedelta(0), whole - timedelta(seconds=bank_used))


def bank_of(match: Match, index: int) -> Bank | None:
    """The reserve of one seat; None where the match has none or nobody holds the seat."""
    if not has_bank(match):
        return None
    held = SeatHolder.objects.filter(seat__match=match, seat__index=index, released_at__isnull=True)
    extra = held.aggregate(most=Max("extra_time"))["most"]
    seat = match.seats.filter(index=index).first()
    if extra is None or seat is None:
        return None
    return Bank(bank_left(seat.bank_used, pace.read(match.pace), extra), seat.bank_since)


def bank_uses(
    match: Match, seats: Iterable[int], *, since: datetime | None = None, before: datetime | None = None
) -> list[BankUse]:
    """What these seats took from their reserves, newest first; `since` and `before` bound the time. Asks the database
    nothing where the match has none. What others took would tell who has more time.
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

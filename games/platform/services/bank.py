"""The reserve of time of each seat (`Pace.bank`). It runs from a passed deadline until the overdue answer. Once it is
used up, the default move is played.

While it runs, `Seat.bank_since` is its start, and all overdue decisions of the seat are due at its end. The used time
is recorded when the last of them is closed. Call these functions inside the transaction that locked the match.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction

from games.models import Decision, Intervention, LatePolicy, Match, Seat, SeatHolder, Status
from games.platform import pace
from games.platform.selectors.banks import bank_left, has_bank
from games.platform.services.due_times import extra_times
from games.platform.services.interventions import Actor, intervention_record


@transaction.atomic
def bank_draw(*, match_id: int, now: datetime) -> int:
    """Start the reserves of people with overdue decisions; returns the number of decisions that got more time. A seat
    played by a bot and a seat with a used-up reserve get none. Safe to repeat.
    """
    match = Match.objects.select_for_update().get(pk=match_id)
    if not has_bank(match) or match.status != Status.RUNNING or match.late_policy == LatePolicy.WAIT:
        return 0
    rows = match.decisions.filter(closed_at__isnull=True, optional=False, due_at__lte=now, in_bank=False, passive=False)
    late: dict[int, list[Decision]] = {}
    for row in rows.order_by("due_at", "pk"):
        late.setdefault(row.seat, []).append(row)
    held = SeatHolder.objects.filter(seat__match=match, released_at__isnull=True).values("seat")
    limits, extras = pace.parse_pace(match.pace), extra_times(match) if late else {}
    given = 0
    for seat in match.seats.filter(index__in=late, pk__in=held).order_by("index"):
        until = _run(
            match, seat, late[seat.index], bank_left(seat.bank_used, limits, extras.get(seat.index, 0)), limits, now
        )
        if until is not None:
            given += len(late[seat.index])
            # Prompts of several seats under one key end for all of them at once.
            beside = match.decisions.filter(key__in={row.key for row in late[seat.index]}, closed_at__isnull=True)
            beside.filter(due_at__lt=until).update(due_at=until, lease_until=None)
    if given:
        match.revision += 1
        match.save(update_fields=["revision"])
    return given


def _run(
    match: Match, seat: Seat, late: list[Decision], left: timedelta, limits: pace.Pace, now: datetime
) -> datetime | None:
    """The end of the reserve; None if nothing is left. It runs from the first deadline, not from the time of this
    call.
    """
    since = seat.bank_since or late[0].due_at or now
    until = pace.after(limits, left, since)
    if until <= now:
        if seat.bank_since is None and left:
            _note(match, seat, left, now)
        return None
    seat.bank_since = since
    seat.save(update_fields=["bank_since"])
    for row in late:
        row.due_at, row.in_bank, row.lease_until = until, True, None
    Decision.objects.bulk_update(late, ["due_at", "in_bank", "lease_until"])
    return until


def bank_stop(match: Match, now: datetime) -> None:
    """Stop the reserves of seats without overdue decisions. The used time is recorded in whole seconds, rounded up."""
    if not has_bank(match):
        return
    running = list(match.seats.filter(bank_since__isnull=False))
    if not running:
        return
    late = match.decisions.filter(closed_at__isnull=True, optional=False, in_bank=True)
    late.filter(passive=True).update(in_bank=False)  # the others have the word
    late_seats = set(late.values_list("seat", flat=True))
    limits, extras = pace.parse_pace(match.pace), extra_times(match)
    for seat in running:
        if seat.index in late_seats or seat.bank_since is None:
            continue
        left = bank_left(seat.bank_used, limits, extras.get(seat.index, 0))
        used = min(left, pace.ran(limits, seat.bank_since, now))
        seat.bank_since = None
        _note(match, seat, used, now)


def _note(match: Match, seat: Seat, used: timedelta, now: datetime) -> None:
    seconds = -(-used // timedelta(seconds=1))
    seat.bank_used += seconds
    seat.save(update_fields=["bank_used", "bank_since"])
    if seconds:
        actor = Actor(user=None, at=now)
        intervention_record(match=match, kind=Intervention.Kind.BANK, actor=actor, seat=seat.index, seconds=seconds)


def bank_go_on(match: Match, rows: Iterable[Decision], now: datetime) -> None:
    """Restart the reserve from now on, after the undo of a late answer."""
    limits, extras = pace.parse_pace(match.pace), extra_times(match)
    for row in rows:
        seat = match.seats.get(index=row.seat)
        if seat.bank_since is None:
            seat.bank_since = now
            seat.save(update_fields=["bank_since"])
        row.due_at = pace.after(limits, bank_left(seat.bank_used, limits, extras.get(row.seat, 0)), seat.bank_since)
        row.save(update_fields=["due_at"])

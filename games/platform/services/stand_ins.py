"""Stand-ins: bots in place of people who are expected. A stand-in leaves when its person opens the match."""

from datetime import datetime
from typing import Any

from django.db import transaction

from games.models import Intervention, Match, SeatHolder
from games.platform import clock
from games.platform.services.holders import seat_assign
from games.platform.services.interventions import Actor, intervention_record


@transaction.atomic
def stand_ins_leave(*, match_id: int, user: Any, now: datetime | None = None) -> tuple[int, ...]:
    """Give back and return the seats at which bots stand in for a person. The bots' moves are kept. The return is
    recorded. Nothing happens in a match that is over. Safe to repeat and to call twice at once.
    """
    match = Match.objects.select_for_update().get(pk=match_id)
    if match.is_over:
        return ()
    actor = Actor(user, at=now or clock.now())
    rows = SeatHolder.objects.filter(seat__match=match, user=user, has_stand_in=True).select_related("seat")
    seats = []
    for row in rows.order_by("seat__index", "pk"):
        seat_restore(match=match, row=row, now=actor.at)
        intervention_record(
            match=match,
            kind=Intervention.Kind.TO_PERSON,
            actor=actor,
            seat=row.seat.index,
            user=user,
            came=True,
            released=[],
        )
        seats.append(row.seat.index)
    return tuple(dict.fromkeys(seats))


def seat_restore(*, match: Match, row: SeatHolder, now: datetime) -> None:
    """Let a person hold a seat of `match` again as in `row`, with the same extra time and shared screen. Call it
    inside the transaction that locked the match.
    """
    back = seat_assign(match_id=match.pk, seat=row.seat.index, user=row.user, extra_time=row.extra_time, now=now)
    if row.together_with_id:
        back.together_with_id = row.together_with_id
        back.save(update_fields=["together_with"])

"""Interventions of stewards in seats and their holders, as in `steering`. Seating people before the start is no
intervention.
"""

from typing import Any

from django.db import transaction
from django.db.models import Q

from games.models import Intervention, Match, Notification, Seat, SeatHolder, Status
from games.platform.errors import BadRequest, MatchNotRunning, NobodyAwaited
from games.platform.selectors.position import game_of
from games.platform.services.due_times import time_left
from games.platform.services.holders import seat_assign, seat_release, seat_set_bot
from games.platform.services.interventions import Actor, intervention_record, was_done
from games.platform.work import notices, presence

Kind = Intervention.Kind


def locked_seat(match_id: int, seat: int) -> tuple[Match, Seat, list[SeatHolder]]:
    """A match under its lock, one of its seats and the holders. Raises MatchNotRunning for a match that is over,
    BadRequest for an unknown seat.
    """
    match = Match.objects.select_for_update().get(pk=match_id)
    row = match.seats.filter(index=seat).first()
    if row is None:
        raise BadRequest(field="seat", reason=seat)
    if match.is_over:
        raise MatchNotRunning(status=match.status)
    return match, row, list(row.holders.filter(released_at__isnull=True).select_related("user").order_by("pk"))


@transaction.atomic
def steer_seat_to_bot(
    *, match_id: int, seat: int, actor: Actor, bot: str = "", until_back: bool = False
) -> Intervention | None:
    """Release the holders of the seat and let a bot play on, of the given strength or the seat's own. It plays to the
    end, or with `until_back` until a holder opens the match (games.platform.services.stand_ins). Without `until_back`,
    a stand-in that plays there becomes final. The record holds the time left of each open answer. Raises BadRequest for
    an unknown bot, MatchNotRunning.
    """
    match, row, holders = locked_seat(match_id, seat)
    left = time_left(match, actor.at)
    before, bot = row.bot, bot or row.bot or game_of(match).usual_bot
    ended = [] if until_back else list(row.holders.filter(has_stand_in=True).values_list("user_id", flat=True))
    if not holders and row.bot == bot and not ended:
        return None
    if row.bot != bot:
        seat_set_bot(match_id=match_id, seat=seat, bot=bot)
    row.holders.filter(has_stand_in=True, user__in=ended).update(has_stand_in=False)
    for holder in holders:
        seat_release(match_id=match_id, seat=seat, user=holder.user, stand_in=until_back, now=actor.at)
    released = [holder.user_id for holder in holders]
    user = holders[0].user if len(holders) == 1 else None
    if not match.has_begun:
        return None
    more: dict[str, Any] = {"ended": ended} if ended else {}
    return intervention_record(
        match=match,
        kind=Kind.TO_BOT,
        actor=actor,
        seat=seat,
        user=user,
        bot=bot,
        before=before,
        released=released,
        until_back=until_back,
        awaited=match.awaits_people,
        left=left,
        **more,
    )


@transaction.atomic
def steer_seat_to_person(
    *, match_id: int, seat: int, user: Any, actor: Actor, extra_time: int = 0, beside: bool = False
) -> Intervention | None:
    """Give a seat to a person: in place of its current and expected holders, or `beside` them. The seat is never
    empty, so no bot moves in between. The person's stand-ins at other seats end, unless the person sits down
    `beside` somebody. Raises MatchNotRunning, BadRequest.
    """
    match, row, holders = locked_seat(match_id, seat)
    leaving = [] if beside else [holder for holder in holders if holder.user_id != user.pk]
    if not leaving and any(holder.user_id == user.pk for holder in holders):
        return None
    seat_assign(match_id=match_id, seat=seat, user=user, extra_time=extra_time, now=actor.at)
    if not beside:
        kept = SeatHolder.objects.filter(seat__match=match, has_stand_in=True)
        kept.filter(Q(seat=row) | Q(user=user)).update(has_stand_in=False)
    for holder in leaving:
        seat_release(match_id=match_id, seat=seat, user=holder.user, now=actor.at)
    if not match.has_begun:
        return None
    return intervention_record(
        match=match,
        kind=Kind.TO_PERSON,
        actor=actor,
        seat=seat,
        user=user,
        beside=beside,
        released=[holder.user_id for holder in leaving],
    )


@transaction.atomic
def steer_remind(*, match_id: int, actor: Actor, seat: int | None = None) -> Intervention | None:
    """Remind the people whom the match awaits (those on `seat`) on their pages and by mail. No mail goes to people
    with an open page or without mails; in quiet hours it waits. The record counts them. Raises NobodyAwaited,
    MatchNotRunning.
    """
    match = Match.objects.select_for_update().get(pk=match_id)
    if was_done(match, actor, Kind.REMIND):
        return None
    if match.status != Status.RUNNING:
        raise MatchNotRunning(status=match.status)
    pending = match.decisions.filter(closed_at__isnull=True, optional=False, passive=False)
    open_now = list(pending if seat is None else pending.filter(seat=seat))
    holders = SeatHolder.objects.filter(
        seat__match=match, seat__index__in={decision.seat for decision in open_now}, released_at__isnull=True
    )
    people = set(holders.values_list("seat__index", "user_id"))
    if not people:
        raise NobodyAwaited
    notices.notices_write(open_now, people, actor.at)
    rows = Notification.objects.filter(
        decision__in=[decision.pk for decision in open_now], user__in={user for _index, user in people}
    )
    rows.update(reminded_at=actor.at)
    signs = (presence.last_seen([match_id]) or {}).get(match_id, {})
    here = [user for user, at in signs.items() if presence.is_here(at, actor.at)]
    rows.filter(user__in=here).update(reminder_claimed_at=actor.at, reminder_sent_at=actor.at)
    match.revision += 1
    match.save(update_fields=["revision"])
    seats = sorted({index for index, _user in people})
    return intervention_record(
        match=match,
        kind=Kind.REMIND,
        actor=actor,
        seat=seats[0] if len(seats) == 1 else None,
        seats=seats,
        **_reminder_counts(notices.reach_of(match, {user for _index, user in people}, here, actor.at)),
    )


def _reminder_counts(reach: notices.ReminderReach) -> dict[str, Any]:
    """The counts alone: the names of reminded people are not stored a second time."""
    counts = {name: len(getattr(reach, name)) for name in ("here", "mailed", "held", "no_address", "unwanted")}
    return counts | ({"until": reach.until.isoformat()} if reach.until else {})

"""Interventions at one table by people who run the session. They call `games.platform.services.steering` under the
session's lock, which is always taken before the lock of a match. The session's revision rises, so that open
pages are renewed.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from classrooms.models import Enrolment, Session, SessionStatus, SessionTeam
from classrooms.people.class_lists.services.staff import course_staff_sync
from classrooms.play.sessions.services.common import changed, extra_time_of, locked
from classrooms.play.sessions.services.life import session_settle
from classrooms.play.sessions.services.refusals import WrongSeat, wrong_state
from classrooms.play.sessions.services.tables import elsewhere
from games.public.base import BadRequest
from games.public.matches import branches
from games.public.models import Intervention, Match
from games.public.steering import Actor, match_step_back, steering, steering_seats


@contextmanager
def _at_table(session_team_id: int) -> Iterator[tuple[Session, SessionTeam, int]]:
    """One transaction that holds the session's lock: the session, the table, and the id of its current match.
    Raises WrongState without such a match, and for an archived session.
    """
    with transaction.atomic():
        session_id = SessionTeam.objects.values_list("session_id", flat=True).get(pk=session_team_id)
        play_session = locked(session_id)
        table = SessionTeam.objects.get(pk=session_team_id)
        if table.match_id is None or play_session.status == SessionStatus.ARCHIVED:
            raise wrong_state(play_session)
        yield play_session, table, table.match_id
        changed(play_session)


def table_pause(*, session_team_id: int, actor: Actor) -> Intervention | None:
    """Stop a team's clocks, as `steer_pause` says."""
    with _at_table(session_team_id) as (_session, _table, match_id):
        return steering.steer_pause(match_id=match_id, actor=actor)


def table_resume(*, session_team_id: int, actor: Actor) -> Intervention | None:
    """Resume a team's clocks, as `steer_resume` says."""
    with _at_table(session_team_id) as (_session, _table, match_id):
        return steering.steer_resume(match_id=match_id, actor=actor)


def table_extend(*, session_team_id: int, minutes: int, actor: Actor) -> Intervention | None:
    """Give a team's open decisions more minutes, as `steer_extend` says."""
    with _at_table(session_team_id) as (_session, _table, match_id):
        return steering.steer_extend(match_id=match_id, minutes=minutes, actor=actor)


def table_remind(*, session_team_id: int, actor: Actor, seat: int | None = None) -> Intervention | None:
    """Remind the awaited people of a team, or of one seat, as `steer_remind` says."""
    with _at_table(session_team_id) as (_session, _table, match_id):
        return steering_seats.steer_remind(match_id=match_id, seat=seat, actor=actor)


def table_default(
    *, session_team_id: int, actor: Actor, seat: int | None = None, missed: Collection[int] = ()
) -> list[Intervention]:
    """Play the defaults of a team's open decisions, or of one seat's, as `steer_default` says."""
    with _at_table(session_team_id) as (_session, _table, match_id):
        return steering.steer_default(match_id=match_id, seat=seat, actor=actor, missed=missed)


def table_message(*, session_team_id: int, text: str, actor: Actor, to_seat: int | None = None) -> Intervention | None:
    """Write to a team, or to one seat of it, as `steer_message` says."""
    with _at_table(session_team_id) as (_session, _table, match_id):
        return steering.steer_message(match_id=match_id, text=text, to_seat=to_seat, actor=actor)


def table_end(*, session_team_id: int, actor: Actor) -> Intervention | None:
    """End a team's match, as `steer_end` says. The session is over with its last match."""
    with _at_table(session_team_id) as (play_session, _table, match_id):
        done = steering.steer_end(match_id=match_id, actor=actor)
        session_settle(session_id=play_session.pk, now=actor.at)
        play_session.refresh_from_db()
        return done


def table_seat_to_bot(
    *, session_team_id: int, seat: int, actor: Actor, bot: str = "", until_back: bool = False
) -> Intervention | None:
    """Give a seat of a team to a bot, as `steer_seat_to_bot` says."""
    with _at_table(session_team_id) as (_session, _table, match_id):
        return steering_seats.steer_seat_to_bot(
            match_id=match_id, seat=seat, bot=bot, actor=actor, until_back=until_back
        )


def table_seat_to_person(
    *, session_team_id: int, seat: int, user: Any, actor: Actor, beside: bool = False
) -> Intervention | None:
    """Give a seat to a person of the course, with their extra time: see `steer_seat_to_person`. Raises WrongSeat for
    people outside the course or observers, and for people at another table of the session.
    """
    with _at_table(session_team_id) as (play_session, table, match_id):
        members = Enrolment.objects.filter(course=play_session.course_id, user=user, left_at__isnull=True)
        if not members.exclude(role=Enrolment.Role.OBSERVER).exists():
            raise WrongSeat(reason=_("Only people of this course can sit down, and observers only look on."))
        if elsewhere(play_session, table, [user.pk]):
            name = {"name": user.get_short_name()}
            raise WrongSeat(reason=_("%(name)s sits at another table already.") % name)
        extra = extra_time_of(play_session.course_id, [user.pk]).get(user.pk, 0)
        return steering_seats.steer_seat_to_person(
            match_id=match_id, seat=seat, user=user, extra_time=extra, beside=beside, actor=actor
        )


def table_step_back(
    *, session_team_id: int, match_id: int, number: int, actor: Actor, same_cards: bool = False
) -> Match:
    """Let a team continue from after move `number` of `match_id`, the match that was shown: see `match_step_back`. The
    fork becomes the table's match, with the course's staff; a session that was over runs again. Raises AlreadyLeft if
    another request was faster, BadRequest for a match of another table.
    """
    with _at_table(session_team_id) as (play_session, table, current):
        path = branches([Match.objects.get(pk=current)])[current]
        if match_id not in {branch.match_id for branch in path}:
            raise BadRequest(field="match", reason=match_id)
        fork = match_step_back(match_id=match_id, number=number, actor=actor, same_cards=same_cards)
        if current == match_id:
            table.match = fork
            table.save(update_fields=["match"])
            course_staff_sync(course_id=play_session.course_id)
            session_settle(session_id=play_session.pk, now=actor.at)
            play_session.refresh_from_db()
        return fork

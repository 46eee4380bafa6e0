"""A draft that opens automatically when the first student follows its link, and adds tables for later students."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from classrooms.models import Enrolment, SessionStatus, Team
from classrooms.people.class_lists.services.teams_lot import Wish, lot_apply, lot_draw, new_seed
from classrooms.play.sessions.queries.set_up import BEGUN, pace_of, roles_of
from classrooms.play.sessions.services.common import changed, locked, tables_of
from classrooms.play.sessions.services.joining import FreeSeat, late_join, session_join
from classrooms.play.sessions.services.life import session_start
from classrooms.play.sessions.services.opening import session_open
from classrooms.play.sessions.services.refusals import NoSeatFree
from classrooms.play.sessions.services.tables import plans_propose, table_add, tables_choose
from games.public.base import clock
from games.public.models import KEPT, SeatHolder


@transaction.atomic
def session_open_itself(*, session_id: int, teams: Sequence[Team] | None = None, now: datetime | None = None) -> bool:
    """Open a draft with the present teams of its course; students without a team are put into one at random. A session
    over days starts at once: its tables wait for their first person.

    With `teams` the class is not known yet: these teams begin, and each person plays one role. The session then waits,
    so that no bot takes the seat of a later student. Without any team there is one table. True if it was opened; any
    other draft is left unchanged. Raises NotReady, and then nothing has changed.
    """
    play_session = locked(session_id)
    how, course = play_session.opens_itself, play_session.course
    if play_session.status != SessionStatus.DRAFT or not how:
        return False
    now = now or clock.now()
    knows_class = teams is None
    if teams is None:
        wish = Wish(by="size", number=len(roles_of(play_session)), seed=new_seed(), everyone=False)
        lot_apply(course=course, wish=wish, digest=lot_draw(course=course, wish=wish).digest)
        students = students_of(course.pk).values("user")
        teams = list(course.teams.filter(members__in=students).distinct().order_by("name", "pk"))
    tables_choose(session_id=session_id, teams=teams, others=0 if teams else 1)
    plans_propose(session_id=session_id, share=None if knows_class else False)
    session_open(session_id=session_id, by=play_session.created_by, now=now)
    play_session = locked(session_id)
    play_session.opens_itself = how
    changed(play_session, "opens_itself")
    if knows_class and pace_of(play_session).mode != "live":
        session_start(session_id=session_id, now=now)
    return True


def students_of(course_id: int) -> QuerySet[Enrolment]:
    """The present students of a course."""
    return Enrolment.objects.filter(course=course_id, role=Enrolment.Role.STUDENT, left_at__isnull=True)


@transaction.atomic
def session_start_full(*, session_id: int, now: datetime | None = None) -> bool:
    """Start an automatically opened session over days, once everybody on the list has a seat. True if it has begun."""
    play_session = locked(session_id)
    waits = play_session.status == SessionStatus.OPEN and play_session.opens_itself
    if not waits or pace_of(play_session).mode == "live":
        return False
    seated = SeatHolder.objects.filter(KEPT, seat__match__session_team__session=play_session).values("user")
    if students_of(play_session.course_id).exclude(user__in=seated).exists():
        return False
    session_start(session_id=session_id, now=now)
    return True


@transaction.atomic
def session_join_roomy(*, session_id: int, user: Any, now: datetime | None = None) -> FreeSeat:
    """Give a person a seat (`session_join`), with room for everybody in an automatically opened session. The person's
    own team gets its table with its first member; a person without a free seat gets a new table. Raises the errors of
    `session_join`.
    """
    play_session = locked(session_id, SessionStatus.OPEN, *BEGUN)
    grows = bool(play_session.opens_itself) and play_session.late_join
    if grows:
        own = list(Team.objects.filter(course=play_session.course_id, members=user))
        playing = {table.team_id for table in tables_of(play_session)}
        if own and not any(team.pk in playing for team in own):
            table_add(session_id=session_id, by=play_session.created_by, team=own[0], now=now)
    try:
        return session_join(session_id=session_id, user=user, now=now)
    except NoSeatFree:
        if not grows:
            raise
    table = table_add(session_id=session_id, by=play_session.created_by, now=now)
    return late_join(session_team_id=table.pk, seat=0, user=user, now=now)

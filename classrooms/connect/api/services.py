"""Actions of the API that take several pages in a browser."""

from datetime import datetime
from typing import Any

from django.db import transaction

from classrooms import hooks
from classrooms.connect.api.bodies import NewPerson, NewSession
from classrooms.models import Course, Enrolment, Session, Team
from classrooms.people.class_lists.services.people import course_join_as_guest, student_edit
from classrooms.people.class_lists.services.teams import students_move, team_create
from classrooms.play.sessions import services as sessions
from games.public.base import BadRequest, clock


@transaction.atomic
def people_add(*, course: Course, people: tuple[NewPerson, ...]) -> list[Enrolment]:
    """Enrol students in this order. A student already in the course, found by student number or else by address,
    is changed instead. The same list can therefore be sent twice. All or none are enrolled: raises BadRequest,
    and the errors of team services.
    """
    return [_person_add(course, each) for each in people]


def _person_add(course: Course, new: NewPerson) -> Enrolment:
    row = _known(course, new) or course_join_as_guest(
        course=course, display_name=new.name, email=new.email, even_closed=True
    )
    student_edit(
        enrolment=row,
        display_name=new.name,
        email=new.email,
        student_number=new.student_number,
        extra_time=new.extra_time,
        family_name=new.family_name,
        given_name=new.given_name,
    )
    if new.team.strip():
        team = Team.objects.filter(course=course, name__iexact=new.team.strip()).first()
        students_move(course=course, team=team or team_create(course=course, name=new.team), user_ids=[row.user_id])
    return row


def _known(course: Course, new: NewPerson) -> Enrolment | None:
    rows = Enrolment.objects.filter(course=course, role=Enrolment.Role.STUDENT, left_at__isnull=True)
    rows = rows.select_related("user").order_by("pk")
    if new.student_number:
        return rows.filter(student_number=" ".join(new.student_number.split())).first()
    return rows.filter(user__email__iexact=new.email).first() if new.email else None


@transaction.atomic
def team_add(*, course: Course, name: str, members: tuple[int, ...]) -> Team:
    """A team with its members. Raises the errors of team services, and then nothing has changed."""
    team = team_create(course=course, name=name)
    students_move(course=course, team=team, user_ids=list(members))
    return team


@transaction.atomic
def session_add(*, course: Course, new: NewSession, by: Any, now: datetime | None = None) -> Session:
    """A session as the steps of its page make one: draft, tables, seats, and opened or started if wanted. Raises the
    errors of these services, and then nothing has changed.
    """
    now = now or clock.now()
    chosen: dict[str, Any] = {"pace": new.pace} if new.pace is not None else {}
    play_session = sessions.session_create(
        course=course,
        by=by,
        title=new.title,
        game=new.game,
        options=new.options,
        late_policy=new.late_policy,
        luck=new.luck,
        bot=new.bot,
        undo=new.undo,
        starts_at=new.starts_at,
        debrief_at=new.debrief_at,
        step=sessions.drafts.LAST_STEP,
        now=now,
        **chosen,
        **_scenario(new, by),
    )
    teams = _teams(course, new.teams)
    sessions.tables_choose(session_id=play_session.pk, teams=teams, others=new.others)
    sessions.plans_propose(session_id=play_session.pk)
    if new.open or new.start:
        sessions.session_open(session_id=play_session.pk, by=by, now=now)
    if new.start:
        sessions.session_start(session_id=play_session.pk, now=now)
    return Session.objects.get(pk=play_session.pk)


def _scenario(new: NewSession, by: Any) -> dict[str, Any]:
    """The scenario of a session: the caller's own, else the shipped one. Raises BadRequest, ScenarioError."""
    if new.own_scenario is None:
        return {"scenario_key": new.scenario}
    try:
        return dict(hooks.own_scenario(by, new.game, f"own:{new.own_scenario}"))
    except LookupError:
        raise BadRequest(field="own_scenario", reason=new.own_scenario) from None


def _teams(course: Course, wanted: tuple[int, ...] | None) -> list[Team]:
    rows = {team.pk: team for team in course.teams.order_by("name")}
    if wanted is None:
        return list(rows.values())
    if unknown := [pk for pk in wanted if pk not in rows]:
        raise BadRequest(field="teams", reason=unknown[0])
    return [rows[pk] for pk in dict.fromkeys(wanted)]

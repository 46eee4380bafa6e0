"""Courses and sessions for tests: `session_of(course_of(teacher), teams=2)` has matches that wait for their start."""

from collections.abc import Sequence
from typing import Any

from classrooms.models import Course, Enrolment, SeatPlan, Session, Team
from classrooms.play.sessions import services as sessions
from classrooms.play.sessions.services.drafts import EDITABLE
from games.platform import pace
from tests.games.factories import GAME, NOW, person


def enrol(course: Course, user: Any, role: str = "student", **more: Any) -> Any:
    """A member of a course; returns the person."""
    Enrolment.objects.create(course=course, user=user, role=role, **more)
    return user


def course_of(instructor: Any = None, students: Sequence[Any] = (), **more: Any) -> Course:
    """A course with an instructor and students."""
    course = Course.objects.create(**{"name": "Site management", "term": "Spring", **more})
    enrol(course, instructor or person(), "instructor")
    for student in students:
        enrol(course, student)
    return course


def session_of(
    course: Course,
    *,
    teams: int | Sequence[Sequence[Any]] = 1,
    started: bool = False,
    came: bool = True,
    game: str = GAME,
    scenario: str = "",
    scenario_text: str = "",
    pace_of_match: pace.Pace | None = None,
    **more: Any,
) -> Session:
    """A session with a match for each team. `teams` is their number, or the people of each team from the first seat on.
    `more` are fields of the session. In a `started` session people have come to all matches. Without `came` nobody has,
    and matches with people wait. `scenario_text` replaces a shipped scenario.
    """
    tables: list[Sequence[Any]] = [()] * teams if isinstance(teams, int) else list(teams)
    by = course.enrolments.filter(role="instructor").first().user
    chosen = {name: more.pop(name) for name in EDITABLE & more.keys()}
    play_session = sessions.session_create(
        course=course,
        by=by,
        game=game,
        scenario_key=scenario,
        scenario=scenario_text,
        now=NOW,
        **{"title": "Tuesday workshop", "pace": pace_of_match or pace.Pace(), **chosen},
    )
    sessions.tables_choose(
        session_id=play_session.pk, teams=[team_of(course, tables, n) for n in range(len(tables))], others=0
    )
    for table, people in zip(play_session.session_teams.order_by("position"), tables, strict=True):
        for seat, user in enumerate(people):
            if user is not None:
                SeatPlan.objects.create(session_team=table, seat=seat, user=user)
    sessions.session_open(session_id=play_session.pk, by=by, now=NOW)
    if started:
        sessions.session_start(session_id=play_session.pk, wait_for_people=not came, now=NOW)
    if more:
        Session.objects.filter(pk=play_session.pk).update(**more)
    return Session.objects.get(pk=play_session.pk)


def team_of(course: Course, tables: Sequence[Sequence[Any]], number: int) -> Team:
    """The team of this number, with the people of its table as members."""
    team: Team = Team.objects.get_or_create(course=course, name=f"Team {number + 1}")[0]
    team.members.set([user for user in tables[number] if user is not None])
    return team

"""The demo: a course in the middle of its term. Last week's session is over and its marks wait to be published, one
session is in full swing, the next is in preparation.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from classrooms.assess.analysis.services import analysis_request
from classrooms.assess.grading.services.grades import grades_compute
from classrooms.assess.reports.queries import JOB as DEBRIEF_JOB
from classrooms.assess.reports.services import debrief_freeze
from classrooms.demo.playing import Way, table_play, tables_of
from classrooms.models import Course, Enrolment, Luck, Session, Team, User
from classrooms.play.sessions import services as sessions
from games.public.base import clock, conf
from games.public.matches import Pace
from games.public.models import Job, Match
from games.public.steering import match_start

PASSWORD = "domego"  # noqa: S105  shown on the first screen of an installation that answers on this machine only
INSTRUCTOR = ("instructor", "Claire Bonnet")
STUDENTS = (
    ("lea", "Léa", "Moreau"),
    ("amir", "Amir", "Haddad"),
    ("tomas", "Tomás", "Rivera"),
    ("ingrid", "Ingrid", "Dahl"),
    ("kwame", "Kwame", "Mensah"),
    ("yuki", "Yuki", "Tanaka"),
    ("hugo", "Hugo", "Lambert"),
    ("chloe", "Chloé", "Perrin"),
    ("mehdi", "Mehdi", "Benali"),
    ("sofia", "Sofia", "Rossi"),
    ("lucas", "Lucas", "Girard"),
    ("aminata", "Aminata", "Diallo"),
    ("jonas", "Jonas", "Weber"),
    ("camille", "Camille", "Roussel"),
    ("priya", "Priya", "Nair"),
    ("mateo", "Mateo", "Silva"),
    ("ines", "Inès", "Faure"),
    ("oscar", "Oscar", "Lindqvist"),
    ("nina", "Nina", "Kovač"),
    ("paul", "Paul", "Mercier"),
    ("leila", "Leïla", "Mansouri"),
    ("victor", "Victor", "Dumas"),
    ("hanna", "Hanna", "Nowak"),
    ("david", "David", "Cohen"),
)
TEAMS = (gettext_lazy("Lintel"), gettext_lazy("Keystone"), gettext_lazy("Spandrel"), gettext_lazy("Plumb Line"))
GAME = "domego"
HELD_SEATS = (0, 1)
SEATS = 6
LAST_TURN = 13
"""The turn after the last activity, so that the match is played to its end."""
PLAYOUTS = 40
"""Simulated matches of an analysis in the demo: few, so that it is done some minutes after the start. The page names
its precision.
"""


@dataclass(frozen=True)
class Demo:
    """The objects of the demo that callers use."""

    course: Course
    played: Match
    waiting: Match
    last_week: Session


def is_loaded() -> bool:
    """Are the demo's people here?"""
    return User.objects.filter(username=STUDENTS[0][0]).exists()


def demo_seed(*, password: str = PASSWORD, language: str = settings.LANGUAGE_CODE, now: datetime | None = None) -> Demo:
    """Create the demo as of `now`, with names in this language: a name is stored once, for readers of all languages.
    Seats without people continue as soon as a worker runs; debriefs and analyses of ended matches are made by workers
    too.
    """
    with override(language), transaction.atomic():
        return _seeded(password, now or clock.now())


def _seeded(password: str, now: datetime) -> Demo:
    hashed = make_password(password)
    instructor = _user(INSTRUCTOR[0], INSTRUCTOR[1], hashed, can_create_courses=True)
    students = [
        _user(name, f"{given} {family}", hashed, given_name=given, family_name=family)
        for name, given, family in STUDENTS
    ]
    course = Course.objects.create(name=_("Construction project management"), term=_("Demo"), created_by=instructor)
    Enrolment.objects.create(course=course, user=instructor, role=Enrolment.Role.INSTRUCTOR)
    Enrolment.objects.bulk_create(Enrolment(course=course, user=student) for student in students)
    teams = [Team.objects.create(course=course, name=str(name)) for name in TEAMS]
    people = _divided(students)
    for team, members in zip(teams, people, strict=True):
        team.members.set(members)
    played, waiting = _workshop(course, teams, people, instructor, now)
    last_week = _last_week(course, teams, people, instructor, now)
    _next_workshop(course, teams, people, instructor, now)
    played.stewards.add(students[0])  # who holds no seat in it, and may look at it all the same
    return Demo(course, played, waiting, last_week)


def _at(now: datetime, days: int, hour: int) -> datetime:
    """A full hour so many days from now."""
    return (now + timedelta(days=days)).replace(hour=hour, minute=0, second=0, microsecond=0)


def _divided(students: list[User]) -> list[list[User]]:
    """Six in each team; the first student is in the second team."""
    first, rest = students[:SEATS], students[SEATS:]
    return [rest[:SEATS], first, rest[SEATS : 2 * SEATS], rest[2 * SEATS :]]


def _workshop(
    course: Course, teams: list[Team], people: list[list[User]], by: User, now: datetime
) -> tuple[Match, Match]:
    """A running session over several days, so that it stays unchanged during a visit. One team has ended, one waits
    long for a person, one is busy, and in one a student's first decision waits.
    """
    days = Pace(mode="async", hours=48, time_zone=course.time_zone)
    workshop = sessions.session_create(
        course=course, by=by, title=_("Demo workshop"), game=GAME, pace=days, debrief_at=_at(now, 3, 14), now=now
    )
    sessions.tables_choose(session_id=workshop.pk, teams=teams, others=0)
    student = people[1][0]
    for table, members in zip(tables_of(workshop), people, strict=True):
        plan = {seat: [user.pk] for seat, user in enumerate(members)}
        if student in members:
            plan = {seat: [student.pk] for seat in HELD_SEATS}
        sessions.seat_plan_set(session_team_id=table.pk, plan=plan, now=now)
    began = now - timedelta(days=4)
    matches = sessions.session_open(session_id=workshop.pk, by=by, now=began)
    # Before the session, which would fix the contract between the student's two roles: here one person is to see how a
    # price is agreed on.
    match_start(match_id=matches[1].pk, now=now)
    sessions.session_start(session_id=workshop.pk, wait_for_people=False, now=began)
    lintel, _keystone, spandrel, plumb_line = tables_of(workshop)
    table_play(lintel, Way(began, now - timedelta(hours=5), LAST_TURN))
    table_play(spandrel, Way(began, now - timedelta(hours=29), 5, ("minimal",)))
    table_play(plumb_line, Way(began, now - timedelta(minutes=20), 8))
    for match in matches:
        match.refresh_from_db()
    return matches[0], matches[1]


def _last_week(course: Course, teams: list[Team], people: list[list[User]], by: User, now: datetime) -> Session:
    """A session that all teams ended, with the same cards for all; its marks are computed and not published yet."""
    began = now - timedelta(days=7)
    session = sessions.session_create(
        course=course,
        by=by,
        title=_("First workshop"),
        game=GAME,
        pace=Pace(time_zone=course.time_zone),
        luck=Luck.SAME,
        now=began,
    )
    sessions.tables_choose(session_id=session.pk, teams=teams, others=0)
    for table, members in zip(tables_of(session), people, strict=True):
        plan = {seat: [user.pk] for seat, user in enumerate(members)}
        sessions.seat_plan_set(session_team_id=table.pk, plan=plan, now=began)
    sessions.session_open(session_id=session.pk, by=by, now=began)
    sessions.session_start(session_id=session.pk, wait_for_people=False, now=began)
    thinkers = (("balanced",), ("minimal", "balanced"), ("balanced", "cautious"), ("cautious", "minimal", "balanced"))
    for number, (table, strengths) in enumerate(zip(tables_of(session), thinkers, strict=True)):
        last = began + timedelta(minutes=100 + 7 * number)
        match = table_play(table, Way(began, last, LAST_TURN, strengths))
        debrief_freeze(match=match, now=last)
        if conf.AUTO_ANALYSIS:
            analysis_request(match=match, playouts=PLAYOUTS, now=now)
    _leave_papers(session, now)
    session = sessions.session_settle(session_id=session.pk, now=began + timedelta(hours=2))
    grades_compute(play_session=session, now=now)
    return session


def _leave_papers(play_session: Session, now: datetime) -> None:
    """Mark the jobs of these debriefs as done, since the debriefs are made. Each job would also print a paper, for ten
    seconds of the processor. Their pages offer to make it.
    """
    jobs = Job.objects.filter(kind=DEBRIEF_JOB, match__session_team__session=play_session)
    jobs.update(state=Job.State.DONE, progress=100, done_at=now)


def _next_workshop(course: Course, teams: list[Team], people: list[list[User]], by: User, now: datetime) -> None:
    """A session in preparation, over days; two seats have no person yet."""
    days = Pace(mode="async", hours=24, quiet_from=22, quiet_to=8, weekends=True, time_zone=course.time_zone)
    draft = sessions.session_create(
        course=course,
        by=by,
        title=_("Over two weeks"),
        game=GAME,
        pace=days,
        luck=Luck.SAME,
        starts_at=_at(now, 2, 9),
        step=6,
        now=now,
    )
    sessions.tables_choose(session_id=draft.pk, teams=teams, others=0)
    for number, (table, members) in enumerate(zip(tables_of(draft), people, strict=True)):
        seated = members[: SEATS - 2] if number == 0 else members
        plan = {seat: [user.pk] for seat, user in enumerate(seated)}
        sessions.seat_plan_set(session_team_id=table.pk, plan=plan, now=now)


def _user(username: str, display_name: str, password: str, **more: Any) -> User:
    return User.objects.create(username=username, display_name=display_name, password=password, **more)

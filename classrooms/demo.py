"""The demo: a course with two teams in a session that runs, one table played by bots to the end and one that waits for
its first decision, and a session in preparation.
"""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils.translation import gettext as _

from classrooms.models import Course, Enrolment, Luck, Team, User
from classrooms.services import sessions
from games import clock
from games.kit import plugins
from games.models import Match
from games.pace import Pace
from games.services.holders import seat_assign
from games.services.matches import match_create, match_start

PASSWORD = "domego"  # noqa: S105  shown on the first screen of an installation that answers on this machine only
INSTRUCTOR = ("instructor", "Claire Bonnet")
STUDENTS = (
    ("lea", "Léa Moreau"),
    ("amir", "Amir Haddad"),
    ("tomas", "Tomás Rivera"),
    ("ingrid", "Ingrid Dahl"),
    ("kwame", "Kwame Mensah"),
    ("yuki", "Yuki Tanaka"),
)
GAME = "domego"
HELD_SEATS = (0, 1)


@dataclass(frozen=True)
class Demo:
    """What was made."""

    course: Course
    played: Match
    waiting: Match


def is_loaded() -> bool:
    """Are the demo's people here?"""
    return User.objects.filter(username=STUDENTS[0][0]).exists()


@transaction.atomic
def demo_seed(*, password: str = PASSWORD, now: datetime | None = None) -> Demo:
    """Make the demo. Its matches start with the commit: bots move as soon as a worker runs."""
    now = now or clock.now()
    hashed = make_password(password)
    instructor = _user(*INSTRUCTOR, hashed, can_create_courses=True)
    students = [_user(name, shown, hashed) for name, shown in STUDENTS]
    course = Course.objects.create(name="Construction project management", term="Demo", created_by=instructor)
    Enrolment.objects.create(course=course, user=instructor, role=Enrolment.Role.INSTRUCTOR)
    Enrolment.objects.bulk_create(Enrolment(course=course, user=student) for student in students)
    teams = [Team.objects.create(course=course, name=name) for name in ("Lintel", "Keystone")]
    teams[0].members.set(students[3:])
    teams[1].members.set(students[:3])
    played, waiting = _workshop(course, teams, students[0], instructor, now)
    played.stewards.add(students[0])  # who holds no seat in it, and may look at it all the same
    _next_workshop(course, teams, instructor, now)
    return Demo(course, played, waiting)


def _workshop(course: Course, teams: list[Team], student: User, by: User, now: datetime) -> list[Match]:
    """A session that runs: bots have the first table, and two seats of the second wait for one student."""
    free = Pace(time_zone=course.time_zone)
    workshop = sessions.session_create(course=course, by=by, title="Demo workshop", game=GAME, pace=free, now=now)
    sessions.tables_choose(session_id=workshop.pk, teams=teams, others=0)
    second = workshop.session_teams.get(team=teams[1])
    sessions.seat_plan_set(session_team_id=second.pk, plan={seat: [student.pk] for seat in HELD_SEATS}, now=now)
    matches = sessions.session_open(session_id=workshop.pk, by=by, now=now)
    for match in matches:
        # Before the session, which would fix the contract between the student's two roles: here one person is to see
        # how a price is agreed on.
        match_start(match_id=match.pk, now=now)
    sessions.session_start(session_id=workshop.pk, now=now)
    return matches


def _next_workshop(course: Course, teams: list[Team], by: User, now: datetime) -> None:
    """A session in preparation, over days, with everybody on a seat."""
    days = Pace(mode="async", hours=24, quiet_from=22, quiet_to=8, weekends=True, time_zone=course.time_zone)
    draft = sessions.session_create(
        course=course, by=by, title="Over two weeks", game=GAME, pace=days, luck=Luck.SAME, step=6, now=now
    )
    sessions.tables_choose(session_id=draft.pk, teams=teams, others=0)
    sessions.plans_propose(session_id=draft.pk)


def _user(username: str, display_name: str, password: str, **more: bool) -> User:
    return User.objects.create(username=username, display_name=display_name, password=password, **more)


def _roles() -> list[str]:
    plugin = plugins.get(GAME)
    scenario = plugin.spec.rules.load_scenario(next(iter(plugin.spec.scenarios.values())))
    return [role.id for role in plugin.roles(scenario)]


@transaction.atomic
def practice_match(*, user: User, now: datetime | None = None) -> Match:
    """A match against bots for somebody who wants to look: two seats are theirs, the first decision waits."""
    now = now or clock.now()
    match = match_create(game=GAME, roles=_roles(), by=user, title=_("Practice"), now=now)
    for seat in HELD_SEATS:
        seat_assign(match_id=match.pk, seat=seat, user=user, now=now)
    return match_start(match_id=match.pk, now=now)

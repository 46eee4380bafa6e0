"""The demo: a course with two teams, a match that bots play to the end, and one that waits for its first decision."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils.translation import gettext as _

from classrooms.models import Course, Enrolment, Team, User
from games import clock
from games.kit import plugins
from games.models import Match
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
    course = Course.objects.create(name="Construction project management", term="Demo")
    Enrolment.objects.create(course=course, user=instructor, role=Enrolment.Role.INSTRUCTOR)
    Enrolment.objects.bulk_create(Enrolment(course=course, user=student) for student in students)
    for name, members in (("Keystone", students[:3]), ("Lintel", students[3:])):
        Team.objects.create(course=course, name=name).members.set(members)
    played, waiting = (_match(instructor, team, now) for team in ("Lintel", "Keystone"))
    played.stewards.add(students[0])  # who holds no seat in it, and may look at it all the same
    for seat in HELD_SEATS:
        seat_assign(match_id=waiting.pk, seat=seat, user=students[0], now=now)
    for match in (played, waiting):
        match_start(match_id=match.pk, now=now)
    return Demo(course, played, waiting)


def _user(username: str, display_name: str, password: str, **more: bool) -> User:
    return User.objects.create(username=username, display_name=display_name, password=password, **more)


def _match(instructor: User, team: str, now: datetime) -> Match:
    return match_create(game=GAME, roles=_roles(), by=instructor, title="Demo workshop", team_name=team, now=now)


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

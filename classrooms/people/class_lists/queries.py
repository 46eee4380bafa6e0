"""Reading people and teams of a course, in a constant number of queries."""

import unicodedata
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, Q, QuerySet

from classrooms.models import Course, Enrolment, RosterImport, Session, SessionStatus, Team
from classrooms.people.class_lists.namesakes import tell_apart
from games.public.models import PERSON_ID
from games.public.people import return_token

Role = Enrolment.Role
LISTS_SHOWN = 5
GOING_ON = (SessionStatus.OPEN, SessionStatus.RUNNING, SessionStatus.PAUSED)


@dataclass
class StudentLine:
    """A student in a list. `link` is the personal link's secret part, for guests, if the reader may see it."""

    enrolment: Enrolment
    team: Team | None = None
    link: str = ""

    @property
    def user(self) -> Any:
        """The person."""
        return self.enrolment.user

    @property
    def name(self) -> str:
        """The name as others see it."""
        return str(self.user.called)

    @property
    def listed(self) -> str:
        """The name as the list sorts it."""
        return str(self.user.called_in_list)

    @property
    def came(self) -> bool:
        """Did the person ever open their link, or sign in?"""
        return self.user.last_login is not None


@dataclass
class People:
    """Everybody of a course: its staff, students by name, and former members."""

    staff: list[Enrolment] = field(default_factory=list)
    students: list[StudentLine] = field(default_factory=list)
    gone: list[Enrolment] = field(default_factory=list)


def by_name(name: str) -> str:
    """A sort key for names without case and accents."""
    folded = name.casefold()
    if folded.isascii():
        return folded
    bare = unicodedata.normalize("NFKD", folded)
    return "".join(sign for sign in bare if not unicodedata.combining(sign))


def by_family_name(user: Any) -> tuple[str, str]:
    """A sort key for lists of people: family name, then given name. If the parts of a name are unknown, its last word
    counts as family name.
    """
    shown = str(user.get_full_name())
    return by_name(user.family_name or shown.rpartition(" ")[2]), by_name(user.given_name or shown)


def matches_query(student: StudentLine, query: str) -> bool:
    """Are all words of a search found in name, address, number or team? Neither case nor accents count."""
    row = student.enrolment
    said = (student.name, student.listed, row.user.email, row.student_number, student.team.name if student.team else "")
    text = by_name(" ".join(said))
    return all(word in text for word in by_name(query).split())


def people_of(course: Course, *, links: bool = False) -> People:
    """The people of a course in two queries; with `links`, guests have their personal links."""
    rows = list(Enrolment.objects.filter(course=course, user__erased_at__isnull=True).select_related("user"))
    tell_apart(course.pk, [row.user for row in rows])
    teams = teams_by_member(course)
    found = People()
    for row in sorted(rows, key=lambda row: (*by_family_name(row.user), row.pk)):
        if row.left_at is not None:
            found.gone.append(row)
        elif row.role == Role.STUDENT:
            secret = return_token(row.user) if links and has_link(row.user) else ""
            found.students.append(StudentLine(row, teams.get(row.user_id), secret))
        else:
            found.staff.append(row)
    order = {role: number for number, role in enumerate(Role.values)}
    found.staff.sort(key=lambda row: order[row.role])
    return found


def has_link(user: Any) -> bool:
    """Does the person come by a personal link? Guests without a password do."""
    return bool(user.is_guest and not user.has_usable_password() and user.is_active)


def teams_by_member(course: Course) -> dict[int, Team]:
    """The team of each person, in two queries; of several the first by name."""
    teams = {team.pk: team for team in course.teams.order_by("name", "pk")}
    rows = Team.members.through.objects.filter(team__in=teams).values_list(PERSON_ID, "team_id")
    found: dict[int, Team] = {}
    for user, team in rows:
        known = found.get(user)
        if known is None or (teams[team].name, team) < (known.name, known.pk):
            found[user] = teams[team]
    return found


@dataclass
class TeamLine:
    """A team with its members by name."""

    team: Team
    members: list[StudentLine] = field(default_factory=list)


def teams_of(course: Course) -> tuple[list[TeamLine], list[StudentLine]]:
    """The teams by name, and the students without one, in four queries. Other people are not shown."""
    lines = {team.pk: TeamLine(team) for team in course.teams.order_by("name", "pk")}
    rest = []
    for student in people_of(course).students:
        if student.team is None:
            rest.append(student)
        else:
            lines[student.team.pk].members.append(student)
    return sorted(lines.values(), key=lambda line: natural(line.team.name)), rest


def natural(name: str) -> list[tuple[int, str]]:
    """A sort key with numbers: Team 2 before Team 10."""
    parts: list[str] = []
    for sign in by_name(name):
        if parts and sign.isdecimal() == parts[-1].isdecimal():
            parts[-1] += sign
        else:
            parts.append(sign)
    return [(int(part), "") if part.isdecimal() else (0, part) for part in parts]


def lists_taken(course: Course) -> QuerySet[RosterImport]:
    """The latest applied class lists that can be undone."""
    rows = RosterImport.objects.filter(course=course, applied_at__isnull=False, undone_at__isnull=True)
    return rows.select_related("created_by").order_by("-applied_at", "-pk")[:LISTS_SHOWN]


@dataclass(frozen=True)
class CourseFigures:
    """The figures in the head of a course's pages."""

    students: int
    teams: int
    sessions: int
    going_on: int


def course_figures(course: Course) -> CourseFigures:
    """The figures in three queries."""
    students = Enrolment.objects.filter(course=course, role=Role.STUDENT, left_at__isnull=True).count()
    sessions = Session.objects.filter(course=course).aggregate(
        all=Count("pk"), now=Count("pk", filter=Q(status__in=GOING_ON))
    )
    return CourseFigures(students, course.teams.count(), sessions["all"], sessions["now"])

"""Reading courses: the list of somebody's courses and the overview of one, in queries whose number does not grow."""

from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, Q

from classrooms.models import Course, Enrolment, Session, SessionStatus, Team
from classrooms.permissions import RIGHTS, Right, may_create_courses

Role = Enrolment.Role
STAFF = (Role.INSTRUCTOR, Role.ASSISTANT, Role.OBSERVER)
GOING_ON = (SessionStatus.OPEN, SessionStatus.RUNNING, SessionStatus.PAUSED)


def runs_courses(user: Any) -> bool:
    """Is somebody staff of a course, or may they make one?"""
    if not user.is_authenticated:
        return False
    return may_create_courses(user) or is_staff(user)


def is_staff(user: Any) -> bool:
    """Does somebody run or watch a course?"""
    return Enrolment.objects.filter(user=user, role__in=STAFF, left_at__isnull=True).exists()


def is_made_instructor(user: Any) -> bool:
    """Was somebody given the right to make courses? Where everybody may make them, that alone makes no instructor."""
    return user.is_authenticated and not user.is_guest and (user.can_create_courses or user.is_superuser)


def starts_with_today(user: Any) -> bool:
    """Does somebody begin the day as one who runs sessions?"""
    return user.is_authenticated and (is_made_instructor(user) or is_staff(user))


@dataclass
class CourseLine:
    """A course in a list, with the reader's part in it."""

    course: Course
    role: str
    students: int = 0
    teams: int = 0
    sessions: int = 0
    going_on: int = 0
    my_team: str = ""
    instructors: list[str] = field(default_factory=list)

    @property
    def role_name(self) -> str:
        """In the reader's language."""
        return str(Role(self.role).label)

    @property
    def may_look(self) -> bool:
        """Has the course a page for them?"""
        return Right.LOOK in RIGHTS[Role(self.role)]


@dataclass
class CourseList:
    """The courses that somebody runs, takes part in, and has put away."""

    run: list[CourseLine] = field(default_factory=list)
    joined: list[CourseLine] = field(default_factory=list)
    archived: list[CourseLine] = field(default_factory=list)


def course_list(user: Any) -> CourseList:
    """All courses of a person, by name, in five queries."""
    rows = Enrolment.objects.filter(user=user, left_at__isnull=True).select_related("course")
    lines = {row.course_id: CourseLine(row.course, row.role) for row in rows.order_by("course__name", "course")}
    _count(lines, user)
    found = CourseList()
    for line in lines.values():
        if line.course.archived_at is not None:
            found.archived.append(line)
        else:
            (found.run if line.may_look else found.joined).append(line)
    return found


def _count(lines: dict[int, CourseLine], user: Any) -> None:
    """Fill in the numbers and names."""
    people = Enrolment.objects.filter(course__in=lines, left_at__isnull=True).order_by()
    for course, number in people.filter(role=Role.STUDENT).values_list("course").annotate(number=Count("pk")):
        lines[course].students = number
    for row in people.filter(role=Role.INSTRUCTOR).select_related("user").order_by("pk"):
        lines[row.course_id].instructors.append(row.user.get_full_name())
    mine = Count("members", filter=Q(members=user))
    for course, name, is_mine in (
        Team.objects.filter(course__in=lines).order_by("pk").values_list("course", "name").annotate(mine=mine)
    ):
        lines[course].teams += 1
        lines[course].my_team = name if is_mine else lines[course].my_team
    counts = Session.objects.filter(course__in=lines).order_by().values_list("course", "status")
    for course, status, number in counts.annotate(number=Count("pk")):
        lines[course].sessions += number
        lines[course].going_on += number if status in GOING_ON else 0


@dataclass(frozen=True)
class CourseFigures:
    """What the head of a course's pages says."""

    students: int
    teams: int
    sessions: int
    going_on: int


def course_figures(course: Course) -> CourseFigures:
    """In three queries."""
    students = Enrolment.objects.filter(course=course, role=Role.STUDENT, left_at__isnull=True).count()
    sessions = Session.objects.filter(course=course).aggregate(
        all=Count("pk"), now=Count("pk", filter=Q(status__in=GOING_ON))
    )
    return CourseFigures(students, course.teams.count(), sessions["all"], sessions["now"])

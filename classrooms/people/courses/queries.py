"""The list of a person's courses, in a constant number of queries."""

from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, Q

from classrooms.models import Course, Enrolment, Session, Team
from classrooms.people.access.permissions import RIGHTS, Right
from classrooms.people.class_lists.queries import GOING_ON

Role = Enrolment.Role


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
        """The name of the role in the reader's language."""
        return str(Role(self.role).label)

    @property
    def may_look(self) -> bool:
        """Has the course a page for them?"""
        return Right.LOOK in RIGHTS[Role(self.role)]


@dataclass
class CourseList:
    """The courses that a person runs, takes part in, and has archived."""

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

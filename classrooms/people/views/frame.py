"""The frame of every page of a course."""

from typing import Any

from django.http import HttpRequest

from classrooms.access.permissions import CourseAccess, Right
from classrooms.models import Course
from classrooms.people.queries import course_figures
from games.addresses import full_url


def head(request: HttpRequest, access: CourseAccess) -> dict[str, Any]:
    """What the frame of every page of a course shows."""
    return {
        "access": access,
        "course": access.course,
        "figures": course_figures(access.course),
        "may_manage": access.may(Right.MANAGE),
        "may_grade": access.may(Right.GRADE),
        "join_url": join_url(request, access.course),
    }


def join_url(request: HttpRequest, course: Course) -> str:
    """Where students join, in full."""
    return full_url(request, "classrooms:course-join", course.join_code)

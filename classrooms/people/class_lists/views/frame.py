"""The common parts of all pages of a course."""

from typing import Any

from django.http import HttpRequest

from classrooms.models import Course
from classrooms.people.access.permissions import CourseAccess, Right
from classrooms.people.class_lists.queries import course_figures
from games.public.base import full_url


def head(request: HttpRequest, access: CourseAccess) -> dict[str, Any]:
    """The context of the common parts of a course's pages."""
    return {
        "access": access,
        "course": access.course,
        "figures": course_figures(access.course),
        "may_manage": access.may(Right.MANAGE),
        "may_grade": access.may(Right.GRADE),
        "join_url": join_url(request, access.course),
    }


def join_url(request: HttpRequest, course: Course) -> str:
    """The full address at which students join."""
    return full_url(request, "classrooms:course-join", course.join_code)

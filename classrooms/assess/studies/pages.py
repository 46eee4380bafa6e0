"""Studies among the pages of a course and on the home page."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from classrooms import hooks
from classrooms.assess.studies.queries.own import waiting_tests
from classrooms.models import Course
from games.public import hooks as game_hooks
from games.public.hooks import Panel


def of_course(course: Course) -> list[tuple[str, str]]:
    """The list of studies, as a tab of the course."""
    return [(_("Studies"), reverse("classrooms:course-studies", args=[course.pk]))]


def of_home(user: Any) -> Panel:
    """The open tests of a student, on the home page."""
    return Panel("tests", "classrooms/studies/home.html", {"tests": waiting_tests(user)})


hooks.COURSE_PAGES.fill(of_course)
game_hooks.HOME_PANELS.fill(of_home)

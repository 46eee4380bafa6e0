"""Context of the navigation at the top of every page."""

from collections.abc import Callable
from functools import cache

from django.http import HttpRequest

from classrooms.people.access.first_page import is_made_instructor, is_staff
from classrooms.people.access.permissions import may_create_courses
from games.public.people import reader


def navigation(request: HttpRequest) -> dict[str, Callable[[], bool]]:
    """`shows_courses`: does the reader run courses, or may they make one? `shows_today`: do they begin with *Today*?
    Templates that use them ask once for both.
    """

    @cache
    def staff() -> bool:
        person = reader(request)
        return person.is_authenticated and is_staff(person)

    return {
        "shows_courses": lambda: may_create_courses(reader(request)) or staff(),
        "shows_today": lambda: is_made_instructor(reader(request)) or staff(),
    }

"""What the top of every page needs to know of its reader."""

from collections.abc import Callable
from functools import cache

from django.http import HttpRequest

from classrooms.selectors.courses import runs_courses


def navigation(request: HttpRequest) -> dict[str, Callable[[], bool]]:
    """`shows_courses`: does the reader run courses, or may they make one? Asked once, by templates that use it."""

    @cache
    def shows_courses() -> bool:
        return runs_courses(request.user)

    return {"shows_courses": shows_courses}

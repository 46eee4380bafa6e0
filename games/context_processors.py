"""Template variables of every page."""

from collections.abc import Callable
from functools import cache

from django.http import HttpRequest

from games.platform import selectors
from games.platform.persons import reader


def inbox(request: HttpRequest) -> dict[str, Callable[[], int]]:
    """`inbox_count`: the number of matches in which it is the reader's turn. The database is asked only by templates
    that use it, once.
    """

    @cache
    def inbox_count() -> int:
        person = reader(request)
        return selectors.inbox_count(person.pk) if person.is_authenticated else 0

    return {"inbox_count": inbox_count}

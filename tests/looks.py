"""A guard of all tests: a GET or HEAD request that writes to the database fails (design decision 16). The settings of
the tests put it before all other middlewares.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve

LOOKS: Final = ("GET", "HEAD")
WRITE: Final = re.compile(r'\s*(?:INSERT\s+(?:OR\s+\w+\s+)?INTO|REPLACE\s+INTO|UPDATE|DELETE\s+FROM)\s+"?(\w+)', re.I)
SESSIONS: Final = "django_session"
"""The table of Django's login sessions: reading a page may renew one."""
MAY_WRITE: Final[Mapping[str, str]] = {
    "classrooms:lms-enter": "the ticket of a launch signs the person in, in a tab that is opened by a link",
    "classrooms:lms-login": "a platform may begin a launch by GET (LTI 1.3)",
    "classrooms:my-data": "it tries the erasure of the reader in a transaction that is rolled back",
    "classrooms:sign-on-back": "the sign-in service of a university sends people back by GET",
}
"""Views that may write on GET, by name, with the reason."""


class LookWrites(AssertionError):
    """A request that only reads has written to the database."""


def get_never_writes(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """The middleware. Raises `LookWrites` with the tables after a request that wrote."""

    def respond(request: HttpRequest) -> HttpResponse:
        if request.method not in LOOKS or _name(request) in MAY_WRITE:
            return get_response(request)
        written: list[str] = []

        def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            if (found := WRITE.match(sql)) and found[1] != SESSIONS:
                written.append(found[1])
            return execute(sql, params, many, context)

        with connection.execute_wrapper(note):
            response = get_response(request)
        if written:
            raise LookWrites(f"{request.method} {request.path} ({_name(request)}) writes {sorted(set(written))}")
        return response

    return respond


def _name(request: HttpRequest) -> str:
    try:
        return resolve(request.path_info).view_name
    except Resolver404:
        return ""

"""The database was restarted, or the way to it broke: what tells that from every other error, and what is done then.

A connection is checked when it leaves the pool, so only a request in whose middle it breaks notices. What only reads is
done once more; everything else is refused with 503 and keeps nothing or all of it, as its transaction was committed or
not: a decision that is sent again carries its submission id and is played once.
"""

import sqlite3
from collections.abc import Callable
from typing import Final

from django.db import InterfaceError, InternalError, OperationalError, connection
from django.http import HttpRequest, HttpResponse

SAFE: Final = frozenset({"GET", "HEAD"})
CONNECTION_EXCEPTIONS: Final = "08"
DISK_FULL: Final = "53100"
PRIMARY: Final = 0xFF
"""Of a code of SQLite, which says more in its higher bits."""
NO_ROOM: Final = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR})
"""A full disk is an error of input and output where SQLite begins to write its log."""
STOOD_STILL: Final = "25P03"
"""The process was stopped in a transaction for longer than one may keep its locks (domego_site.databases)."""
SHUTTING_DOWN: Final = frozenset({"57P01", "57P02", "57P03", "53300"})
"""Shut down by the administrator, after a crash, starting up; too many connections."""


def is_loss(error: BaseException | None) -> bool:
    """Whether PostgreSQL could not be reached or went away in mid-query. A lost connection has no SQLSTATE at all, when
    the server had no time to send one.
    """
    if connection.vendor != "postgresql" or not isinstance(error, OperationalError | InterfaceError | InternalError):
        return False
    state = getattr(error.__cause__, "sqlstate", None)
    if isinstance(error, InternalError):
        return state == STOOD_STILL
    return state is None or state.startswith(CONNECTION_EXCEPTIONS) or state in SHUTTING_DOWN


def is_full(error: BaseException | None) -> bool:
    """Whether the database has no room: what was sent is not kept, and may be sent again when there is."""
    if not isinstance(error, OperationalError):
        return False
    state = getattr(error.__cause__, "sqlstate", None)
    code = getattr(error.__cause__, "sqlite_errorcode", 0)
    return state == DISK_FULL or code & PRIMARY in NO_ROOM


class LostMidway(HttpResponse):
    """A 503 whose request found the database and lost it: the next connection may well do."""


def was_waited_for(error: BaseException) -> bool:
    """Whether the pool has looked for a connection for as long as anybody should wait."""
    from psycopg_pool import PoolTimeout  # takes a moment, and only a site on PostgreSQL needs it

    return isinstance(error.__cause__, PoolTimeout)


class RepeatOnceMiddleware:
    """Outside of everything that asks the database. A page whose connection broke is made once more on another one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method in SAFE and isinstance(response, LostMidway):
            connection.close()
            response = self.get_response(request)
        return response

"""Lost database connections, after a restart or a broken network: detection and handling. A connection is checked when
it leaves the pool, so only a request in progress notices a loss. A request that only reads is repeated once. Every
other request is refused with 503; its transaction was committed or rolled back as a whole. A move that is sent again
has the same submission id, and is played once.
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
"""The mask for the primary result code of SQLite; higher bits give details."""
NO_ROOM: Final = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR})
"""Errors of a full disk. SQLite reports an input or output error if it fails at the beginning of its log."""
STOOD_STILL: Final = "25P03"
"""The process was stopped in a transaction for longer than the limit for locks (domego_site.databases)."""
SHUTTING_DOWN: Final = frozenset({"57P01", "57P02", "57P03", "53300"})
"""Errors of a server that shuts down, crashed, starts up, or has too many connections."""


def is_loss(error: BaseException | None) -> bool:
    """Was PostgreSQL unreachable, or lost in mid-query? A lost connection may have no SQLSTATE at all."""
    if connection.vendor != "postgresql" or not isinstance(error, OperationalError | InterfaceError | InternalError):
        return False
    state = getattr(error.__cause__, "sqlstate", None)
    if isinstance(error, InternalError):
        return state == STOOD_STILL
    return state is None or state.startswith(CONNECTION_EXCEPTIONS) or state in SHUTTING_DOWN


def is_full(error: BaseException | None) -> bool:
    """Is the database out of space? The data was not stored, and can be sent again when there is space."""
    if not isinstance(error, OperationalError):
        return False
    state = getattr(error.__cause__, "sqlstate", None)
    code = getattr(error.__cause__, "sqlite_errorcode", 0)
    return state == DISK_FULL or code & PRIMARY in NO_ROOM


class LostMidway(HttpResponse):
    """A 503 for a request that lost its connection midway; the next connection may work."""


def was_waited_for(error: BaseException) -> bool:
    """Has the pool waited for a connection up to its time limit?"""
    from psycopg_pool import PoolTimeout  # takes a moment, and only a site on PostgreSQL needs it

    return isinstance(error.__cause__, PoolTimeout)


class RepeatOnceMiddleware:
    """Middleware outside of everything that uses the database. A read whose connection broke is repeated once on
    another connection.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method in SAFE and isinstance(response, LostMidway):
            connection.close()
            response = self.get_response(request)
        return response

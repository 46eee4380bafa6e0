"""A database without room: input is refused with a message, not stored, and accepted when there is room again."""

import sqlite3
from contextlib import contextmanager, suppress

import psycopg
import pytest
from django.db import connection
from django.db.utils import OperationalError
from django.test import Client
from django.urls import reverse

from domego_site import database_loss
from games.models import Message
from tests.games.factories import NOW, match_of, person


def test_postgresql_says_it_by_its_code():
    full, other = OperationalError(), OperationalError("no room")
    full.__cause__ = psycopg.errors.DiskFull()
    other.__cause__ = psycopg.errors.QueryCanceled()

    assert [database_loss.is_full(error) for error in (full, other, ValueError(), None)] == [True, False, False, False]


@pytest.mark.parametrize(
    ("code", "is_full"),
    [
        (sqlite3.SQLITE_FULL, True),
        (sqlite3.SQLITE_IOERR_SHMSIZE, True),
        (sqlite3.SQLITE_IOERR_WRITE, True),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, False),
        (sqlite3.SQLITE_READONLY, False),
    ],
)
def test_sqlite_says_it_by_its_code_too(code, is_full):
    """SQLite may report it before it begins to write, or in the middle."""
    said, error = sqlite3.OperationalError("disk I/O error"), OperationalError("disk I/O error")
    said.sqlite_errorcode = code
    error.__cause__ = said

    assert database_loss.is_full(error) is is_full


@contextmanager
def no_more_room():
    """The database cannot grow beyond its current pages."""
    with connection.cursor() as cursor:
        most = cursor.execute("PRAGMA max_page_count").fetchone()[0]
        cursor.execute("PRAGMA max_page_count = 1")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA max_page_count = {most}")


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="the size of a PostgreSQL database has no bound to set")
def test_what_finds_no_room_is_refused_and_goes_in_later(no_broker):
    ada = person()
    match = match_of(ada)
    client = Client(raise_request_exception=False)
    client.force_login(ada)
    say = {"text": "x" * 500, "seat": 0}

    def fill():
        with suppress(OperationalError):
            while True:
                Message.objects.create(match=match, author=ada, seat=0, text="x" * 500, created_at=NOW)

    with no_more_room():
        fill()
        full = client.post(reverse("games:talk", args=[match.pk]), say)
        kept = Message.objects.count()
        page = client.get(reverse("games:home"))
    later = client.post(reverse("games:talk", args=[match.pk]), say)

    assert (full.status_code, full["Retry-After"]) == (503, "5")
    assert "or has no room" in full.content.decode()
    assert (page.status_code, later.status_code, Message.objects.count()) == (200, 303, kept + 1)

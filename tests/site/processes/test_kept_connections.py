"""Connections to SQLite stay open between requests, and never to a file that is gone."""

import os
import shutil
import sqlite3
from contextlib import closing

import pytest
from django.db.utils import ConnectionHandler

from domego_site import databases

pytestmark = pytest.mark.django_db


def made(file, text):
    """A database file with one line."""
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("CREATE TABLE lines (text)")
        database.execute("INSERT INTO lines VALUES (?)", [text])
    return file


@pytest.fixture
def opened(tmp_path):
    """The file of a site, and its connection."""
    file = made(tmp_path / "db.sqlite3", "old")
    connection = ConnectionHandler({"default": databases.database("", sqlite_file=file, pool_size=0)})["default"]
    yield file, connection
    connection.close()


def text_in(connection):
    """The text as the next request reads it."""
    connection.close_if_unusable_or_obsolete()
    with connection.cursor() as cursor:
        return cursor.execute("SELECT text FROM lines").fetchone()[0]


def test_requests_share_a_connection(opened):
    _file, connection = opened

    first = text_in(connection), connection.connection
    second = text_in(connection), connection.connection

    assert first == second == ("old", connection.connection)


@pytest.mark.parametrize("replace", [os.replace, lambda new, file: (file.unlink(), shutil.copy(new, file))])
def test_a_replaced_file_is_read_by_the_next_request(opened, tmp_path, replace):
    file, connection = opened
    text_in(connection)

    for rest in ("-wal", "-shm"):
        file.with_name(file.name + rest).unlink(missing_ok=True)
    replace(made(tmp_path / "new.sqlite3", "new"), file)

    assert text_in(connection) == "new"


def test_a_transaction_keeps_its_connection(opened, tmp_path):
    file, connection = opened
    text_in(connection)
    connection.in_atomic_block = True
    held = connection.connection

    os.replace(made(tmp_path / "new.sqlite3", "new"), file)
    connection.close_if_unusable_or_obsolete()
    connection.in_atomic_block = False

    assert connection.connection is held


def test_after_an_error_a_connection_is_kept_only_if_its_file_can_be_read(opened):
    _file, connection = opened
    text_in(connection)
    connection.errors_occurred, held = True, connection.connection
    text_in(connection)
    assert connection.connection is held

    held.close()
    connection.errors_occurred = True

    assert text_in(connection) == "old"
    assert connection.connection is not held


def test_a_changed_schema_is_seen(opened):
    """An upgrade adds a column while a process of the old code reads."""
    file, connection = opened
    text_in(connection)

    with closing(sqlite3.connect(file)) as database, database:
        database.execute("ALTER TABLE lines ADD COLUMN number DEFAULT 7")
    with connection.cursor() as cursor:
        row = cursor.execute("SELECT text, number FROM lines").fetchone()

    assert row == ("old", 7)

"""Databases made by squashed migrations, by the replaced ones, and by some of these followed by today's."""

import os
import shutil
from contextlib import suppress
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from tests.site.upgrade.schemas import make_by_steps, run, schema_of, steps

LAST = [
    ("games", "0001_initial"),
    ("games", "0008_job_losses"),
    ("classrooms", "0018_retention_recalled"),
    ("classrooms", "0029_decision_quality"),
    ("games", "0011_ways_of_reading"),
]
"""Migration states of old sites: one app may be between two steps, and the other before, between or after its steps."""


@pytest.fixture(scope="module")
def old(tmp_path_factory):
    """A site at each of these steps, and one at the last step of all."""
    directory = tmp_path_factory.mktemp("steps")
    make_by_steps(directory, *sorted(steps().index(each) + 1 for each in LAST))
    return directory


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    directory = tmp_path_factory.mktemp("fresh")
    run(directory, "migrate", "--verbosity", "0")
    return schema_of(directory)


def test_a_fresh_database_has_the_tables_that_the_replaced_steps_make(old, fresh):
    assert schema_of(old) == fresh


@pytest.mark.parametrize("last", LAST, ids=".".join)
def test_an_older_site_has_the_tables_of_a_fresh_one_after_its_upgrade(last, old, fresh, tmp_path):
    shutil.copy(old / str(steps().index(last) + 1) / "db.sqlite3", tmp_path)
    assert schema_of(tmp_path) != fresh

    run(tmp_path, "migrate", "--verbosity", "0")

    assert schema_of(tmp_path) == fresh
    assert run(tmp_path, "showmigrations", "--plan").count("[ ]") == 0


@pytest.fixture
def empty():
    """The addresses of two empty databases on PostgreSQL."""
    parts = urlsplit(os.environ.get("DATABASE_URL", ""))
    if not parts.scheme.startswith("postgres"):
        pytest.skip("No PostgreSQL in DATABASE_URL")
    names = [f"domego_steps_{os.getpid()}_{which}" for which in ("old", "new")]
    with psycopg.connect(urlunsplit(parts._replace(path="/postgres")), autocommit=True) as server:
        for name in names:
            server.execute(f"CREATE DATABASE {name}")
        yield [urlunsplit(parts._replace(path=f"/{name}")) for name in names]
        for name in names:
            with suppress(psycopg.Error):
                server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.mark.services
def test_on_postgresql_both_ways_make_the_same_tables(empty):
    replaced, squashed = empty

    make_by_steps(replaced)
    run(squashed, "migrate", "--verbosity", "0")

    assert schema_of(replaced) == schema_of(squashed)

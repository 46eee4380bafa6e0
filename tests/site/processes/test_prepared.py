"""Databases prepared for tests are kept between runs, and those used by another run are never dropped."""

import os

import psycopg
import pytest

from tests import prepared
from tests.e2e.running_site import Services


def test_of_kept_files_the_last_used_stay(tmp_path):
    made = tmp_path / "made"
    made.write_text("a database")

    for number in range(5):
        kept = tmp_path / "databases" / f"{number}.sqlite3"
        prepared._keep(made, kept)
        os.utime(kept, (number, number))

    assert sorted(path.name for path in kept.parent.iterdir()) == ["2.sqlite3", "3.sqlite3", "4.sqlite3"]
    assert kept.read_text() == "a database"


@pytest.fixture
def address(django_db_setup):
    """The address of the PostgreSQL server. Templates of this run stay."""
    address = os.environ.get("DATABASE_URL", "")
    if not address.startswith("postgres"):
        pytest.skip("No PostgreSQL in DATABASE_URL")
    return address


def templates(address):
    with psycopg.connect(address.rpartition("/")[0] + "/postgres") as server:
        rows = server.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [prepared.TEMPLATES])
        return {name for (name,) in rows.fetchall()}


@pytest.mark.services
def test_a_template_of_other_migrations_is_dropped_once_no_run_uses_it(address, monkeypatch):
    monkeypatch.setattr(prepared, "_manage", lambda *arguments, **variables: None)
    digest = prepared._digest
    own = f"{prepared.TEMPLATES}{digest()[:12]}"

    monkeypatch.setattr(prepared, "_digest", lambda: f"test{os.getpid():08}")
    with prepared.template(address) as other:
        monkeypatch.setattr(prepared, "_digest", digest)
        with prepared.template(address) as again:
            assert again == own
            assert {own, other} <= templates(address)
    with prepared.template(address):
        assert other not in templates(address)


@pytest.mark.services
def test_a_site_of_the_tests_begins_with_a_copy(address):
    services = Services()

    with psycopg.connect(services.environment["DATABASE_URL"]) as copy:
        assert copy.execute("SELECT count(*) FROM games_match").fetchone() == (0,)
    services.end()


@pytest.mark.services
def test_two_sites_of_one_process_share_nothing():
    """Tests of one worker may share a site while one of them starts another."""
    one, other = Services(), Services()
    try:
        for kind in ("DATABASE_URL", "REDIS_URL", "CACHE_URL"):
            assert one.environment[kind] != other.environment[kind]
    finally:
        one.end()
        other.end()

import os

import psycopg
import pytest

from tests.games.faults.site import Site


@pytest.fixture(scope="module")
def database_url(request):
    """A new database on the server of DATABASE_URL; empty for SQLite in the site's own directory."""
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        yield ""
        return
    server, name = url.rpartition("/")[0], f"faults_{os.getpid()}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name}")
        connection.execute(f"CREATE DATABASE {name}")
        yield f"{server}/{name}"
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="module")
def site(tmp_path_factory, database_url):
    site = Site(tmp_path_factory.mktemp("faults"), database_url)
    site.start_broker()
    site.start_worker()
    yield site
    site.end()

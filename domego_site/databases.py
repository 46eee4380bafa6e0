"""The database from DATABASE_URL, with the options that were measured for each engine."""

from pathlib import Path
from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

# BEGIN IMMEDIATE takes the write lock first: without it, two writers that both read before writing fail at once
# with "database is locked". SQLite is unfair to those who wait, hence the long timeout. FULL waits for the disk at each
# commit: with NORMAL a power cut takes back the last moves that people were told are theirs, and marks with them.
_SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
}

SQLITE = "domego_site.sqlite3"
"""Connections to SQLite stay open."""
STOPPED_SECONDS = 60
"""Seconds after which a PostgreSQL server ends the transaction of a stopped process, and its locks."""


def database(url: str, *, sqlite_file: Path, pool_size: int) -> dict[str, Any]:
    """Django's settings of one database; without `url`, SQLite in `sqlite_file`."""
    if not url:
        return {"ENGINE": SQLITE, "NAME": sqlite_file, "OPTIONS": dict(_SQLITE_OPTIONS), "CONN_MAX_AGE": None}
    try:
        parsed: dict[str, Any] = {**dj_database_url.parse(url)}
    except ValueError as error:
        raise ImproperlyConfigured(f"DATABASE_URL cannot be read: {error}") from None
    engine = parsed["ENGINE"].rpartition(".")[2]
    options = parsed.setdefault("OPTIONS", {})
    if engine == "sqlite3":
        parsed |= {"ENGINE": SQLITE, "OPTIONS": {**_SQLITE_OPTIONS, **options}, "CONN_MAX_AGE": None}
    elif engine == "postgresql":
        options.setdefault("connect_timeout", 5)
        options.setdefault("options", f"-c idle_in_transaction_session_timeout={STOPPED_SECONDS}s")
        # A connection that leaves the pool is asked for a sign of life first: after a restart all of them are dead.
        parsed["CONN_HEALTH_CHECKS"] = True
        if pool_size:
            options["pool"] = {"min_size": 1, "max_size": pool_size, "timeout": 10}
    else:
        raise ImproperlyConfigured("DATABASE_URL must start with postgres:// or sqlite:///.")
    return parsed

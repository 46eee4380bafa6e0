"""Probes of the services that the site needs. Each returns the fault in one line, or None."""

import ctypes

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from redis import Redis
from redis.exceptions import RedisError

PANGO_LIBRARIES = ("libpango-1.0.so.0", "libpangoft2-1.0.so.0")
_is_migrated = False


def database_fault() -> str | None:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (Error, OSError) as error:
        return " ".join(str(error).split())
    return None


def migrations_behind() -> int:
    """The number of migrations of this code missing in the database. It reads every migration from disk."""
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def migrations_fault() -> str | None:
    """The same for frequent checks: once the database was up to date, this process no longer asks."""
    global _is_migrated  # noqa: PLW0603 - what one thread found out holds for all
    if not _is_migrated:
        try:
            behind = migrations_behind()
        except (Error, OSError) as error:
            return " ".join(str(error).split())
        if behind:
            return f"{behind} migrations behind"
        _is_migrated = True
    return None


def broker_fault() -> str | None:
    url = settings.REDIS_URL or f"unix://{settings.BROKER_SOCKET}"
    try:
        with Redis.from_url(url, socket_connect_timeout=1, socket_timeout=1) as client:
            client.ping()
    except (RedisError, OSError, ValueError) as error:
        return " ".join(str(error).split())
    return None


def pango_fault() -> str | None:
    """The fault of missing libraries for PDFs, which WeasyPrint itself reports only with the first PDF."""
    for name in PANGO_LIBRARIES:
        try:
            ctypes.CDLL(name)
        except OSError:
            return f"{name} cannot be loaded"
    return None

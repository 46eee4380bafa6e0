"""The site as `manage.py run` starts it, in a directory of its own, with its own database and broker or given ones."""

import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from benchmarks._processes import server_of
from benchmarks.chaos.machines import free_port
from domego_site import paths
from domego_site.environment import next_redis_database


@dataclass(frozen=True)
class Running:
    """The supervisor's `pid`, the site's `port`, and the `environment` of its processes."""

    pid: int
    port: int
    environment: dict[str, str]

    def pids(self) -> list[int]:
        """The supervisor's, and those of the given servers that run on this machine (`server_of`)."""
        servers = [
            server_of(self.environment[name]) for name in ("DATABASE_URL", "REDIS_URL") if name in self.environment
        ]
        return [self.pid, *(pid for pid in servers if pid is not None)]

    def manage(self, *arguments: str) -> str:
        """Run a management command of the site and return its output."""
        return _manage(self.environment, *arguments)


@contextmanager
def running_site(*prepare: str, **more: str) -> Iterator[Running]:
    """A site that was prepared with these options and started with `more` in its environment, and that is ready."""
    with tempfile.TemporaryDirectory(prefix="benchmark-") as var:
        port = free_port()
        environment = {
            "PATH": os.environ["PATH"],
            "VAR_DIR": var,
            "PORT": str(port),
            "LIVE_PORT": str(free_port()),
            "SECRET_KEY": "benchmarks-0123456789-abcdefghijklm",
            "AUTO_ANALYSIS": "0",
            **more,
        }
        _manage(environment, "prepare", *prepare)
        output = Path(var) / "output"
        with output.open("w") as out:
            site = subprocess.Popen(
                [sys.executable, "manage.py", "run"], cwd=paths.BASE_DIR, env=environment, stdout=out, stderr=out
            )
        try:
            until = time.monotonic() + 120
            while "The site is ready" not in output.read_text() and time.monotonic() < until:
                time.sleep(0.1)
            yield Running(site.pid, port, environment)
        finally:
            site.send_signal(signal.SIGTERM)
            site.wait(60)


@contextmanager
def given_servers() -> Iterator[dict[str, str]]:
    """The environment of a site on the servers that DATABASE_URL and REDIS_URL name; empty without them. The site gets
    a new database on that server.
    """
    database, redis = os.environ.get("DATABASE_URL", ""), os.environ.get("REDIS_URL", "")
    if not database and not redis:
        yield {}
        return
    if not database or not redis:
        raise SystemExit("DATABASE_URL and REDIS_URL are given together, or neither of them.")
    with new_database(database) as url, _empty_redis(redis):
        yield {"DATABASE_URL": url, "REDIS_URL": redis}


@contextmanager
def new_database(server: str) -> Iterator[str]:
    """The URL of a new database on the PostgreSQL server of a URL. It is dropped afterwards."""
    import psycopg

    name = f"benchmark_{secrets.token_hex(4)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
        try:
            yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


@contextmanager
def _empty_redis(url: str) -> Iterator[None]:
    """The site uses the Redis database of a URL and the next one. Both must be empty, and are emptied afterwards."""
    import redis

    servers = [redis.Redis.from_url(each) for each in (url, next_redis_database(url))]
    if any(server.dbsize() for server in servers):
        raise SystemExit(f"REDIS_URL must name an empty database, and so must the next one: {url}")
    try:
        yield
    finally:
        for server in servers:
            server.flushdb()
            server.close()


def _manage(environment: dict[str, str], *arguments: str) -> str:
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=paths.BASE_DIR, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout

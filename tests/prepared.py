"""Prepared data of tests and their sites: an up-to-date database, static files, the demo. The first worker of a run
that needs one makes it. The database is made once for these migrations and packages, and later runs copy it: on SQLite
a file in `.pytest_cache/databases`, on PostgreSQL a template on the server."""

import fcntl
import hashlib
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from domego_site import paths

T = TypeVar("T")
FILE = "db.sqlite3"
PLACE = "TESTS_PREPARED"
"""The environment variable with the directory of a run's prepared data."""
KEPT_FILES = 3
"""A database for each of the branches that a developer switches between."""
TEMPLATES = "domego_prepared_"
"""The prefix of the names of templates."""
NO_PAPERS = """
from games.models import Job
Job.objects.exclude(kind__in=["grades", "session-end"]).exclude(match=1, kind="debrief").update(state=Job.State.DONE)
"""
"""Marks the demo's jobs as done, except the debrief of the first match: all of them would cost every site half a
minute.
"""


def open_place() -> bool:
    """Make the directory of this run, in the parent of all its processes. False if the run was started by another run,
    which has made it.
    """
    if PLACE in os.environ:
        return False
    os.environ[PLACE] = tempfile.mkdtemp(prefix="prepared-")
    return True


def close_place() -> None:
    shutil.rmtree(os.environ.pop(PLACE), ignore_errors=True)


@contextmanager
def _alone(name: str) -> Iterator[Path]:
    """The path of that name in the run's directory, with an exclusive lock."""
    place = Path(os.environ[PLACE])
    with (place / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield place / name


def made_once(name: str, make: Callable[[], T]) -> T:
    """The result of `make`, computed by one process of a run and read by the others. It must be picklable."""
    if PLACE not in os.environ:
        return make()
    with _alone(name.replace("/", "-")) as place:
        file = place.with_suffix(".pickle")
        if not file.exists():
            fresh = file.with_suffix(".part")
            fresh.write_bytes(pickle.dumps(make(), pickle.HIGHEST_PROTOCOL))
            fresh.rename(file)
    return pickle.loads(file.read_bytes())  # noqa: S301 - this run wrote it


def _manage(var: Path, *arguments: str, **variables: str) -> None:
    environment = {"PATH": os.environ["PATH"], "VAR_DIR": str(var), "SECRET_KEY": "tests-0123456789-abcdefghijklmnop"}
    command = [sys.executable, "manage.py", *arguments]
    subprocess.run(command, cwd=paths.BASE_DIR, env=environment | variables, check=True, capture_output=True)


def _digest() -> str:
    """A digest of all files that an up-to-date database depends on: migrations and pinned packages."""
    made_of = [*sorted(paths.BASE_DIR.glob("*/migrations/*.py")), paths.BASE_DIR / "requirements.lock"]
    digest = hashlib.sha256()
    for path in made_of:
        digest.update(f"{path.relative_to(paths.BASE_DIR)} {path.stat().st_size}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _database() -> Path:
    with _alone("empty") as var:
        if not (var / FILE).exists():
            making, kept = var.with_name("making"), paths.BASE_DIR / ".pytest_cache/databases" / f"{_digest()}.sqlite3"
            making.mkdir()
            try:
                shutil.copy(kept, making / FILE)
                os.utime(kept)
            except FileNotFoundError:  # not there, or deleted by a run that keeps others
                _manage(making, "migrate", "--verbosity", "0")
                _keep(making / FILE, kept)
            making.rename(var)
    return var / FILE


def _keep(database: Path, kept: Path) -> None:
    """Keep a database for later runs, in one atomic step. Only the last used ones stay."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    fresh = kept.with_suffix(f".{os.getpid()}")
    shutil.copy(database, fresh)
    fresh.replace(kept)
    for old in sorted(kept.parent.glob("*.sqlite3"), key=lambda file: file.stat().st_mtime)[:-KEPT_FILES]:
        old.unlink(missing_ok=True)


@contextmanager
def template(address: str) -> Iterator[str]:
    """The name of an up-to-date database on this PostgreSQL server, without connections. It is made if it is missing.
    No other run drops it during the block. Templates that no run uses are dropped.
    """
    parts, name = urlsplit(address), f"{TEMPLATES}{_digest()[:12]}"
    with psycopg.connect(urlunsplit(parts._replace(path="/postgres")), autocommit=True) as server:
        server.execute("SELECT pg_advisory_lock_shared(hashtext(%s))", [name])
        server.execute("SELECT pg_advisory_lock(hashtext(%s))", [TEMPLATES])
        there = {row[0] for row in server.execute("SELECT datname FROM pg_database").fetchall()}
        if name not in there:
            _make_template(server, parts._replace(path=f"/{name}_making").geturl(), name)
        for old in sorted(each for each in there - {name} if each.startswith(TEMPLATES)):
            _drop_unless_used(server, old)
        server.execute("SELECT pg_advisory_unlock(hashtext(%s))", [TEMPLATES])
        yield name


def _make_template(server: psycopg.Connection, address: str, name: str) -> None:
    making = sql.Identifier(f"{name}_making")
    server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(making))
    server.execute(sql.SQL("CREATE DATABASE {}").format(making))
    with tempfile.TemporaryDirectory(prefix="prepared-") as var:
        _manage(Path(var), "migrate", "--verbosity", "0", DATABASE_URL=address)
    server.execute(sql.SQL("ALTER DATABASE {} RENAME TO {}").format(making, sql.Identifier(name)))


def _drop_unless_used(server: psycopg.Connection, name: str) -> None:
    key = name.removesuffix("_making")
    is_free = server.execute("SELECT pg_try_advisory_lock(hashtext(%s))", [key]).fetchone()
    if is_free == (True,):
        with suppress(psycopg.errors.ObjectInUse):  # somebody looks into it
            server.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(name)))
        server.execute("SELECT pg_advisory_unlock(hashtext(%s))", [key])


def _demo() -> Path:
    empty = _database()
    with _alone("demo") as var:
        if not var.exists():
            making = var.with_name("making-demo")
            making.mkdir()
            shutil.copy(empty, making / FILE)
            _manage(making, "prepare", "--demo")
            _manage(making, "shell", "-c", NO_PAPERS)
            making.rename(var)
    return var


def copy_database(var: Path) -> None:
    """Copy the database into a site's new directory. Does nothing for a site with a database server."""
    shutil.copy(_database(), var / FILE)


def copy_database_to(file: Path) -> None:
    """Copy the prepared database to `file`, in place of a file of an earlier run."""
    file.parent.mkdir(parents=True, exist_ok=True)
    for old in file.parent.glob(f"{file.name}*"):
        if old.name in {file.name, f"{file.name}-wal", f"{file.name}-shm"}:
            old.unlink()
    shutil.copy(_database(), file)


def copy_demo(var: Path) -> None:
    """The same with the demo and with collected static files."""
    made = _demo()
    shutil.copy(made / FILE, var / FILE)
    shutil.copytree(made / "static", var / "static")

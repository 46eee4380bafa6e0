"""What sites of the tests begin with, made once in a run by whichever of its workers needs it first: a database that is
up to date, static files, the demo.
"""

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from domego_site import paths

FILE = "db.sqlite3"
PLACE = "TESTS_PREPARED"
"""In the environment: where it is kept until the run ends."""
NO_PAPERS = """
from games.models import Job
Job.objects.exclude(kind__in=["grades", "session-end"]).exclude(match=1, kind="debrief").update(state=Job.State.DONE)
"""
"""What is worked out about the demo's matches takes half a minute of every site: the debrief of the first is enough."""


def open_place() -> bool:
    """For this run, in the process that the others come from. False where another run that started this one has it."""
    if PLACE in os.environ:
        return False
    os.environ[PLACE] = tempfile.mkdtemp(prefix="prepared-")
    return True


def close_place() -> None:
    shutil.rmtree(os.environ.pop(PLACE), ignore_errors=True)


@contextmanager
def _alone(name: str) -> Iterator[Path]:
    """The directory of that name, and nobody else at making it."""
    place = Path(os.environ[PLACE])
    with (place / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield place / name


def _manage(var: Path, *arguments: str) -> None:
    environment = {"PATH": os.environ["PATH"], "VAR_DIR": str(var), "SECRET_KEY": "tests-0123456789-abcdefghijklmnop"}
    command = [sys.executable, "manage.py", *arguments]
    subprocess.run(command, cwd=paths.BASE_DIR, env=environment, check=True, capture_output=True)


def _database() -> Path:
    with _alone("empty") as var:
        if not (var / FILE).exists():
            making = var.with_name("making")
            making.mkdir()
            _manage(making, "migrate", "--verbosity", "0")
            making.rename(var)
    return var / FILE


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
    """Into a site's directory, which has none yet. A site with a server of its own for data leaves it alone."""
    shutil.copy(_database(), var / FILE)


def copy_database_to(file: Path) -> None:
    """In place of whatever an earlier run left there."""
    file.parent.mkdir(parents=True, exist_ok=True)
    for old in file.parent.glob(f"{file.name}*"):
        if old.name in {file.name, f"{file.name}-wal", f"{file.name}-shm"}:
            old.unlink()
    shutil.copy(_database(), file)


def copy_demo(var: Path) -> None:
    """The same with the demo in it and static files collected."""
    made = _demo()
    shutil.copy(made / FILE, var / FILE)
    shutil.copytree(made / "static", var / "static")

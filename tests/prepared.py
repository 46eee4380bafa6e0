"""What sites of the tests begin with, made once in a run by whichever of its workers needs it first: a database that is
up to date, static files, the demo.
"""

import fcntl
import hashlib
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from domego_site import paths

T = TypeVar("T")
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


def made_once(name: str, make: Callable[[], T]) -> T:
    """What `make` gives, made by one process of a run and read by the others: a value that can be pickled."""
    if PLACE not in os.environ:
        return make()
    with _alone(name.replace("/", "-")) as place:
        file = place.with_suffix(".pickle")
        if not file.exists():
            fresh = file.with_suffix(".part")
            fresh.write_bytes(pickle.dumps(make(), pickle.HIGHEST_PROTOCOL))
            fresh.rename(file)
    return pickle.loads(file.read_bytes())  # noqa: S301 - this run wrote it


def _manage(var: Path, *arguments: str) -> None:
    environment = {"PATH": os.environ["PATH"], "VAR_DIR": str(var), "SECRET_KEY": "tests-0123456789-abcdefghijklmnop"}
    command = [sys.executable, "manage.py", *arguments]
    subprocess.run(command, cwd=paths.BASE_DIR, env=environment, check=True, capture_output=True)


def _kept() -> Path:
    """Where a database that is up to date stays from one run to the next: for these migrations and these packages."""
    made_of = [*sorted(paths.BASE_DIR.glob("*/migrations/*.py")), paths.BASE_DIR / "requirements.lock"]
    digest = hashlib.sha256(b"".join(each.read_bytes() for each in made_of)).hexdigest()
    return paths.BASE_DIR / ".pytest_cache" / "databases" / f"{digest[:20]}.sqlite3"


def _database() -> Path:
    with _alone("empty") as var:
        if not (var / FILE).exists():
            making, kept = var.with_name("making"), _kept()
            making.mkdir()
            if kept.exists():
                shutil.copy(kept, making / FILE)
            else:
                _manage(making, "migrate", "--verbosity", "0")
                _keep(making / FILE, kept)
            making.rename(var)
    return var / FILE


def _keep(database: Path, kept: Path) -> None:
    """In one step, for another run may look; those of other migrations go."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    for old in kept.parent.glob("*.sqlite3"):
        old.unlink(missing_ok=True)
    fresh = kept.with_suffix(f".{os.getpid()}")
    shutil.copy(database, fresh)
    fresh.replace(kept)


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

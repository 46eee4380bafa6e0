"""A database that is up to date, made once by each worker of the tests: sites of their own begin with a copy of it."""

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from domego_site import paths

FILE = "db.sqlite3"


@cache
def _made() -> Path:
    var = Path(tempfile.mkdtemp(prefix="prepared-"))
    atexit.register(shutil.rmtree, var, ignore_errors=True)
    environment = {"PATH": os.environ["PATH"], "VAR_DIR": str(var), "SECRET_KEY": "tests-0123456789-abcdefghijklmnop"}
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, cwd=paths.BASE_DIR, env=environment, check=True)
    return var / FILE


def copy_database(var: Path) -> None:
    """Into a site's directory, which has none yet. A site with a server of its own for data leaves it alone."""
    shutil.copy(_made(), var / FILE)

"""The site as `manage.py run` starts it where nothing is installed: SQLite, its own broker, a directory of its own."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.chaos.machines import free_port
from domego_site import paths


@dataclass(frozen=True)
class Running:
    """The supervisor's `pid`, the site's `port`, and the `environment` of its processes."""

    pid: int
    port: int
    environment: dict[str, str]

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


def _manage(environment: dict[str, str], *arguments: str) -> str:
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=paths.BASE_DIR, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout

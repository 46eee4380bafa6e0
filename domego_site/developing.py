"""The site of `make dev`: the supervisor with processes that are replaced when their code changes. The broker stays,
and so does the web server's socket: requests meanwhile wait for the new code. Templates, styles and scripts need no
restart, see domego_site.settings_dev. Needs requirements-dev.txt.
"""

import signal
import subprocess
import sys
import time
from typing import Any, Final

import watchfiles

from domego_site import paths, processes, supervisor

WATCHED: Final = ("domego_site", "games", "classrooms")
READ_ONCE: Final = (".po", ".json", ".md")
"""Types of files, besides Python, that a process reads only once."""
WEB_SECONDS: Final = 1.0
"""Seconds for running requests when the code changes."""
WORKER_SECONDS: Final = 2.0
"""Seconds for running tasks when the code changes. Longer tasks are repeated."""


class Developing(supervisor.Supervisor):
    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._changes = watchfiles.watch(
            *(paths.BASE_DIR / name for name in WATCHED),
            watch_filter=watchfiles.PythonFilter(extra_extensions=READ_ONCE),
            rust_timeout=round(supervisor.TICK * 1000),
            yield_on_timeout=True,
            raise_interrupt=False,
        )
        self._changed_at: float | None = None

    def _make_web(self) -> supervisor.WebServer:
        place = f"fd://{self._listener.fileno()}"
        return supervisor.WebServer("web", processes.web_at(place), self._listener)

    def _make_workers(self) -> list[supervisor.Child]:
        # Killed outright: tasks are taken up again, and a farewell to a broker that is gone too takes long.
        found = [self._child("worker", processes.one_worker(), signal.SIGKILL)]
        if self._live_listener is not None:
            number = self._live_listener.fileno()
            found.append(self._child("live", processes.live(number), signal.SIGTERM, number))
        return found

    @staticmethod
    def _child(name: str, command: list[str], orphaned: signal.Signals, *inherits: int) -> supervisor.Child:
        environment = processes.worker_environment()
        return supervisor.Child(name, command, environment=environment, orphaned=orphaned, inherits=inherits)

    def _pause(self) -> None:
        names = sorted(name for _change, name in next(self._changes, ()))
        if not names:
            return
        self._changed_at = time.monotonic()
        more = f" and {len(names) - 1} more" if len(names) > 1 else ""
        supervisor.say(f"Changed: {names[0].removeprefix(f'{paths.BASE_DIR}/')}{more}")
        self._web.renew(WEB_SECONDS)  # the next one starts when this method has returned
        if any(name.endswith(".po") for name in names):
            subprocess.run([sys.executable, "-m", "domego_site.translations"], cwd=paths.BASE_DIR, check=False)

    def _web_answers(self) -> None:
        """Restart the other processes after the web server, whose page is awaited."""
        if self._changed_at is not None:
            supervisor.say(f"Ready again after {time.monotonic() - self._changed_at:.1f} s.")
            self._changed_at = None
            for child in self._workers:
                child.renew(WORKER_SECONDS)


if __name__ == "__main__":
    sys.exit(supervisor.main(Developing))

"""Beat within a worker: a thread that does the tasks of the schedule in its own process. None of them goes over the
broker, which would take three times the processor time. Celery's `-B` starts a process that sends them.
"""

import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final

from django.db import close_old_connections

from domego_site import heartbeats, processes

AT_ONCE: Final = 2
"""Runs of one task at the same time: a slow mail server may hold one, and deadlines go on."""


class BeatThread(threading.Thread):
    """The thread. It has the methods of Celery's beat that a worker needs."""

    def __init__(self, app: Any) -> None:
        super().__init__(name="beat", daemon=True)
        self._app = app
        self._over = threading.Event()
        self._pool = ThreadPoolExecutor(AT_ONCE * len(app.conf.beat_schedule), "beat")
        self._running: dict[str, list[Future[None]]] = {}

    def run(self) -> None:
        processes.be_called("beat")
        heartbeats.begin(heartbeats.BEAT)
        due = dict.fromkeys(self._app.conf.beat_schedule, time.monotonic())
        while not self._over.wait(max(0.0, min(due.values()) - time.monotonic())):
            for name, entry in self._app.conf.beat_schedule.items():
                if time.monotonic() >= due[name]:
                    due[name] = time.monotonic() + entry["schedule"]
                    self._begin(entry["task"])

    def stop(self) -> None:
        """Begin nothing more, and wait for running tasks."""
        self._over.set()
        self._pool.shutdown(cancel_futures=True)

    def _begin(self, task: str) -> None:
        running = [each for each in self._running.get(task, []) if not each.done()]
        if len(running) < AT_ONCE:
            with suppress(RuntimeError):  # after `stop`
                running.append(self._pool.submit(self._do, task))
                heartbeats.leave(heartbeats.BEAT)
        self._running[task] = running

    def _do(self, task: str) -> None:
        close_old_connections()
        try:
            self._app.tasks[task].apply()  # logs a failure
        finally:
            close_old_connections()

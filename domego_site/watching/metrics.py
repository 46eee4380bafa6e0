"""Metrics for Prometheus on a separate port. Web processes of one machine count in shared files, and the process that
holds the port answers for all of them.
"""

import fcntl
import logging
import os
import socket
import threading
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from django.db import connection

from domego_site import paths

logger = logging.getLogger(__name__)


def _shared_directory() -> Path:
    """The directory of the shared files, kept while any web process of this machine runs. The first process of a start
    empties it; until then files of ended processes still count.
    """
    directory = paths.VAR_DIR / "metrics" / socket.gethostname()
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = os.open(directory / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        pass
    else:
        for file in directory.glob("*.db"):
            file.unlink()
    # Held until this process ends.
    fcntl.flock(lock, fcntl.LOCK_SH)
    return directory


# The library chooses between memory and files when it is loaded.
_DIRECTORY: Final = _shared_directory()
os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(_DIRECTORY)

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server  # noqa: E402
from prometheus_client.metrics_core import Metric  # noqa: E402
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead  # noqa: E402

from domego_site import web_server  # noqa: E402
from domego_site.watching.work import Work  # noqa: E402

SECONDS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
ASK_AGAIN: Final = 5.0
"""Seconds between two attempts of a process to take over the port."""

_requests = Counter("domego_requests", "Requests that were answered.", ["page", "method", "status"])
_seconds = Histogram("domego_request_seconds", "Time until the answer began.", ["page"], buckets=SECONDS)
_connections = Gauge("domego_connections", "Open connections.", ["phase"], multiprocess_mode="liveall")


class _Shared(MultiProcessCollector):
    """Shared counters. Counts of ended processes stay; their numbers of connections are removed."""

    def collect(self) -> Iterable[Metric]:
        for file in _DIRECTORY.glob("gauge_live*.db"):
            pid = int(file.stem.rpartition("_")[2])
            if not _is_alive(pid):
                mark_process_dead(pid, str(_DIRECTORY))
        return super().collect()


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except OSError:  # nobody's, or that of somebody else by now
        return False
    return True


class _ClosingWork(Work):
    """A collector of the work's figures that closes its database connection, since each request has a thread of
    its own.
    """

    def collect(self) -> Iterable[Metric]:
        try:
            return super().collect()
        finally:
            connection.close()


def count(page: str, method: str, status: int, seconds: float) -> None:
    """Count an answered request."""
    _requests.labels(page, method, status).inc()
    _seconds.labels(page).observe(seconds)


def connections(phases: Mapping[str, int]) -> None:
    """Set the number of connections of this process in each phase."""
    for phase in web_server.PHASES:
        _connections.labels(phase).set(phases.get(phase, 0))


def serve(host: str, port: int) -> None:
    """Serve metrics as soon as no other process of the site does."""
    threading.Thread(target=_serve, args=(host, port), name="metrics", daemon=True).start()


def _serve(host: str, port: int) -> None:
    registry = CollectorRegistry()
    _Shared(registry)
    registry.register(_ClosingWork())
    has_said = False
    while True:
        try:
            start_http_server(port, host, registry)
            return
        except OSError as taken:
            if not has_said:
                logger.info("Metrics wait for port %s of %s: %s", port, host, taken)
                has_said = True
            time.sleep(ASK_AGAIN)

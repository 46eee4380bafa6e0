"""A site for benchmarks: its own database and broker, gone afterwards.

With DATABASE_URL the database is a new one on that server.
"""

import os
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def site() -> Iterator[str]:
    """Set up Django inside the block; yields the name of the database's engine."""
    with tempfile.TemporaryDirectory(prefix="bench-") as var:
        os.environ |= {
            "VAR_DIR": var,
            "SECRET_KEY": "benchmarks-0123456789-abcdefghijklm",
            "DJANGO_SETTINGS_MODULE": "benchmarks._settings",
            "REDIS_URL": "",
            "LOG_LEVEL": "ERROR",
        }
        broker = _start_broker(Path(var))
        try:
            yield from _database()
        finally:
            broker.terminate()
            broker.wait(10)


def _start_broker(var: Path) -> subprocess.Popen[bytes]:
    from domego_site import paths, processes

    binary, socket = processes.find_broker(), paths.broker_socket(var)
    if binary is None:
        raise SystemExit("No broker was found. To mend: make setup")
    paths.make_private(socket.parent)
    broker = subprocess.Popen(processes.broker(binary, socket, paths.make_private(var / "broker")))
    while not socket.exists():
        time.sleep(0.02)
    return broker


def _database() -> Iterator[str]:
    import django

    (Path(os.environ["VAR_DIR"]) / "static").mkdir()

    django.setup()
    from django.db import connection

    connection.settings_dict["TEST"]["NAME"] = None
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = os.path.join(os.environ["VAR_DIR"], "bench.sqlite3")
    connection.settings_dict["OPTIONS"].pop("pool", None)
    old = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        yield connection.vendor
    finally:
        connection.creation.destroy_test_db(old, verbosity=0)


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the values lies."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]

"""Signs of life that each worker and beat leave in a file of their own, for health checks on the same machine.

A file and not a row: it costs nothing, no fork stands between, and a database that is away makes nobody look dead.
Standard library only.
"""

import socket
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from domego_site import paths

BEAT: Final = "beat"
EVERY: Final = 5.0
"""Seconds between two signs of a worker."""
_KEPT_FOR: Final = 7 * 86_400


def file_of(process: str) -> Path:
    """Machines and containers may share one VAR_DIR: each has files of its own."""
    return paths.VAR_DIR / "heartbeats" / f"{process}@{socket.gethostname()}"


def begin(process: str) -> None:
    """The first sign. Takes away the files of machines that were not heard of for a week."""
    directory = file_of(process).parent
    with suppress(OSError):
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        for file in directory.iterdir():
            if time.time() - file.stat().st_mtime > _KEPT_FOR:
                file.unlink(missing_ok=True)
    leave(process)


def leave(process: str) -> None:
    """Say that the process lives. A disk that is full or read-only must not end it."""
    with suppress(OSError):
        file_of(process).touch()


def last(process: str) -> float | None:
    """When it gave its last sign on this machine, as `time.time` counts; None if it never did."""
    try:
        return file_of(process).stat().st_mtime
    except OSError:
        return None

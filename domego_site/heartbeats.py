"""Signs of life that each worker and beat leave in a file of their own, for health checks on the same machine.

A file and not a row: it costs nothing, no fork stands between, and a database that is away makes nobody look dead.
Standard library only.
"""

import os
import socket
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from domego_site import paths

BEAT: Final = "beat"
EVERY: Final = 5.0
"""Seconds between two signs of a worker."""
SILENT_AFTER_STOP: Final = 3 * EVERY
"""Seconds after which a process that has given no sign is none."""
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


def end(process: str) -> None:
    """Say that the process stops. Its file stays: another of its name, that took over, leaves its next sign there."""
    then = time.time() - SILENT_AFTER_STOP
    with suppress(OSError):
        os.utime(file_of(process), (then, then))


def living() -> list[str]:
    """Processes of all machines with this VAR_DIR that gave a sign a moment ago, as `play@host`."""
    now, found = time.time(), list[str]()
    for file in sorted(file_of(BEAT).parent.glob("*@*")):
        with suppress(OSError):
            if now - file.stat().st_mtime < SILENT_AFTER_STOP:
                found.append(file.name)
    return found


def last(process: str) -> float | None:
    """When it gave its last sign on this machine, as `time.time` counts; None if it never did."""
    try:
        return file_of(process).stat().st_mtime
    except OSError:
        return None

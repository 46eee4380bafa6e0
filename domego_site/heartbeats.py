"""Signs of life of each worker and of beat, in a file of their own, for health checks on the same machine. A file costs
nothing, needs no process between, and stays readable if the database is unreachable. Standard library only.
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
    """The first sign of life. It removes files of machines without a sign for a week."""
    directory = file_of(process).parent
    with suppress(OSError):
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        for file in directory.iterdir():
            if time.time() - file.stat().st_mtime > _KEPT_FOR:
                file.unlink(missing_ok=True)
    leave(process)


def leave(process: str) -> None:
    """Leave a sign of life. A full or read-only disk must not end the process."""
    with suppress(OSError):
        file_of(process).touch()


def end(process: str) -> None:
    """Note that the process stops. Its file stays, since a successor of the same name writes its next sign there."""
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

"""Processes that outlive a killed supervisor, for which its successor must wait. They all inherit one open file of
var/, which is locked: the system frees it when the last of them has ended. Standard library only. Without /proc,
leftover processes are waited for, and not killed.
"""

import fcntl
import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

from domego_site import paths

FILE: Final = "supervisor.children"
"""The file in var/ that all children of a supervisor hold open. It is empty."""
PATIENCE: Final = 6.0
"""Seconds for the last request and task, as in an ordinary stop."""
ENDING_SECONDS: Final = 5.0
"""Seconds in which the system removes killed processes."""


@cache
def held() -> int:
    """The descriptor to pass to each child. It is opened and locked at the first call, after `end`."""
    descriptor = _open()
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    return descriptor


def end(say: Callable[[str], None]) -> None:
    """Wait for the children of a killed supervisor, then kill those that take too long. Only for a process that holds
    the supervisor's lock; else they are in use.
    """
    if _is_free():
        return
    say("Waiting for processes of a supervisor that was killed ...")
    if not _wait(PATIENCE):
        for group in _groups():
            if kill(group):
                say(f"Process {group} did not stop in time and is ended.")
        _wait(ENDING_SECONDS)


def kill(group: int) -> bool:
    """Kill a process group; False if it is gone or belongs to another account."""
    try:
        os.killpg(group, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def _open() -> int:
    return os.open(paths.VAR_DIR / FILE, os.O_RDWR | os.O_CREAT, 0o600)


def _is_free() -> bool:
    descriptor = _open()
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(descriptor)
    return True


def _wait(seconds: float) -> bool:
    until = time.monotonic() + seconds
    while not (is_free := _is_free()) and time.monotonic() < until:
        time.sleep(0.1)
    return is_free


def _groups() -> list[int]:
    """The process groups that hold the file. Processes of other accounts are not seen."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if _holds(process):
                found.add(os.getpgid(int(process.name)))
    return sorted(found)


def _holds(process: Path) -> bool:
    for descriptor in (process / "fd").iterdir():
        with suppress(OSError):
            if descriptor.samefile(paths.VAR_DIR / FILE):
                return True
    return False

"""Processes that outlive their supervisor. One that is killed cannot wait for them: its successor does.

Standard library only. Without /proc nothing is known of them, and nothing is ended.
"""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from domego_site import paths

FILE: Final = "supervisor.children"
"""In var/: the process groups of the supervisor's children, each with the start of its leader and the machine's boot,
one a line.
"""
MARK: Final = "DOMEGO_SUPERVISED"
"""In the environment of children: the var/ of their supervisor. The number of a group whose leader is dead may have
gone to another program; this tells.
"""
PATIENCE: Final = 6.0
"""Seconds for the last request and task, as in an ordinary stop."""
ENDING_SECONDS: Final = 5.0
"""For the system to clear away what was killed."""


@dataclass(frozen=True)
class _Process:
    pid: int
    state: str
    group: int
    began: str


def note(pid: int) -> None:
    """Keep a new child, the leader of its group, and those kept before that live. Where the disk is full the child is
    not kept: it works all the same.
    """
    process = _read(pid)
    if process is None:
        return
    known = {group: began for group, began in _known().items() if _members(group)}
    boot = _boot()
    lines = [f"{group} {began} {boot}\n" for group, began in {**known, pid: process.began}.items()]
    fresh = paths.VAR_DIR / f"{FILE}.new"
    with suppress(OSError):
        fresh.write_text("".join(lines))
        fresh.replace(paths.VAR_DIR / FILE)


def end(say: Callable[[str], None]) -> None:
    """Wait for the children of a supervisor that was killed, then end those that take too long. Only for a process that
    holds the supervisor's lock: else they are at work.
    """
    groups = _living()
    if groups:
        say("Waiting for processes of a supervisor that was killed ...")
        if not _wait(PATIENCE):
            for group in _living():
                if _kill(group):
                    say(f"Process {group} did not stop in time and is ended.")
            _wait(ENDING_SECONDS)
    (paths.VAR_DIR / FILE).unlink(missing_ok=True)


def _wait(seconds: float) -> bool:
    until = time.monotonic() + seconds
    while (groups := _living()) and time.monotonic() < until:
        time.sleep(0.1)
    return not groups


def _known() -> dict[int, str]:
    """Groups and the start of their leaders, of this boot: after another one, their numbers mean nothing."""
    try:
        lines = (paths.VAR_DIR / FILE).read_text(errors="replace").splitlines()
    except FileNotFoundError:
        return {}
    parts, boot = [line.split() for line in lines], _boot()
    return {int(each[0]): each[1] for each in parts if len(each) == 3 and each[0].isdecimal() and each[2] == boot}


def _boot() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(errors="replace").strip()
    except OSError:
        return "-"


def _living() -> list[int]:
    """Groups with a process, unless their number has gone to another program meanwhile."""
    return [group for group, began in _known().items() if _is_ours(group, began)]


def _is_ours(group: int, began: str) -> bool:
    """Has the group a process, and is it the child's that was noted? A leader says so by its start, the rest of a group
    without one by what it was started with.
    """
    members, leader = _members(group), _read(group)
    if leader is not None:
        return bool(members) and leader.began == began
    return any(_is_marked(each.pid) for each in members)


def _is_marked(pid: int) -> bool:
    try:
        return os.fsencode(f"{MARK}={paths.VAR_DIR}") in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return False


def _members(group: int) -> list[_Process]:
    """A process that has ended and waits to be cleared away holds nothing any more."""
    return [each for each in _all() if each.group == group and each.state != "Z"]


def _all() -> Iterator[_Process]:
    for directory in Path("/proc").glob("[0-9]*"):
        process = _read(int(directory.name))
        if process is not None:
            yield process


def _read(pid: int) -> _Process | None:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
    except OSError:
        return None
    return _Process(pid, fields[0], int(fields[2]), fields[19])


def _kill(group: int) -> bool:
    """End a group; False where it is gone, or another account's."""
    try:
        os.killpg(group, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return False
    return True

"""Processes that outlive a killed supervisor, for which its successor must wait. Standard library only. On a system
without /proc nothing is known of them, and none is ended.
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
"""The file in var/ with the process groups of the supervisor's children. Each line has the group, the start time of its
leader, and the boot of the machine.
"""
MARK: Final = "DOMEGO_SUPERVISED"
"""A variable in the environment of children: the var/ of their supervisor. It shows whether the number of a group
without a leader belongs to another program by now.
"""
PATIENCE: Final = 6.0
"""Seconds for the last request and task, as in an ordinary stop."""
ENDING_SECONDS: Final = 5.0
"""Seconds in which the system removes killed processes."""


@dataclass(frozen=True)
class _Process:
    pid: int
    state: str
    group: int
    began: str


def note(pid: int) -> None:
    """Store a new child, the leader of its group, with those stored before that still run. On a full disk the child is
    not stored, and works all the same.
    """
    process = _load_process(pid)
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
    """Wait for the children of a killed supervisor, then kill those that take too long. Only for a process that holds
    the supervisor's lock; else they are in use.
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
    """Groups with the start times of their leaders, of the current boot: numbers of an earlier boot are meaningless."""
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
    """Groups with a process, without numbers that belong to another program by now."""
    return [group for group, began in _known().items() if _is_ours(group, began)]


def _is_ours(group: int, began: str) -> bool:
    """Has the group a process of the stored child? A leader is recognised by its start time, other processes by their
    environment.
    """
    members, leader = _members(group), _load_process(group)
    if leader is not None:
        return bool(members) and leader.began == began
    return any(_is_marked(each.pid) for each in members)


def _is_marked(pid: int) -> bool:
    try:
        return os.fsencode(f"{MARK}={paths.VAR_DIR}") in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return False


def _members(group: int) -> list[_Process]:
    """The processes of a group, without zombies."""
    return [each for each in _all() if each.group == group and each.state != "Z"]


def _all() -> Iterator[_Process]:
    for directory in Path("/proc").glob("[0-9]*"):
        process = _load_process(int(directory.name))
        if process is not None:
            yield process


def _load_process(pid: int) -> _Process | None:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
    except OSError:
        return None
    return _Process(pid, fields[0], int(fields[2]), fields[19])


def _kill(group: int) -> bool:
    """Kill a group; False if it is gone or belongs to another account."""
    try:
        os.killpg(group, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return False
    return True

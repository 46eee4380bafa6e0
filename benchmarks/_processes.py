"""Processor time of running programs, by kind of process."""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from domego_site import processes

NAMED = {"web": "web", **{queue: f"{queue} worker" for queue in processes.QUEUES}}
"""The kinds of processes that the small site names, by these names."""
KINDS = {
    "web": "gunicorn",
    "main": "domego_site.small_site",
    "live": "manage.py live",
    "play worker": "-Q play",
    "heavy worker": "-Q heavy",
    "analysis worker": "-Q analysis",
    "expected worker": "-Q expected",
    "broker": "unixsocket",
    "supervisor": "domego_site.supervisor",
    "database": "postgres",
    "Redis": "redis-server",
    "oTree web": "prodserver",
    "oTree timeouts": "timeoutsubprocess",
}
"""A part of the command line of each kind of process."""
LISTENS = "0A"
"""The state of a listening socket in /proc/net/tcp."""


def by_process(*pids: int) -> dict[str, float]:
    """Processor seconds of processes and their descendants, by kind of process."""
    found: Counter[str] = Counter()
    for pid in pids:
        for each in tree(pid):
            try:
                found[kind_of_process(each)] += own_seconds(each)
            except OSError:
                continue
    return dict(found)


def kind_of_process(pid: int) -> str:
    """The kind of a process, by its name if the small site gave it one, else by its command line."""
    name = Path(f"/proc/{pid}/comm").read_text().strip()
    if name in NAMED:
        return NAMED[name]
    command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    return next((kind for kind, sign in KINDS.items() if sign in command), "others")


def keep_on(root: int, cores: int) -> None:
    """Have a process and its descendants, those to come included, run on the first `cores` alone."""
    for pid in tree(root):
        for thread in os.listdir(f"/proc/{pid}/task"):
            os.sched_setaffinity(int(thread), range(cores))


def tree(pid: int) -> Iterator[int]:
    """A process and its descendants."""
    yield pid
    try:
        threads = list(Path(f"/proc/{pid}/task").glob("*/children"))
        children = [int(child) for thread in threads for child in thread.read_text().split()]
    except OSError:
        return
    for child in children:
        yield from tree(child)


def own_seconds(pid: int) -> float:
    """Processor seconds of a process without those of its children, which are counted themselves."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def server_of(url: str) -> int | None:
    """The process on this machine that listens at the port of a URL; None for another machine, or without the right to
    look.
    """
    parts = urlsplit(url)
    if parts.hostname not in ("127.0.0.1", "localhost", "::1"):
        return None
    port = parts.port or {"redis": 6379}.get(parts.scheme, 5432)
    wanted = {f"socket:[{inode}]" for inode in _listening(port)}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if wanted & {os.readlink(each) for each in (process / "fd").iterdir()}:
                return int(process.name)
        except OSError:
            continue
    return None


def _listening(port: int) -> Iterator[str]:
    """The inodes of sockets that listen at a port."""
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            if int(fields[1].rpartition(":")[2], 16) == port and fields[3] == LISTENS:
                yield fields[9]

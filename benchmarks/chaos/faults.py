"""The faults and their schedule, which a seed repeats."""

import os
import random
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import LiteralString

import psycopg
import redis

from benchmarks.chaos.machines import MACHINES, Machines

EVERY = 2.5
"""Seconds between two faults."""
PATIENCE = 15.0


@dataclass(frozen=True)
class Fault:
    """A fault: `at` seconds after the start, for `seconds`. `amount` is the step of a clock, or a number of sockets."""

    at: float
    name: str
    machine: int
    seconds: float
    amount: int

    def __str__(self) -> str:
        return f"{self.at:6.1f} s  {self.name:28} machine {self.machine}, {self.seconds:.1f} s, {self.amount:+d}"


def schedule(seed: int, seconds: float, left_out: set[str]) -> list[Fault]:
    """Every kind of fault in turn, each round in another order, so that a minute has all of them."""
    chance, found = random.Random(f"{seed}/faults"), list[Fault]()
    while True:
        for name in chance.sample(sorted(KINDS), len(KINDS)):
            at = EVERY * (len(found) + 1)
            if at > seconds:
                return [fault for fault in found if KINDS[fault.name][1] not in left_out]
            step = chance.choice((-3600, -90, -5, 5, 90, 3600))
            found.append(Fault(at, name, chance.choice(MACHINES), chance.uniform(1, 4), step))


def web_worker(machines: Machines, fault: Fault) -> None:
    children = machines[f"web {fault.machine}"].children()
    for pid in children[:1]:
        _kill(pid)


def web_master(machines: Machines, fault: Fault) -> None:
    machines[f"web {fault.machine}"].kill()


def play_pool(machines: Machines, fault: Fault) -> None:
    """Kill a child of the worker: one that does tasks, or beat."""
    children = machines[f"play {fault.machine}"].children()
    if children:
        _kill(children[fault.amount % len(children)])


def play_worker(machines: Machines, fault: Fault) -> None:
    machines[f"play {fault.machine}"].kill()


def heavy_worker(machines: Machines, fault: Fault) -> None:
    machines["heavy 1"].kill()


def redis_keeps(machines: Machines, fault: Fault) -> None:
    machines["redis"].away(signal.SIGKILL)
    time.sleep(fault.seconds)
    machines["redis"].back()


def redis_forgets(machines: Machines, fault: Fault) -> None:
    """Empty Redis as if its disk had been lost: queues, cache and counters are gone."""
    with suppress(redis.RedisError), redis.Redis(port=machines.ports["redis"], socket_timeout=2) as server:
        server.flushall()
    redis_keeps(machines, fault)


def database_restarts(machines: Machines, fault: Fault) -> None:
    """Shut the database down at once, as after a power cut; it recovers from its log."""
    machines["database"].away(signal.SIGQUIT)
    machines["database"].back()


def database_cuts_connections(machines: Machines, fault: Fault) -> None:
    _tell_database(
        machines,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'domego' AND pid <> pg_backend_pid()",
    )


def disk_of_the_site_full(machines: Machines, fault: Fault) -> None:
    _fill(machines, "var", fault.seconds)


def disk_of_the_database_full(machines: Machines, fault: Fault) -> None:
    _fill(machines, "database", fault.seconds)


def slow_clients(machines: Machines, fault: Fault) -> None:
    """Open connections that send a byte of a header each half second."""
    lines = []
    for _number in range(30):
        with suppress(OSError):
            line = socket.create_connection(("127.0.0.1", machines.ports[f"web {fault.machine}"]), timeout=1)
            line.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
            lines.append(line)
    until = time.monotonic() + fault.seconds
    while time.monotonic() < until:
        time.sleep(0.5)
        for line in lines:
            with suppress(OSError):
                line.sendall(b"x")
    for line in lines:
        line.close()


def clock_steps(machines: Machines, fault: Fault) -> None:
    """Step the clock of the second machine: its web server and its worker."""
    machines.set_clock(fault.amount)
    time.sleep(fault.seconds)
    machines.set_clock(0)


def deadlines_pass(machines: Machines, fault: Fault) -> None:
    """Make the pending decisions of people due now, in a part of the matches."""
    _tell_database(
        machines,
        "UPDATE games_decision SET due_at = now() - interval '1 second' WHERE closed_at IS NULL"
        " AND notified_at IS NOT NULL AND due_at IS NOT NULL AND mod(match_id, 5) = %s",
        fault.amount % 5,
    )


def mails_are_due(machines: Machines, fault: Fault) -> None:
    """Make notices count as two minutes old and as unread."""
    _tell_database(
        machines,
        "UPDATE games_notification SET created_at = created_at - interval '2 minutes', read_at = NULL"
        " WHERE mail_claimed_at IS NULL",
    )


KINDS: dict[str, tuple[Callable[[Machines, Fault], None], str]] = {
    "web worker killed": (web_worker, ""),
    "web server killed": (web_master, ""),
    "play worker's child killed": (play_pool, ""),
    "play worker killed": (play_worker, ""),
    "heavy worker killed": (heavy_worker, ""),
    "Redis away": (redis_keeps, ""),
    "Redis emptied and away": (redis_forgets, ""),
    "database killed": (database_restarts, ""),
    "database cuts connections": (database_cuts_connections, ""),
    "disk of the site full": (disk_of_the_site_full, "disk"),
    "disk of the database full": (disk_of_the_database_full, "disk"),
    "slow clients": (slow_clients, ""),
    "clock steps": (clock_steps, "clock"),
    "deadlines pass": (deadlines_pass, ""),
    "mails are due": (mails_are_due, ""),
}
"""By kind: the function that causes the fault, and the part of the machine that it needs."""


@contextmanager
def happening(machines: Machines, faults: list[Fault], say: Callable[[str], None]) -> Iterator[None]:
    """Cause each fault at its time; all have ended on return."""
    began, over, running = time.monotonic(), threading.Event(), list[threading.Thread]()

    def run() -> None:
        for fault in faults:
            if over.wait(max(0.0, began + fault.at - time.monotonic())):
                return
            say(str(fault))
            thread = threading.Thread(target=KINDS[fault.name][0], args=(machines, fault), daemon=True)
            running.append(thread)
            thread.start()

    conductor = threading.Thread(target=run, daemon=True)
    conductor.start()
    try:
        yield
    finally:
        over.set()
        conductor.join()
        for thread in running:
            thread.join()


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def _fill(machines: Machines, disk: str, seconds: float) -> None:
    machines.disks[disk].fill()
    time.sleep(seconds)
    machines.disks[disk].free()


def _tell_database(machines: Machines, command: LiteralString, *arguments: int) -> None:
    """Run a statement as soon as the database answers; it may be down just now."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with suppress(psycopg.Error), psycopg.connect(machines.database_url, connect_timeout=2) as line:
            line.execute(command, arguments or None)
            return
        time.sleep(0.3)

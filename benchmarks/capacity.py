"""What do 100 players cost? `python -m benchmarks.capacity [--players 100] [--poll 2] [--decide 60] [--seconds 60]`.

PostgreSQL, Redis, two web servers, two play workers and a heavy one are started in a directory of their own. Each
player has a page open, which asks for news every `poll` seconds, and decides every `decide` seconds with the page's
form. Prints the processor time of each kind of process, and the number of players for one core of it. Expected ends are
off; papers are not made (`python -m benchmarks.term` measures them).
"""

import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks._site import percentile
from benchmarks.chaos.__main__ import hand
from benchmarks.chaos.machines import Machines, missing
from benchmarks.chaos.players import Book, FormPlayer, Line

THREADS = 24
NEVER = 1e6
TICKS = os.sysconf("SC_CLK_TCK")
KINDS = {"web": "web", "play worker": "play", "heavy worker": "heavy", "database": "database", "Redis": "redis"}
"""The printed name of each kind of process, and the beginning of its processes' names."""


class Reader(FormPlayer):
    """A player who keeps a page open and decides now and then."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._tag = ""
        self.poll_at = self.decide_at = 0.0
        self.looked = self.decided = 0

    def poll(self) -> None:
        match, seat = self.places[0]
        known = {"If_None_Match": self._tag} if self._tag else {}
        answer = self.ask("GET", f"/matches/{match}/live/?seat={seat}", **known)
        self._tag = answer.headers.get("etag", self._tag)
        self.looked += 1

    def decide(self) -> None:
        before = len(self.book.moves)
        self.turn()
        self.decided += len(self.book.moves) > before


class Room:
    """All players, each with a time plan of their own."""

    def __init__(self, people: list[dict[str, Any]], seats: Any, ports: list[int], book: Book) -> None:
        self.players = [Reader(person, seats, book, random.Random(person["name"])) for person in people]
        self._ports, self._over = ports, threading.Event()

    def play(self, poll: float, decide: float, seconds: float) -> None:
        began = time.monotonic()
        for player in self.players:
            player.poll_at = began + player.chance.uniform(0, poll)
            player.decide_at = began + player.chance.uniform(0, decide)
        threads = [
            threading.Thread(target=self._act, args=(self.players[n::THREADS], poll, decide, began + seconds))
            for n in range(THREADS)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _act(self, players: list[Reader], poll: float, decide: float, until: float) -> None:
        lines = [Line(port) for port in self._ports]
        for player in players:
            player.lines = lines
        while players and (now := time.monotonic()) < until:
            player = min(players, key=lambda each: min(each.poll_at, each.decide_at))
            wait = min(player.poll_at, player.decide_at) - now
            if wait > 0:
                time.sleep(min(wait, until - now))
            elif player.decide_at <= player.poll_at:
                player.decide()
                player.decide_at += decide
            else:
                player.poll()
                player.poll_at = max(player.poll_at + poll, now)
        for line in lines:
            line.close()


def processor_seconds(pid: int) -> float:
    """Processor seconds of a process, its living descendants and the dead ones that it has waited for."""
    return sum(_own_seconds(each) for each in _tree(pid))


def _tree(pid: int) -> Iterator[int]:
    yield pid
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return
    for child in children:
        yield from _tree(int(child))


def _own_seconds(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS


def spent(machines: Machines) -> dict[str, float]:
    """Processor seconds so far by kind."""
    return {
        kind: sum(processor_seconds(machines[name].pid) for name in machines.names(start))
        for kind, start in KINDS.items()
    }


@dataclass(frozen=True)
class Stretch:
    """Counts of a period: processor seconds by kind, requests for news, and decisions."""

    seconds: float
    used: dict[str, float]
    looked: int
    decided: int


def stretch(machines: Machines, room: Room, poll: float, decide: float, seconds: float) -> Stretch:
    for player in room.players:
        player.looked = player.decided = 0
    before, began = spent(machines), time.monotonic()
    room.play(poll, decide, seconds)
    took, after = time.monotonic() - began, spent(machines)
    looked, decided = (sum(getattr(player, name) for player in room.players) for name in ("looked", "decided"))
    return Stretch(took, {kind: after[kind] - before[kind] for kind in KINDS}, looked, decided)


def measure(home: Path, players: int, poll: float, decide: float, seconds: float) -> None:
    """Measure a period without players, one with requests for news only, and one with decisions too. The cost of each
    is separate, so the figures hold on a slow or busy machine too.
    """
    machines = Machines(home)
    with machines.running():
        with hand(machines) as maker:
            plan = maker.do("make_full", players)
        book = Book(home)
        room = Room(plan["people"], plan["seats"], [machines.ports[name] for name in machines.names("web")], book)
        room.play(poll, poll, seconds / 6)  # processes are warm, and everybody was told of the start
        idle = stretch(machines, room, NEVER, NEVER, seconds / 2)
        looks = stretch(machines, room, poll, NEVER, seconds)
        book.seconds.clear()
        both = stretch(machines, room, poll, decide, seconds)
    show(players, poll, decide, (idle, looks, both))
    print(f"half of the answers within {1000 * percentile(book.seconds, 0.5):.0f} ms, ", end="")
    print(f"95 % within {1000 * percentile(book.seconds, 0.95):.0f} ms")


def show(players: int, poll: float, decide: float, stretches: tuple[Stretch, Stretch, Stretch]) -> None:
    idle, looks, both = stretches
    print(f"{os.cpu_count()} cores; {players} players, news every {poll:g} s, a decision every {decide:g} s")
    print(
        f"{both.looked / both.seconds:.1f} looks and {both.decided / both.seconds:.2f} decisions a second came through"
    )
    print(
        f"{'':14}{'cores, nobody':>14}{'ms a look':>11}{'ms a decision':>15}{'cores for 100':>15}{'players a core':>16}"
    )
    total = [0.0] * 4
    for kind in KINDS:
        still = idle.used[kind] / idle.seconds
        look = max(0.0, looks.used[kind] - still * looks.seconds) / max(1, looks.looked)
        rest = both.used[kind] - still * both.seconds - look * both.looked
        decision = max(0.0, rest) / max(1, both.decided)
        row = [still, look, decision, 100 * (look / poll + decision / decide)]
        total = [before + more for before, more in zip(total, row, strict=True)]
        print(_line(kind, row))
    print(_line("all", total))
    print("There is no live process yet: pages ask for news.")


def _line(kind: str, row: list[float]) -> str:
    still, look, decision, cores = row
    bears = f"{100 / cores:16.0f}" if cores > 0.0005 else f"{'':16}"
    return f"{kind:14}{still:14.3f}{1000 * look:11.2f}{1000 * decision:15.1f}{cores:15.3f}{bears}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="benchmarks.capacity", description=__doc__)
    parser.add_argument("--players", type=int, default=100)
    parser.add_argument("--poll", type=float, default=2.0)
    parser.add_argument("--decide", type=float, default=60.0)
    parser.add_argument("--seconds", type=float, default=60.0)
    given = parser.parse_args()
    if why := missing():
        print(f"Nothing is measured here: {why}")
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    home = Path(tempfile.mkdtemp(prefix="capacity-"))
    try:
        measure(home, given.players, given.poll, given.decide, given.seconds)
    finally:
        shutil.rmtree(home, ignore_errors=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

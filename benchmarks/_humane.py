"""The number of tables that a site serves promptly at the pace of people: one decision every 20 s a table.

Prompt means that 95 % of the reads and 95 % of the decisions are answered within 300 ms. The number of tables is
doubled while the answers are prompt. Then the gap between the last two numbers is halved until it is small. The found
number then plays for the requested time. A match that has come to its end is replaced by a new one.
"""

import time
from collections.abc import Sequence
from typing import Any

from benchmarks._crowd import Crowd
from benchmarks._figures import LIMIT, Figures, failed, measured
from benchmarks._tables import Maker

EVERY = 20.0
"""Seconds between two decisions of a table."""
STEP = 40.0
"""Seconds of a step of the search. It is longer if this is too short for DECISIONS."""
DECISIONS = 40
FIRST = 16
MOST = 640
"""Tables: the stream of news serves 4,000 pages (games.platform.work.live)."""
OPENING = 0.08
"""Seconds for each page that is opened."""
SPARE = 2
"""Matches in advance for each process of people."""
PROMPT = 0.95


class Room:
    """All tables of the site."""

    def __init__(self, maker: Maker, crowd: Crowd, pids: Sequence[int], seats: int) -> None:
        self._maker, self._crowd, self._pids, self._seats = maker, crowd, pids, seats
        self._made = self._opened = 0

    def open(self, tables: int) -> None:
        """Have so many tables play, and wait until their pages are open."""
        if tables > self._made:
            self._crowd.add(self._maker.make(tables - self._made))
            self._made = tables
        over = max(EVERY / 2, OPENING * self._seats * max(0, tables - self._opened))
        self._crowd.open(tables, over)
        self._opened = tables
        until = time.monotonic() + over + EVERY / 2
        while time.monotonic() < until:
            self.feed()
            time.sleep(1)

    def feed(self) -> None:
        """Make new matches for the ones that have ended."""
        if self._crowd.spare() < SPARE:
            self._crowd.add(self._maker.make(SPARE * self._crowd.count))

    def play(self, name: str, seconds: float) -> Figures:
        """The figures of the open tables for some time."""
        return measured(name, self._crowd, self._pids, seconds, during=self.feed)


def is_prompt(figures: Figures) -> bool:
    """Are enough reads and enough decisions answered in time? A failure is an answer that comes too late."""
    late = failed(figures)
    return all(
        kind.prompt * kind.number >= PROMPT * (kind.number + late)
        for kind in (figures.kinds.get("read"), figures.kinds["decision"])
        if kind is not None
    )


def describe(figures: Figures, tables: int) -> str:
    """A line about the answers."""
    parts = [
        f"{kind.number} {name}s, median {kind.median:.0f} ms, 95 % {kind.late:.0f} ms, {100 * kind.prompt:.1f} % prompt"
        for name, kind in ((name, figures.kinds.get(name)) for name in ("read", "decision"))
        if kind is not None
    ]
    return f"{tables} tables for {figures.seconds:.0f} s: {'; '.join(parts)}; {failed(figures)} failures"


def humane(room: Room, minutes: float, tables: int = 0) -> dict[str, Any]:
    """Search the number of tables, if none is given, and hold it; prints each step and returns all figures."""
    low, steps = (tables, []) if tables else searched(room)
    if not low:
        print(f"no table is answered within {1000 * LIMIT:.0f} ms")
        return {"tables": 0, "steps": steps, "held": None}
    room.open(low)
    held = room.play(f"{low} tables", 60 * minutes)
    print(f"humane: a decision every {EVERY:.0f} s a table; {describe(held, low)}")
    held.show()
    return {"tables": low, "steps": steps, "held": held}


def searched(room: Room) -> tuple[int, list[tuple[int, Figures]]]:
    """The greatest number of tables that is answered promptly, and each step of the search."""
    steps: list[tuple[int, Figures]] = []

    def bears(tables: int) -> bool:
        room.open(tables)
        figures = room.play(f"{tables} tables", max(STEP, DECISIONS * EVERY / tables))
        steps.append((tables, figures))
        print(f"  {describe(figures, tables)}: {'prompt' if is_prompt(figures) else 'late'}", flush=True)
        return is_prompt(figures)

    low, high = 0, FIRST
    while bears(high) and high < MOST:
        low, high = high, min(MOST, 2 * high)
    if steps[-1][0] == MOST and is_prompt(steps[-1][1]):
        low = MOST
    while low < MOST and high - low > max(1, low // 8):
        middle = (low + high) // 2
        low, high = (middle, high) if bears(middle) else (low, middle)
    return low, steps

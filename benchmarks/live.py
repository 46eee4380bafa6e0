"""News to open pages: `python -m benchmarks.live [--pages 1000] [--seconds 30] [--every 1]`.

The site runs as `manage.py run` starts it, with matches of six and a page open at each seat. One of the matches has a
move every so many seconds. Prints the share of a core that the play worker takes, which streams news, and its memory
for each connection. Prints also the milliseconds from commit until the pages of that match have the news. For
comparison it prints the time of as many pages on the same site that ask every two seconds and get no news.
"""

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future, wait
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from benchmarks._crowd import Crowd
from benchmarks._figures import measured
from benchmarks._players import POLL
from benchmarks._processes import by_process, kind_of_process, tree
from benchmarks._site import percentile
from benchmarks._tables import our_site, seats_of
from domego_site import paths

LIVE = "play worker"
"""The kind of process that streams news."""
MOVER = """
import sys, time
from games.models import AuthorKind, Match
from games.platform.selectors.position import game_of, state_of
from games.platform.services.authors import Author
from games.platform.services.moves import submit
from games.platform.work import news
publish, committed = news._publish, []
def noted(topic, what):
    committed.append(time.monotonic())
    publish(topic, what)
news._publish = noted
for match, user in {places}:
    topics = [f"match-{{match}}", f"user-{{user}}"]
    print("TICKET", match, news.ticket_for(user, topics, [match]), flush=True)
print("READY", flush=True)
for line in sys.stdin:
    match = Match.objects.get(pk=int(line))
    rules, state = game_of(match).rules, state_of(match)
    prompt = next(each for each in rules.prompts(state) if not each.optional)
    move = rules.default(state, prompt.seat, prompt.key)
    submit(match_id=match.pk, seat=prompt.seat, key=prompt.key, move=move, by=Author(AuthorKind.DEADLINE, None))
    print("MOVED", match.pk, committed[-1], flush=True)
"""


class Pages:
    """All open pages, in one loop of this process, with their news and the moments of arrival."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.open = 0
        self.told: list[tuple[int, float]] = []
        self.tasks: list[Future[None]] = []
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    def add(self, match: int, ticket: str) -> None:
        self.tasks.append(asyncio.run_coroutine_threadsafe(self._listen(match, ticket), self.loop))

    def end(self) -> None:
        for task in self.tasks:
            task.cancel()
        wait(self.tasks, 10)
        self.loop.call_soon_threadsafe(self.loop.stop)

    async def _listen(self, match: int, ticket: str) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(f"GET /?{urlencode({'ticket': ticket})} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        event = ""
        while line := (await reader.readline()).decode().strip() or "-":
            if line.startswith("event: "):
                event = line[7:]
                self.open += event == "hello"
            elif line.startswith("data: ") and event == "news" and f'"match-{match}"' in line:
                self.told.append((match, time.monotonic()))


def resident(pid: int) -> float:
    """The resident memory of a process in megabytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def live_process(site: int) -> int:
    for pid in tree(site):
        if kind_of_process(pid) == LIVE:
            return pid
    raise SystemExit("No process pushes news.")


def mover(environment: dict[str, str], places: Sequence[tuple[int, int]]) -> Any:
    """Start a process that reads the numbers of matches, makes a move in each, and prints the moment of its commit."""
    return subprocess.Popen(
        [sys.executable, "manage.py", "shell", "-c", MOVER.format(places=list(places))],
        cwd=paths.BASE_DIR,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def pushed(pid: int, port: int, moving: Any, seconds: float, every: float) -> None:
    """Print the cost of sending news to all pages."""
    pages, live, matches = Pages(port), live_process(pid), []
    before = resident(live)
    for line in moving.stdout:
        word, *rest = line.split() or [""]
        if word == "READY":
            break
        if word == "TICKET":
            matches.append(int(rest[0]))
            pages.add(int(rest[0]), rest[1])
            time.sleep(0.005)
    until = time.monotonic() + 60
    while pages.open < len(matches) and time.monotonic() < until:
        time.sleep(0.1)
    time.sleep(3)  # everybody was told what is known
    after, spent, began = resident(live), by_process(pid), time.monotonic()
    moved, different = [], sorted(set(matches))
    while time.monotonic() - began < seconds:
        moving.stdin.write(f"{different[len(moved) % len(different)]}\n")
        moving.stdin.flush()
        moved.append(next(line.split() for line in moving.stdout if line.startswith("MOVED")))
        time.sleep(every)
    used, lasted = by_process(pid), time.monotonic() - began
    pages.end()
    late = []
    for _word, match, at in moved:
        first = [moment - float(at) for place, moment in pages.told if place == int(match) and moment > float(at)]
        late += [1000 * max(0.0, each) for each in first[: matches.count(int(match))]]
    wanted = sum(matches.count(int(match)) for _word, match, _at in moved)
    print(
        f"pushed: {pages.open} open pages, {len(moved) / lasted:.2f} moves a second: the {LIVE} takes "
        f"{100 * (used.get(LIVE, 0) - spent.get(LIVE, 0)) / lasted:.1f} % of a core, "
        f"{1024 * (after - before) / max(1, pages.open):.0f} kB a connection ({before:.0f} MB without any)"
    )
    late.sort()
    print(
        f"        told of a move: {len(late)} of {wanted} pages, median {statistics.median(late):.1f} ms, "
        f"99 % {percentile(late, 0.99):.1f} ms after the commit"
    )


def measure_no_news(pid: int, port: int, made: Sequence[Any], pages: int, seconds: float) -> None:
    """Print the cost of answering pages that there are no news, one after the other from the people of two matches."""
    with Crowd("asking", port, made[:2], plain=False, every=0.0) as crowd:
        crowd.open(2)
        time.sleep(3)
        found = measured("asked", crowd, [pid], seconds, kinds=("304",), what="request")
    each = found.by_process.get("web", 0.0)
    print(
        f"asked:  {found.rate:.0f} answers a second that nothing is new, {each:.1f} ms of processor time each: "
        f"{pages} pages that ask every {POLL:.0f} s take {pages / POLL * each / 1000:.1f} cores"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--every", type=float, default=1.0, help="seconds between two moves")
    given = parser.parse_args()
    print(f"# {os.cpu_count()} cores, SQLite, {given.pages} open pages, {given.seconds:.0f} s")
    with our_site("domego", "classic", "off") as (site, maker):
        made = maker.make(max(2, given.pages // seats_of("domego", "classic")))
        seats = [place for places in made for place in places]
        places = [(match, number + 1) for number, (_session, match, _seat) in enumerate(seats)]
        moving = mover(site.environment, places)
        try:
            pushed(site.pid, int(site.environment["LIVE_PORT"]), moving, given.seconds, given.every)
        finally:
            moving.terminate()
        measure_no_news(site.pid, site.port, made, given.pages, min(given.seconds, 10.0))


if __name__ == "__main__":
    main()

"""Does a site survive many faults at once? `python -m benchmarks.chaos [--matches 20] [--minutes 1] [--seed 1]`.

PostgreSQL, Redis and two machines of the site are started in a directory of their own. People play all games through
the API and with forms. Meanwhile processes are killed, servers restarted, disks filled and clocks set. Afterwards the
records are compared with the answers that each player received. Exits with 1 if a law was broken. The seed repeats
matches, choices and faults; the machine decides which request meets which fault.
"""

import argparse
import json
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks._site import percentile
from benchmarks.chaos import faults
from benchmarks.chaos.machines import Machines, missing
from benchmarks.chaos.players import Book, Crowd
from domego_site import paths

CALM_SECONDS = 10.0
SETTLE_SECONDS = 15.0
LONGEST_WAIT = 60.0
LONGEST_BOT = 180.0
"""Seconds that a bot's answer may take while faults go on. A job of a killed worker waits for the half minute of its
lease, and the next worker may be killed, too.
"""
LONGEST_DRAIN = 1800.0


class Hand:
    """A process of the site that runs commands; see `benchmarks.chaos.hand`."""

    def __init__(self, machines: Machines) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.chaos.hand"],
            cwd=paths.BASE_DIR,
            env=machines.environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def do(self, *order: Any) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(order).encode() + b"\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit(f"{order[0]} failed, see above.")
        return json.loads(answer)

    def end(self) -> None:
        self._process.kill()
        self._process.communicate()


@contextmanager
def hand(machines: Machines) -> Iterator[Hand]:
    found = Hand(machines)
    try:
        yield found
    finally:
        found.end()


def say(text: str) -> None:
    print(text, flush=True)


def run(matches: int, minutes: float, seed: int, threads: int, home: Path) -> int:
    """Run everything; returns the number of laws that were broken."""
    began = time.monotonic()
    machines = Machines(home)
    planned = faults.schedule(seed, 60 * minutes, set(machines.left_out))
    for what, why in machines.left_out.items():
        say(f"left out: {what}, {why}")
    with machines.running():
        with hand(machines) as maker:
            plan = maker.do("make", matches, seed)
        say(f"{matches} matches and {len(plan['people'])} people are ready after {time.monotonic() - began:.0f} s")
        book = Book(home)
        crowd = Crowd(plan, [machines.ports[name] for name in machines.names("web")], book, seed, threads)
        crowd.start()
        with Watch(machines) as watch:
            with faults.happening(machines, planned, say):
                time.sleep(60 * minutes)
            say("calm")
            time.sleep(SETTLE_SECONDS)
        book.calm = True
        time.sleep(CALM_SECONDS)
        book.calm = False
        crowd.stop()
        (home / "ledger.json").write_text(json.dumps(book.moves))
        say(summary(book, crowd, machines))
        say(watch.summary())
        with hand(machines) as judge:
            waited = wait(judge)
            for name in (*machines.names("web"), *machines.names("play"), *machines.names("heavy")):
                machines[name].end()
            checks = judge.do("judge", str(home))
    checks += [
        law("when it is calm again, every request is answered", book.faults_when_calm),
        law("nothing of another's seat is answered", book.trespasses),
        watch.law(),
        law("nothing waits over 60 s when it is calm again", waited),
    ]
    for check in checks:
        word = "BROKEN" if check["broken"] else "ok"
        say(f"{word:6} {check['name']}: {check['looked']}, broken {check['broken']}")
        for witness in check["witnesses"]:
            say(f"         {witness[:600]}")
    return sum(bool(check["broken"]) for check in checks)


def law(name: str, broken: list[str]) -> dict[str, Any]:
    return {"name": name, "looked": "all", "broken": len(broken), "witnesses": broken[:5]}


def summary(book: Book, crowd: Crowd, machines: Machines) -> str:
    """A summary of requests, moves and restarts in figures."""
    sent = sum(len(entry["answers"]) for entry in book.moves)
    done = sum(any(status in (200, 201, 303) for status, *_rest in entry["answers"]) for entry in book.moves)
    statuses = ", ".join(f"{status} {number}" for status, number in sorted(book.statuses.items()))
    slow = percentile(book.seconds, 0.95) if book.seconds else 0
    restarts = ", ".join(f"{name} {number}" for name, number in machines.restarts().items() if number)
    return (
        f"{sum(book.statuses.values())} requests ({statuses}), 95 % within {slow:.2f} s; "
        f"{len(book.moves)} moves sent {sent} times, {done} acknowledged; started again: {restarts}"
    )


class Watch:
    """The longest waits for the program while faults happen, sampled twice a second."""

    def __init__(self, machines: Machines) -> None:
        self.longest: dict[str, tuple[float, str]] = {}
        self._looked = 0
        self._hand = Hand(machines)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> "Watch":
        self._thread.start()
        return self

    def __exit__(self, *_raised: object) -> None:
        self._over.set()
        self._thread.join()
        self._hand.end()

    def _run(self) -> None:
        since: dict[str, float] = {}
        while not self._over.wait(0.5):
            state = self._hand.do("waiting_if_it_answers")
            if state is None:
                continue
            now = time.monotonic()
            since = {key: since.get(key, now) for key in state["decisions"]}
            self._looked += 1
            for key, began in since.items():
                kind = key.partition(":")[0]
                self.longest[kind] = max(self.longest.get(kind, (0.0, "")), (now - began, key))

    def summary(self) -> str:
        """The longest waits in one line, with the work that waited longest."""
        words = [f"{kind} {seconds:.0f} s ({key.partition(': ')[2]})" for kind, (seconds, key) in self.longest.items()]
        return f"waited longest under faults, of {self._looked} looks: {', '.join(sorted(words)) or 'nothing'}"

    def law(self) -> dict[str, Any]:
        """The law for a kind of work: only a bot's answer depends on the program alone."""
        seconds, key = self.longest.get("bot", (0.0, ""))
        broken = [f"{key}: {seconds:.0f} s"] if seconds > LONGEST_BOT else []
        return {
            "name": f"no bot's answer waits over {LONGEST_BOT:.0f} s under faults, the longest {seconds:.0f} s",
            "looked": self._looked,
            "broken": len(broken),
            "witnesses": broken,
        }


def wait(judge: Hand) -> list[str]:
    """Wait until no work waits for the program any more; return work that waited too long. Jobs are done one after the
    other, so the pause between two of them counts.
    """
    since: dict[str, float] = {}
    began = moved = time.monotonic()
    first: set[str] | None = None
    done, found = -1, dict[str, str]()
    while (now := time.monotonic()) < began + LONGEST_DRAIN:
        state = judge.do("waiting")
        keys = set(state["decisions"])
        first = keys if first is None else first & keys
        since = {key: since.get(key, now) for key in keys}
        found |= {key: f"{key}: {now - at:.0f} s" for key, at in since.items() if now - at > LONGEST_WAIT}
        if state["done"] != done or not state["jobs"]:
            done, moved = state["done"], now
        if now - moved > LONGEST_WAIT:
            found |= {job: f"{job}: {now - moved:.0f} s without any job done" for job in state["jobs"]}
        if (not first and not state["jobs"]) or (found and now - began > 6 * LONGEST_WAIT):
            break
        time.sleep(1)
    say(f"nothing is left to do after {time.monotonic() - began:.0f} s")
    return list(found.values())


def main() -> int:
    parser = argparse.ArgumentParser(prog="benchmarks.chaos", description=__doc__)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=8, help="players at a time")
    parser.add_argument("--keep", action="store_true", help="leave the logs, and what was told, where they are")
    given = parser.parse_args()
    if why := missing():
        say(f"No chaos here: {why}")
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that file systems are unmounted then, too
    home = Path(tempfile.mkdtemp(prefix="chaos-"))
    broken = run(given.matches, given.minutes, given.seed, given.threads, home)
    if broken or given.keep:
        say(f"What was told and logged is in {home}")
    else:
        shutil.rmtree(home)
    return 1 if broken else 0


if __name__ == "__main__":
    raise SystemExit(main())

"""Can a lecture hall join at once? `python -m benchmarks.coming_in [--people 300] [--seconds 30] [--embedded]`.

The site runs as in `benchmarks.capacity`: PostgreSQL, Redis, two web servers, two play workers, a heavy one. With
--embedded it runs as `manage.py run` starts it without PostgreSQL and Redis. So many people open a session's code
within so many seconds and send their name. They have joined when they see the lobby; then their pages ask for news. One
in thirty is a program that gives up after two seconds and asks again at once. Meanwhile another player decides twice a
second. Prints the waiting times of people and decisions, and the load of the machine.
"""

import argparse
import json
import os
import random
import re
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from statistics import median
from types import SimpleNamespace
from typing import Any, Final
from urllib.parse import urlencode

from benchmarks._running import running_site
from benchmarks._site import percentile
from benchmarks.chaos.__main__ import hand
from benchmarks.chaos.machines import Machines, missing

PATIENT: Final = 30.0
IMPATIENT: Final = 2.0
"""Seconds after which a browser, or a program that is badly written, gives up."""
LONGEST: Final = 240.0
DECIDES_EVERY: Final = 0.5
AIMS: Final = {False: 90.0, True: 10.0}
"""Seconds within which the last person must have joined; with the embedded parts for thirty people."""


class Client:
    """A simple browser: cookies, one connection, pages that reload by themselves."""

    def __init__(self, port: int, patience: float = PATIENT) -> None:
        self._port, self._patience = port, patience
        self._cookies: dict[str, str] = {}
        self._connection: HTTPConnection | None = None
        self.told: Counter[int] = Counter()
        """Numbers of answers by status, 0 for answers that did not come in time."""

    def ask(self, method: str, path: str, fields: dict[str, str] | None = None, **headers: str) -> tuple[int, str, str]:
        """Send a request; returns status, body, and the seconds to wait or the address to follow."""
        body = urlencode(fields).encode() if fields else None
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self._cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        if fields:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            if self._connection is None:
                self._connection = HTTPConnection("127.0.0.1", self._port, timeout=self._patience)
            self._connection.request(method, path, body, sent)
            answer = self._connection.getresponse()
            text = answer.read().decode(errors="replace")
        except (OSError, HTTPException):
            self.close()
            self.told[0] += 1
            return 0, "", ""
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, _equals, value = cookie.partition(";")[0].partition("=")
            self._cookies[name] = value
        if answer.will_close:
            self.close()
        self.told[answer.status] += 1
        return answer.status, text, answer.headers.get("Location") or answer.headers.get("Retry-After") or ""

    def page(self, path: str) -> str:
        """Load a page, reloading it as often as it asks."""
        while True:
            status, text, onward = self.ask("GET", path)
            if status in (301, 302):
                path = onward
            elif status == 503:
                time.sleep(float(onward or 5))
            elif status == 200:
                return text
            elif status:
                raise SystemExit(f"{path} answered {status}")

    def send(self, path: str, fields: dict[str, str]) -> str:
        """Send a form and return the page that it leads to."""
        while True:
            status, text, onward = self.ask("POST", path, fields | {"csrfmiddlewaretoken": self._cookies["csrftoken"]})
            if status in (301, 302):
                return self.page(onward)
            if status == 200:
                return text
            if status:
                raise SystemExit(f"{path} answered {status} to a form")

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class Hall:
    """All people who join, and the results of their requests."""

    def __init__(self, plan: dict[str, Any], port: int) -> None:
        self.plan, self._port = plan, port
        self.waited: list[float] = []
        self.programs: list[float] = []
        self.decisions: list[float] = []
        self.late: list[int] = []
        """Statuses of refused decisions."""
        self.told: Counter[int] = Counter()
        self._all_in = threading.Event()

    def fill(self, people: int, seconds: float) -> None:
        chance = random.Random(people)
        kinds = [self._program if number % 30 == 29 else self._person for number in range(people)]
        comers = [
            threading.Thread(target=kind, args=(number, chance.uniform(0, seconds)))
            for number, kind in enumerate(kinds)
        ]
        decider = threading.Thread(target=self._decide)
        for thread in (*comers, decider):
            thread.daemon = True
            thread.start()
        until = time.monotonic() + LONGEST
        while len(self.waited) + len(self.programs) < people and time.monotonic() < until:
            time.sleep(0.2)
        self._all_in.set()
        decider.join()

    def _person(self, number: int, after: float) -> None:
        time.sleep(after)
        client, began = Client(self._port), time.monotonic()
        join = f"/join/{self.plan['code']}/"
        client.page(join)
        client.send(join, {"name": f"Student {number}"})
        page = client.page(f"/sessions/{self.plan['session']}/")
        self.waited.append(time.monotonic() - began)
        live, every = re.search(r'data-poll-url="([^"]+)"', page), re.search(r'data-poll-seconds="(\d+)"', page)
        while live and not self._all_in.wait(float(every[1]) if every else 2.0):
            status, _text, onward = client.ask("GET", live[1].replace("&amp;", "&"), HX_Request="true")
            if status == 503:
                self._all_in.wait(float(onward or 5))
        self.told.update(client.told)

    def _program(self, number: int, after: float) -> None:
        time.sleep(after)
        began, token = time.monotonic(), self.plan["tokens"][number // 30]
        status = 0
        while status != 200:
            client = Client(self._port, IMPATIENT)
            status, _text, _onward = client.ask("GET", "/api/v1/matches", Authorization=f"Bearer {token}")
            client.close()
            if time.monotonic() - began > LONGEST:
                return
        self.programs.append(time.monotonic() - began)

    def _decide(self) -> None:
        token = self.plan["player"]
        for path in self.plan["decisions"]:
            if self._all_in.is_set():
                break
            began = time.monotonic()
            move = {"kind": "buy", "quantity": 3}
            status = _post_move(self._port, path, move, token)
            self.decisions.append(time.monotonic() - began)
            if status != 201:
                self.late.append(status)
            time.sleep(max(0.0, DECIDES_EVERY - (time.monotonic() - began)))


def _post_move(port: int, path: str, move: dict[str, Any], token: str) -> int:
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENT)
    body = json.dumps({"key": "activity-1/buy/owner", "move": move, "submission_id": "one"})
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    try:
        connection.request("POST", path, body, headers)
        return connection.getresponse().status
    except (OSError, HTTPException):
        return 0
    finally:
        connection.close()


def show(hall: Hall, people: int, seconds: float, *, embedded: bool) -> None:
    parts = "embedded parts" if embedded else "PostgreSQL and Redis"
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {parts}: {people} people within {seconds:g} s")
    came = len(hall.waited) + len(hall.programs)
    everybody = sorted((*hall.waited, *hall.programs))
    print(
        f"{came} of {people} are in; half waited {median(everybody):.1f} s, 95 % {percentile(everybody, 0.95):.1f} s,"
    )
    print(f"    the last {max(everybody):.1f} s; programs up to {max(hall.programs, default=0):.1f} s")
    spent = hall.decisions
    print(f"{len(spent)} decisions meanwhile: half within {1000 * median(spent):.0f} ms,", end=" ")
    print(f"95 % within {1000 * percentile(spent, 0.95):.0f} ms, all within {1000 * max(spent):.0f} ms;", end=" ")
    print(f"{len(hall.late)} not taken")
    print("answers:", ", ".join(f"{number} {status or 'lost'}" for status, number in sorted(hall.told.items())))
    is_met = came == people and max(everybody) <= AIMS[embedded] and not hall.late and percentile(spent, 0.95) < 2
    print(f"all within {AIMS[embedded]:g} s, 95 % of decisions within 2 s: {'met' if is_met else 'missed'}")


@contextmanager
def site(*, embedded: bool) -> Iterator[tuple[Any, int]]:
    """A holder of the environment of its processes, and the port of a web server."""
    if embedded:
        with running_site() as running:
            yield SimpleNamespace(environment=lambda: running.environment), running.port
        return
    home = Path(tempfile.mkdtemp(prefix="coming-in-"))
    try:
        machines = Machines(home)
        with machines.running():
            yield machines, machines.ports["web 1"]
    finally:
        shutil.rmtree(home, ignore_errors=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="benchmarks.coming_in", description=__doc__)
    parser.add_argument("--people", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--embedded", action="store_true")
    given = parser.parse_args()
    if not given.embedded and (why := missing()):
        print(f"Nothing is measured here: {why}")
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with site(embedded=given.embedded) as (machines, port):
        with hand(machines) as maker:
            plan = maker.do("make_class", given.people, int(LONGEST / DECIDES_EVERY))
        hall = Hall(plan, port)
        hall.fill(given.people, given.seconds)
    show(hall, given.people, given.seconds, embedded=given.embedded)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

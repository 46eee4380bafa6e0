"""Do sign-ins delay a move, and how long does a class wait? `python -m benchmarks.sign_in [AT_ONCE] [CLASS]`.

The site's web server runs with its real hasher. A program posts moves one after the other, first alone, then while
AT_ONCE people send the sign-in form at the same moment. A person who is asked to retry does so within the second that
the answer names. Then a CLASS signs in, all at once, and each opens the next page.
"""

import http.client
import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from threading import Barrier, Event, Thread
from typing import Any
from urllib.parse import urlencode, urlsplit, urlunsplit

from benchmarks._site import percentile, site

AIM_DELAY, AIM_CLASS = 300, 60
"""Milliseconds of delay of a move, and seconds until a class is signed in."""
MOVES = 60
PASSWORD = "a drawing office"  # noqa: S105  of people who are gone with the benchmark's database
CSRF = "c" * 32


def prepared(people: int) -> tuple[list[str], list[tuple[str, dict[str, Any]]], str, float]:
    """Names of people with one hash, decisions with a move for each, the mover's token, the seconds of a hash."""
    from django.contrib.auth.hashers import make_password

    from classrooms.models import User
    from games.api.authentication import token_create
    from games.platform import clock
    from tests.games.factories import match_of

    began = time.perf_counter()
    hashed = make_password(PASSWORD)
    took = time.perf_counter() - began
    names = [f"student-{number}" for number in range(people)]
    User.objects.bulk_create(User(username=name, display_name=name, password=hashed) for name in names)
    player = User.objects.create(username="player", display_name="Player", password=hashed)
    matches = [match_of(player) for _each in range(3 * MOVES)]
    move = {"key": "activity-1/buy/owner", "move": {"kind": "buy", "quantity": 3}}
    paths = [(f"/api/v1/matches/{match.pk}/seats/0/moves", move) for match in matches]
    return names, paths, token_create(player, clock.now())[0], took


def _hand_over() -> dict[str, str]:
    """The environment in which another process finds the benchmark's database."""
    from django.db import connection

    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(Path(os.environ["VAR_DIR"]) / "db.sqlite3")])
        return {**os.environ}
    url = urlsplit(os.environ["DATABASE_URL"])
    return {**os.environ, "DATABASE_URL": urlunsplit(url._replace(path="/" + str(connection.settings_dict["NAME"])))}


@contextmanager
def web_server() -> Iterator[int]:
    """Start the site's own web processes; yields their port."""
    from domego_site import processes

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen(processes.web(host="127.0.0.1", port=port), env=_hand_over(), stderr=subprocess.DEVNULL)
    try:
        while True:
            try:
                if request(port, "GET", "/healthz")[0]:
                    break
            except OSError:
                time.sleep(0.1)
        yield port
    finally:
        server.terminate()
        server.wait(30)


def request(port: int, method: str, path: str, body: str = "", **headers: str) -> tuple[int, dict[str, str]]:
    """Status and headers of an answer, on a connection of its own."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    try:
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        answer.read()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}
    finally:
        connection.close()


def sign_in(port: int, name: str) -> tuple[float, int]:
    """Sign a person in until the next page is there; returns seconds, and the number of form submissions."""
    began, tries = time.perf_counter(), 0
    form = urlencode({"username": name, "password": PASSWORD, "csrfmiddlewaretoken": CSRF})
    kind = "application/x-www-form-urlencoded"
    while True:
        tries += 1
        status, headers = request(
            port, "POST", "/sign-in/", form, Cookie=f"csrftoken={CSRF}", Content_Type=kind, X_Waits="1"
        )
        if status == 200:
            break
        if status != 429:
            raise SystemExit(f"sign-in answered {status}")
        time.sleep(int(headers["retry-after"]) + random.random())  # as the page's script does
    session = next(part for part in headers["set-cookie"].split("; ") if part.partition("=")[0] == "sessionid")
    request(port, "GET", "/games/", Cookie=session)
    return time.perf_counter() - began, tries


def at_once(port: int, names: list[str], meanwhile: Callable[[Event], None] = lambda _over: None) -> list[Any]:
    """Sign these people in at the same moment; returns the results of `sign_in`. `meanwhile` runs until all are in."""
    results: list[Any] = []
    start, over = Barrier(len(names) + 1), Event()

    def come(name: str) -> None:
        start.wait()
        results.append(sign_in(port, name))

    coming = [Thread(target=come, args=(name,)) for name in names]
    beside = Thread(target=meanwhile, args=(over,))
    for thread in coming:
        thread.start()
    start.wait()
    beside.start()
    for thread in coming:
        thread.join()
    over.set()
    beside.join()
    return results


def moves(port: int, paths: list[tuple[str, dict[str, Any]]], token: str, stop: Event | None = None) -> list[float]:
    """Milliseconds of each move, one after the other, ten a second at most."""
    import json

    spent = []
    for path, move in paths:
        if stop is not None and stop.is_set():
            break
        began = time.perf_counter()
        body, kind = json.dumps(move | {"submission_id": "one"}), "application/json"
        status, _headers = request(port, "POST", path, body, Authorization=f"Bearer {token}", Content_Type=kind)
        if status != 201:
            raise SystemExit(f"a move answered {status}")
        spent.append((time.perf_counter() - began) * 1000)
        time.sleep(max(0.0, 0.1 - (time.perf_counter() - began)))
    return spent


def _row(name: str, spent: list[float]) -> str:
    return f"{name:32} {median(spent):6.0f} {percentile(spent, 0.95):6.0f} {max(spent):6.0f}   ({len(spent)} moves)"


def main(number: int, people: int) -> None:
    """Print the delay of a move and the time of a class."""
    with site() as engine:
        names, paths, token, hash_seconds = prepared(number + people)
        with web_server() as port:
            moves(port, paths[:10], token)
            alone = moves(port, paths[10:MOVES], token)
            beside: list[float] = []
            few = at_once(port, names[:number], lambda over: beside.extend(moves(port, paths[MOVES:], token, over)))
            everybody = at_once(port, names[number:])
    print(f"{engine}, {os.cpu_count()} processors, one hash {hash_seconds * 1000:.0f} ms")
    print(f"{'milliseconds of a move':32} median    p95 longest")
    print(_row("alone", alone))
    print(_row(f"beside {number} sign-ins at once", beside))
    delay = max(beside) - median(alone)
    print(f"longest delay {delay:.0f} ms, {AIM_DELAY} ms aimed at: {'met' if delay <= AIM_DELAY else 'missed'}")
    for who in (few, everybody):
        last, tries = max(spent for spent, _tries in who), [tries for _spent, tries in who]
        ratio = last / (len(who) * hash_seconds / 2)
        print(f"{len(who)} people at once: the last is in after {last:.1f} s, {ratio:.1f} times their hashes alone")
        print(f"    {sum(tries)} forms, {max(tries)} at most of one person")
    print(f"{AIM_CLASS} s aimed at: {'met' if last <= AIM_CLASS else 'missed'}")


if __name__ == "__main__":
    numbers = [int(text) for text in sys.argv[1:]]
    main(*(numbers + [60, 300][len(numbers) :]))

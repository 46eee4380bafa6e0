"""A site with running matches, whose people a benchmark plays."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from benchmarks._processes import by_process
from benchmarks._running import Running, given_servers, running_site
from domego_site import paths

MAKER = """
import json, sys
from django.contrib.auth import get_user_model
from benchmarks.chaos.hand import _session
from games.ui import faces
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_create, match_start
face = faces.get("{game}")
text = face.game.scenarios["{scenario}"]
roles = [role.id for role in face.words.roles(face.game.rules.load_scenario(text))]
users, number = [], 0
def user_of(seat):
    if not {alone} or not users:
        users.append(get_user_model().objects.create(
            username=f"player{{len(users)}}", display_name=f"Player {{len(users)}}"))
    return users[-1]
for line in sys.stdin:
    made = []
    for _ in range(int(line)):
        match = match_create(game=face.game.key, roles=roles, by=None, scenario=text, expected="{expected}",
                             seed=number.to_bytes(2, "big") * 16)
        people = [user_of(seat) for seat in range(len(roles))]
        for seat, user in enumerate(people):
            seat_assign(match_id=match.pk, seat=seat, user=user)
        match_start(match_id=match.pk)
        number += 1
        made.append([[_session(user), match.pk, seat] for seat, user in enumerate(people)])
    print("MADE" + json.dumps(made), flush=True)
"""


class Maker:
    """A process of the site that makes matches and starts them. `alone`: one person holds all seats."""

    def __init__(self, site: Running, game: str, scenario: str, expected: str, *, alone: bool) -> None:
        program = MAKER.format(game=game, scenario=scenario, expected=expected, alone=alone)
        self._process = subprocess.Popen(
            [sys.executable, "manage.py", "shell", "-c", program],
            cwd=paths.BASE_DIR,
            env=site.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def make(self, matches: int) -> list[Any]:
        """Make so many matches; returns session, match and seat of each of their people."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{matches}\n")
        self._process.stdin.flush()
        for line in self._process.stdout:
            if line.startswith("MADE"):
                made: list[Any] = json.loads(line[4:])
                return made
        raise SystemExit("The site could not make matches.")

    def end(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(30)


@contextmanager
def our_site(game: str, scenario: str, expected: str, *, alone: bool = False) -> Iterator[tuple[Running, Maker]]:
    """Start our site, on the servers that DATABASE_URL and REDIS_URL name, else on SQLite and its own broker. Yields
    the site, and the maker of its matches.
    """
    with given_servers() as servers, running_site(**servers) as site:
        maker = Maker(site, game, scenario, expected, alone=alone)
        try:
            yield site, maker
        finally:
            maker.end()


def settled(pid: int) -> None:
    """Wait until no process is starting any more: workers load the site after it is ready, at low priority."""
    until = time.monotonic() + 90
    while time.monotonic() < until:
        before = sum(by_process(pid).values())
        time.sleep(2)
        if sum(by_process(pid).values()) - before < 0.2:
            return


def seats_of(game: str, scenario: str) -> int:
    """The number of seats of a match of this scenario."""
    from games.engine import registry

    found = registry.load(game)
    return max(found.rules.seat_counts(found.rules.load_scenario(found.scenarios[scenario])))

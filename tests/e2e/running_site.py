"""A whole site as `make run` starts it: supervisor, web, workers, broker and demo, in a var/ of its own.

With DATABASE_URL and REDIS_URL in the environment it uses those services: a database that is made for it and dropped
afterwards, and two empty databases of that Redis.
"""

import itertools
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, TypeVar
from urllib.parse import urlsplit, urlunsplit

import psycopg
import redis
from psycopg import sql

from domego_site import paths
from tests.prepared import copy_demo, template

PATIENCE = 240.0
PLAY = """
from games.engine.draws import FastDraws
from games.models import AuthorKind, Match
from games.selectors.position import game_of, state_of
from games.services.authors import Author
from games.services.moves import submit
match = Match.objects.get(pk={match})
game = game_of(match)
while not match.is_over:
    state = state_of(match)
    asked = game.rules.prompts(state)
    if "{until}" and any("{until}" in prompt.key for prompt in asked):
        break
    prompt = next((each for each in asked if not each.optional and not each.passive), asked[0])
    move = game.bot(game.usual_bot).answer(state, prompt, FastDraws(match.number))
    submit(match_id=match.pk, seat=prompt.seat, key=prompt.key, move=move, by=Author(AuthorKind.PLAYER, None))
    match.refresh_from_db()
"""
T = TypeVar("T")


def wait_for(condition: Callable[[], T], what: str, seconds: float = PATIENCE) -> T:
    """The first true answer."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if met := condition():
            return met
        time.sleep(0.1)
    raise AssertionError(f"after {seconds:.0f} s: not {what}")


class Services:
    """What a site may find in the environment instead of its own SQLite and broker; nothing where that is not set.
    Several may stand in one process: what one has is no other's.
    """

    _count = itertools.count()
    _taken: ClassVar[set[str]] = set()

    def __init__(self) -> None:
        self.environment: dict[str, str] = {}
        self._drop: list[Callable[[], Any]] = []
        if url := os.environ.get("DATABASE_URL", ""):
            self._make_database(url)
        if url := os.environ.get("REDIS_URL", ""):
            self._find_redis(url)

    def _make_database(self, url: str) -> None:
        parts, name = urlsplit(url), f"domego_e2e_{os.getpid()}_{next(self._count)}"
        if not parts.scheme.startswith("postgres"):
            return
        server = urlunsplit(parts._replace(path="/postgres"))

        def do(command: str, *names: str) -> None:
            with psycopg.connect(server, autocommit=True) as connection:
                connection.execute(sql.SQL(command).format(*map(sql.Identifier, names)))

        with template(url) as made:
            do("CREATE DATABASE {} TEMPLATE {}", name, made)
        self._drop.append(lambda: do("DROP DATABASE {} WITH (FORCE)", name))
        self.environment["DATABASE_URL"] = urlunsplit(parts._replace(path=f"/{name}"))

    def _find_redis(self, url: str) -> None:
        """Two databases that hold nothing yet, from the last one down: other tests count from the first one up. Another
        worker of the tests begins elsewhere.
        """
        parts, free = urlsplit(url), []
        worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
        for number in range(15 - 2 * (int(worker) % 4), -1, -1):
            address = urlunsplit(parts._replace(path=f"/{number}"))
            with redis.Redis.from_url(address) as server:
                if server.dbsize() == 0 and address not in self._taken:
                    free.append(address)
        for address in free[:2]:
            self._taken.add(address)
            self._drop.append(partial(self._give_back, address))
        queues, cache = free[:2]
        self.environment |= {"REDIS_URL": queues, "CACHE_URL": cache}

    def _give_back(self, address: str) -> None:
        with redis.Redis.from_url(address) as server:
            server.flushdb()
        self._taken.discard(address)

    def end(self) -> None:
        while self._drop:
            self._drop.pop()()


class RunningSite:
    """`host` is what its pages are reached under. Only where it `has_own_broker` can a test take that away.
    `variables` are more of its environment.
    """

    def __init__(self, var: Path, **variables: str) -> None:
        self.var = var
        with socket.socket() as probe, socket.socket() as other:
            probe.bind(("127.0.0.1", 0))
            other.bind(("127.0.0.1", 0))
            self.port, self.live_port = probe.getsockname()[1], other.getsockname()[1]
        self.host = f"127.0.0.1:{self.port}"
        self.live_host = f"127.0.0.1:{self.live_port}"
        self.url = f"http://{self.host}"
        self.services = Services()
        self._environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(var),
            "VAR_DIR": str(var),
            "PORT": str(self.port),
            "LIVE_PORT": str(self.live_port),
            "SECRET_KEY": "tests-0123456789-abcdefghijklmnop",
            "AUTO_ANALYSIS": "0",
            "EXPECTED_END": "0",
            **self.services.environment,
            **variables,
        }
        var.mkdir(parents=True)
        self.output = var / "output"
        self.supervisor: subprocess.Popen[bytes] | None = None

    @property
    def has_own_broker(self) -> bool:
        return "REDIS_URL" not in self.services.environment

    def start(self) -> None:
        if self.services.environment:
            prepared = self.manage("prepare", "--demo")
            assert prepared.returncode == 0, prepared.stderr
        else:
            copy_demo(self.var)
        with self.output.open("w") as output:
            self.supervisor = subprocess.Popen(
                [sys.executable, "manage.py", "run"],
                cwd=paths.BASE_DIR,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        wait_for(self._is_ready, "ready")

    def _is_ready(self) -> bool:
        assert self.supervisor is not None
        assert self.supervisor.poll() is None, self.said()
        return "The site is ready" in self.said()

    def said(self) -> str:
        return self.output.read_text()

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(
            command, cwd=paths.BASE_DIR, env=self._environment, capture_output=True, text=True, check=False
        )

    def play(self, match: int, *, until: str = "") -> None:
        """Have bots move on all seats of a match: to its end, or until something is asked whose key holds `until`."""
        done = self.manage("shell", "-c", PLAY.format(match=match, until=until))
        assert done.returncode == 0, done.stderr

    def live_process(self) -> int:
        """The one that pushes news; 0 while there is none."""
        assert self.supervisor is not None
        for child in Path(f"/proc/{self.supervisor.pid}/task/{self.supervisor.pid}/children").read_text().split():
            with suppress(OSError):
                if b"\0live\0" in Path(f"/proc/{child}/cmdline").read_bytes():
                    return int(child)
        return 0

    def broker_process(self) -> int:
        """Its title is written over, but it runs where its data are."""
        for directory in Path("/proc").glob("[0-9]*"):
            try:
                if (directory / "cwd").readlink() == self.var / "broker":
                    return int(directory.name)
            except OSError:
                continue
        raise AssertionError("the broker does not run")

    def end(self) -> None:
        """Done again it does nothing."""
        if self.supervisor is not None:
            self.supervisor.send_signal(signal.SIGTERM)
            self.supervisor.wait(PATIENCE)
            self.supervisor = None
        self.services.end()

"""A whole site as `make run` starts it: supervisor, web, workers, broker and demo, in its own var/. With DATABASE_URL
and REDIS_URL in the environment it uses those services: a database of its own, dropped afterwards, and two empty
databases of that Redis."""

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
from games.platform.selectors.position import game_of, state_of
from games.platform.services.authors import Author
from games.platform.services.moves import submit
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
    """The first true result of `condition`. Fails after `seconds`."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if met := condition():
            return met
        time.sleep(0.1)
    raise AssertionError(f"after {seconds:.0f} s: not {what}")


class Services:
    """A database and broker databases from the environment, instead of the site's own SQLite and broker. Without these
    variables `environment` is empty. Each instance in a process has databases of its own.
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
        """Take two empty databases, from the last number down, as other tests count from the first one up. Each worker
        of the tests starts at another number.
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
    """A running site. Its pages are at `host`. A test can stop the broker only if it `has_own_broker`. `variables` are
    added to its environment.
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

    def talk_to(self, code: str) -> "subprocess.Popen[str]":
        """A process of the site that answers each line of its input."""
        command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", code]
        piped = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        return subprocess.Popen(command, cwd=paths.BASE_DIR, env=self._environment, **piped)

    def play(self, match: int, *, until: str = "") -> None:
        """Let bots play all seats of a match: to its end, or until the key of a decision contains `until`."""
        done = self.manage("shell", "-c", PLAY.format(match=match, until=until))
        assert done.returncode == 0, done.stderr

    def live_process(self) -> int | None:
        """The id of the process that pushes news: the worker of turns."""
        assert self.supervisor is not None
        above = [self.supervisor.pid]
        while above:
            pid = above.pop()
            with suppress(OSError):
                if Path(f"/proc/{pid}/comm").read_text().strip() == "play":
                    return pid
                above += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
        return None

    def broker_process(self) -> int:
        """The id of the broker's process, found by its working directory, as the broker overwrites its title."""
        for directory in Path("/proc").glob("[0-9]*"):
            try:
                if (directory / "cwd").readlink() == self.var / "broker":
                    return int(directory.name)
            except OSError:
                continue
        raise AssertionError("the broker does not run")

    def end(self) -> None:
        """Stop the site. A second call does nothing."""
        if self.supervisor is not None:
            self.supervisor.send_signal(signal.SIGTERM)
            self.supervisor.wait(PATIENCE)
            self.supervisor = None
        self.services.end()

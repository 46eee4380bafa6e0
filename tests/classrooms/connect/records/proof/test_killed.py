"""A worker dies after the store accepted its statements and before the site noted it: each is stored once."""

import json
import subprocess
import sys

import pytest

from tests.classrooms.connect.records.store import KEY, SECRET, running_store
from tests.games.faults.conftest import database_url  # noqa: F401  a fixture
from tests.games.faults.site import Site

TABLES = 3


class Records(Site):
    """A site with a heavy worker, and a process that runs the commands of `hand`."""

    def start_worker(self):
        self.worker = self._manage("work", "heavy")

    def hand(self, *order):
        if self._hand is None:
            command = [sys.executable, "-m", "tests.classrooms.connect.records.hand"]
            self._hand = self._start(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._hand.stdin.write(json.dumps(order).encode() + b"\n")
        self._hand.stdin.flush()
        return json.loads(self._hand.stdout.readline())


@pytest.fixture
def store():
    with running_store() as found:
        yield found


@pytest.fixture
def site(tmp_path, database_url, store):  # noqa: F811  the fixture
    told = {"XAPI_ENDPOINT": store.url, "XAPI_KEY": KEY, "XAPI_SECRET": SECRET}
    site = Records(tmp_path, database_url, **told)
    site.start_broker()
    yield site
    site.end()


def test_each_statement_is_kept_once_however_often_workers_die(site, store):
    decisions = site.hand("play_some", TABLES)
    kills = []

    def die(number):
        if number in (1, 2, 4):
            site.kill_worker()
            kills.append(number)  # after it: who sees it looks for a worker

    store.before_answer = die
    assert site.hand("look") == TABLES
    for _try in range(12):
        if site.hand("marks") == [True] * TABLES:
            break
        if site.worker is None or site.worker.poll() is not None:
            site.hand("later")
            site.start_worker()
        taken, dead = store.requests, len(kills)
        site.wait_for(
            lambda taken=taken, dead=dead: (
                len(kills) > dead or (store.requests > taken and site.hand("marks") == [True] * TABLES)
            ),
            "another request",
        )

    assert kills == [1, 2, 4]
    assert site.hand("marks") == [True] * TABLES
    people = 2 * TABLES
    assert len(store.said("selected")) == decisions
    assert [len(store.said(verb)) for verb in ("initialized", "completed", "scored")] == [people] * 3
    assert len(store.statements) == decisions + 3 * people
    assert max(store.times.values()) > 1

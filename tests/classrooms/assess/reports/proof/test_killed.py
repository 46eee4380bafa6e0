"""A worker dies while it prints a class's reports: none of them is lost."""

import json
import subprocess
import sys
import time

import pytest

from tests.games.faults.conftest import database_url  # noqa: F401  a fixture
from tests.games.faults.site import Site


class Reports(Site):
    """A site with a heavy worker, and a process that runs the commands of `hand`."""

    def start_worker(self):
        self.worker = self._manage("work", "heavy")

    def hand(self, *order):
        if self._hand is None:
            command = [sys.executable, "-m", "tests.classrooms.assess.reports.hand"]
            self._hand = self._start(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._hand.stdin.write(json.dumps(order).encode() + b"\n")
        self._hand.stdin.flush()
        return json.loads(self._hand.stdout.readline())

    def states(self):
        """The number of jobs in each state."""
        found = [state for state, _attempts in self.hand("jobs")]
        return {state: found.count(state) for state in found}

    def kill_worker_at_work(self):
        """Kill the worker while it prints a report. If it had just finished one, start and kill it again."""
        while True:
            self.wait_for(lambda: self.states().get("running"), "a report in work")
            self.kill_worker()
            time.sleep(1)  # a server of databases still does what it was told to before
            if self.states().get("running"):
                return
            self.start_worker()


@pytest.fixture
def site(tmp_path, database_url):  # noqa: F811  the fixture
    site = Reports(tmp_path, database_url)
    site.start_broker()
    yield site
    site.end()


def test_a_worker_that_is_killed_loses_no_report(site):
    assert site.hand("ask") == 6
    site.start_worker()

    site.kill_worker_at_work()
    left = site.states()
    site.hand("later")
    site.start_worker()

    site.wait_for(lambda: site.states() == {"done": 6}, "six reports")
    assert left["running"] == 1
    assert sorted(attempts for _state, attempts in site.hand("jobs"))[-1] == 2
    assert len(site.hand("contents")) == 6

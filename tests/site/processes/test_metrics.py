"""Metrics of a real web server, as a collector reads them. Every name in the dashboard and the rules exists."""

import json
import os
import re
import signal
import socket
import urllib.error
import urllib.request
from collections import Counter
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from domego_site import paths
from domego_site.watching import figures, work
from games.models import AuthorKind, Job
from games.platform import clock
from games.platform.pace import Pace
from tests.games.factories import match_of, person, play_default
from tests.games.faults.site import Site

DEPLOY = paths.BASE_DIR / "deploy"


class Watched(Site):
    """Two web processes on SQLite, without broker and workers."""

    def __init__(self, var: Path) -> None:
        self.metrics_port = self.free_port()
        settings = {
            "DJANGO_SETTINGS_MODULE": "tests.site.supervised_settings",
            "METRICS_PORT": str(self.metrics_port),
            "DISK_FREE_MB": "0",
        }
        super().__init__(var, "", **settings)
        self.port = self.start_web()
        self.wait_for(lambda: self.status("/livez") == 200, "an answer")
        self.wait_for(self.scraped, "metrics")

    def status(self, path, port=None, host="127.0.0.1"):
        request = urllib.request.Request(f"http://127.0.0.1:{port or self.port}{path}", headers={"Host": host})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310 - this machine
                return answer.status
        except urllib.error.HTTPError as refused:
            return refused.code
        except OSError:
            return None

    def scraped(self):
        """The metrics as a collector reads them. Empty if nobody answers."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.metrics_port}/metrics", timeout=30) as answer:
                return answer.read().decode()
        except OSError:
            return ""

    def requests(self):
        """{(method, page, status): count} of the requests."""
        found = samples(text_string_to_metric_families(self.scraped()))
        return {key[1:]: count for key, count in found.items() if key[0] == "domego_requests_total"}

    def connections(self):
        """{phase: count} of the connections, over all processes."""
        found = samples(text_string_to_metric_families(self.scraped()))
        counts = Counter()
        for key, count in found.items():
            if key[0] == "domego_connections":
                counts[key[1]] += count
        return counts

    def told_of(self):
        """The ids of the processes whose connections are in the metrics."""
        found = samples(text_string_to_metric_families(self.scraped()))
        return {int(key[2]) for key in found if key[0] == "domego_connections"}

    def web_processes(self):
        """The web processes that have loaded the site, with the lock of their counts open."""
        (master,) = self.processes[-1:]
        children = Path(f"/proc/{master.pid}/task/{master.pid}/children").read_text()
        return {int(pid) for pid in children.split() if self._counts(Path(f"/proc/{pid}/fd"))}

    def _counts(self, descriptors):
        try:
            return any(str(file.readlink()).endswith("/lock") for file in descriptors.iterdir())
        except OSError:
            return False

    def wait_for_another(self, pid):
        self.wait_for(lambda: len(self.web_processes() - {pid}) == 2, "another process")

    def both_processes(self):
        return self.wait_for(lambda: len(pids := self.web_processes()) == 2 and pids, "two processes")


def samples(metrics):
    """{(name, label ...): value}, in the order of the labels' names."""
    return {
        (sample.name, *(sample.labels[label] for label in sorted(sample.labels))): sample.value
        for metric in metrics
        for sample in metric.samples
    }


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    site = Watched(tmp_path_factory.mktemp("watched"))
    yield site
    site.end()


def asked_for(text):
    """The names of metrics in a query."""
    return set(re.findall(r"\bdomego_[a-z_]+", text))


def test_requests_are_counted_by_the_name_of_their_page_over_all_processes(site):
    before = site.requests()
    for number in range(20):
        assert site.status(f"/matches/{471147110 + number}/") in {200, 404}
    for path in ("/enrol/sEcReT-token/", "/no/such/sEcReT-page/", "/static/sEcReT.css", "/livez"):
        site.status(path)
    site.status("/", host="evil.example.org")

    after = site.requests()
    new = {key: count - before.get(key, 0) for key, count in after.items() if count != before.get(key, 0)}
    assert sum(count for (_method, page, _status), count in new.items() if page == "games:match") == 20
    assert new["GET", "unknown", "404"] == 1
    assert new["GET", "unknown", "400"] == 1
    assert new["GET", "static", "404"] == 1
    assert "livez" not in str(new)
    assert "sEcReT" not in site.scraped()
    assert "4711471" not in site.scraped()
    assert 'domego_request_seconds_bucket{le="+Inf",page="games:match"}' in site.scraped()


def test_metrics_are_not_on_the_sites_own_port(site):
    assert [site.status(path) for path in ("/metrics", "/metrics/")] == [404, 404]
    assert site.status("/metrics", port=site.metrics_port) == 200


def test_a_web_process_that_dies_leaves_port_and_counts_to_another(site):
    site.status("/matches/1/")
    counted = sum(site.requests().values())

    for pid in site.both_processes():
        os.kill(pid, signal.SIGKILL)
        site.wait_for_another(pid)
        site.wait_for(site.scraped, "metrics")

    assert sum(site.requests().values()) >= counted


def test_open_connections_are_told_by_process_and_what_they_wait_for(site):
    site.wait_for(lambda: site.connections().get("header") == 0, "calm")
    with ExitStack() as clients:
        for _ in range(7):
            client = clients.enter_context(socket.create_connection(("127.0.0.1", site.port), timeout=30))
            client.sendall(b"GET / HTTP/1.1\r\nHost: ")
        site.wait_for(lambda: site.connections().get("header") == 7, "seven that begin a request")

    site.wait_for(lambda: site.connections().get("header") == 0, "nobody")


def test_connections_of_a_process_that_is_gone_are_gone(site):
    first, _second = site.both_processes()
    site.wait_for(lambda: first in site.told_of(), "both")

    os.kill(first, signal.SIGKILL)
    site.wait_for_another(first)

    site.wait_for(lambda: site.told_of() == site.web_processes(), "those that live")


def test_the_board_asks_for_metrics_that_are_there(site):
    site.status("/matches/1/")  # what counts requests is there once there was one
    board = json.loads((DEPLOY / "grafana.json").read_text())
    queries = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    told = set(re.findall(r"^# TYPE (domego_[a-z_]+) ", site.scraped(), re.MULTILINE))
    exported = told | {f"{name}_{suffix}" for name in told for suffix in ("bucket", "count")}
    rules = "\n".join(re.findall(r"expr: (.*)", (DEPLOY / "prometheus-alerts.yml").read_text()))

    assert all(asked_for(query) or "up{" in query for query in queries)
    assert asked_for(" ".join(queries)) <= exported
    assert asked_for(rules) <= exported
    shown = {re.sub(r"_(bucket|count)$", "", name) for name in asked_for(" ".join(queries))}
    assert told - shown == set()


def test_the_rules_are_found_where_the_sample_looks_for_them():
    names = re.findall(r"^  - (\S+\.yml)$", (DEPLOY / "prometheus.yml").read_text(), re.MULTILINE)

    assert [name for name in names if (DEPLOY / name).exists()] == ["prometheus-alerts.yml"]


@pytest.mark.django_db
@pytest.mark.usefixtures("no_broker")
def test_moves_are_counted_by_game_and_origin_from_the_first_look_on():
    match = match_of(person(), person(), scenario="pair")
    play_default(match)
    moves, settled = work.Moves(), clock.now() + work.SETTLED_AFTER + timedelta(seconds=1)
    found = [samples([moves.metric(settled)])]

    match.refresh_from_db()
    just_now = clock.now()
    play_default(match)
    found.append(samples([moves.metric(just_now)]))
    settled = clock.now() + work.SETTLED_AFTER + timedelta(seconds=1)
    found += [samples([moves.metric(settled)]) for _ in range(2)]

    one = {("domego_moves_total", match.game, AuthorKind.PLAYER.value): 1}
    assert found == [{}, {}, one, one]


@pytest.mark.django_db
@pytest.mark.usefixtures("no_broker")
def test_what_waits_is_told_from_the_database():
    now = clock.now()
    figures.note_sweep(now - timedelta(seconds=7))
    figures.note_backup(now - timedelta(hours=7))
    match = match_of(person(), person(), scenario="pair", pace_of_match=Pace(mode="live"))
    match.decisions.update(due_at=now - timedelta(seconds=1))
    for kind, state, minutes in [("debrief", "pending", 5), ("debrief", "running", 9), ("analysis", "failed", 60)]:
        asked = now - timedelta(minutes=minutes)
        Job.objects.create(kind=kind, subject=f"{minutes}", state=state, created_at=asked)

    found = samples(metric for metric in work.Work().collect())

    pending = match.decisions.filter(closed_at__isnull=True, optional=False).count()
    assert found["domego_decisions_open",] == found["domego_decisions_overdue",] == pending > 0
    assert found["domego_jobs", "debrief", "pending"] == found["domego_jobs", "analysis", "failed"] == 1
    assert 540 <= found["domego_job_oldest_seconds", "debrief"] < 600
    assert ("domego_job_oldest_seconds", "analysis") not in found
    assert 7 <= found["domego_sweep_lag_seconds",] < 60
    assert 7 * 3600 <= found["domego_backup_age_seconds",] < 8 * 3600
    assert found["domego_database_up",] == 1

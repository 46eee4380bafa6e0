"""The real site under its supervisor, in a var/ of its own."""

import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import kombu.exceptions
import pytest
import redis.exceptions
from celery import Celery

from domego_site import health, paths
from tests.prepared import copy_database
from tests.site import serving

PATIENCE = 240.0  # replacing all processes twice takes half a minute alone, and minutes beside other tests
pytestmark = pytest.mark.xdist_group("supervisor")


def wait_for(condition, what):
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if met := condition():
            return met
        time.sleep(0.1)
    raise AssertionError(f"after {PATIENCE:.0f} s: not {what}")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Site:
    def __init__(self, var: Path) -> None:
        self.var = var
        self.broker = var / "broker"
        self.port = free_port()
        self.environment = {
            "PATH": os.environ["PATH"],
            "VAR_DIR": str(var),
            "PORT": str(self.port),
            "LIVE_PORT": str(free_port()),
            "SECRET_KEY": "tests-0123456789-abcdefghijklmnop",
            "DJANGO_SETTINGS_MODULE": "tests.site.supervised_settings",
        }
        var.mkdir(parents=True)
        self.output = var / "output"
        copy_database(var)
        self.start()

    def start(self) -> None:
        with self.output.open("w") as output:
            self.supervisor = subprocess.Popen(
                [sys.executable, "manage.py", "run"],
                cwd=paths.BASE_DIR,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def manage(self, *arguments, **environment):
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=paths.BASE_DIR,
            env=self.environment | environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def said(self, text):
        return text in self.output.read_text()

    def processes(self, *words):
        """The processes of this site, under any parent. They have its var/ in their environment. The broker overwrites
        its environment and is found by its working directory.
        """
        mark = f"VAR_DIR={self.var}\0".encode()
        found = {}
        for directory in Path("/proc").glob("[0-9]*"):
            try:
                command = (directory / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                command += f"called {(directory / 'comm').read_text()}"
                ours = mark in (directory / "environ").read_bytes() or (directory / "cwd").readlink() == self.broker
                if ours and all(word in command for word in words):
                    found[int(directory.name)] = command
            except OSError:
                continue
        return found

    def main_process(self, *words):
        return min(self.processes(*words), default=None)

    def health(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status
        except OSError:
            return None
        finally:
            connection.close()

    def lives(self, name):
        """The output of the health check of one process."""
        command = [sys.executable, "-m", "domego_site.health", name]
        return subprocess.run(command, cwd=paths.BASE_DIR, env=self.environment, capture_output=True, text=True).stdout

    def send(self, task, queue="play"):
        with Celery(
            broker=f"redis+socket://{paths.broker_socket(self.var)}?virtual_host=0", set_as_current=False
        ) as app:
            app.send_task(task, queue=queue)

    def is_at_work(self):
        """Does the worker of turns answer over the broker, and does all else live?"""
        broker = f"redis+socket://{paths.broker_socket(self.var)}?virtual_host=0"
        try:
            with Celery(broker=broker, set_as_current=False) as asks:
                answers = " ".join(name for answer in asks.control.ping(timeout=1) for name in answer)
        except (kombu.exceptions.OperationalError, redis.exceptions.ConnectionError):
            return False
        return "play-" in answers and all(self.lives(name) == f"{name} lives.\n" for name in health.NAMES)

    def end(self):
        for process in self.processes():
            os.kill(process, signal.SIGKILL)
        self.supervisor.wait(PATIENCE)
        broker = paths.broker_socket(self.var)
        if self.var not in broker.parents:
            shutil.rmtree(broker.parent)


@pytest.fixture
def site_in():
    sites = []

    def start(var):
        site = Site(var)
        sites.append(site)
        wait_for(lambda: site.said("The site is ready"), "ready")
        return site

    yield start
    for site in sites:
        site.end()


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """A running site, for tests that leave it running after faults of its processes."""
    site = Site(tmp_path_factory.mktemp("running") / "var")
    try:
        wait_for(lambda: site.said("The site is ready"), "ready")
        wait_for(site.is_at_work, "at work")  # workers start after the page
        yield site
    finally:
        site.end()


def began(process):
    """The start time of a process, in clock ticks."""
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[19])


@pytest.mark.parametrize("name", ["var", "a long name with spaces " * 6], ids=["asked", "killed"])
def test_one_command_serves_pages_and_leaves_nothing_behind(site_in, tmp_path, name):
    """It is stopped or killed. The socket of a broker with a long path is not in its directory."""
    site = site_in(tmp_path / name.strip())

    assert site.health() == 200
    assert wait_for(site.is_at_work, "at work")
    assert max(map(began, site.processes("called web"))) < min(map(began, site.processes("called play")))
    wait_for(lambda: len(site.processes()) == 6, "at rest")
    if name == "var":
        with socket.create_connection(("127.0.0.1", site.port)) as page_left_open:
            page_left_open.sendall(b"GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert page_left_open.recv(1) == b"H"
            site.send("tests.slow")
            wait_for((site.var / "begun").exists, "at a task")
            site.supervisor.send_signal(signal.SIGTERM)
            assert site.supervisor.wait(30) == 0
        assert (site.var / "finished").exists()
        assert not site.said("did not stop in time")
        assert site.processes() == {}
    else:
        site.supervisor.kill()
        assert site.supervisor.wait(PATIENCE) == -signal.SIGKILL
        wait_for(lambda: site.processes() == {}, "gone")
    assert site.lives("web").startswith("web does not answer on port")


def test_a_site_whose_supervisor_was_killed_starts_again_at_once(site_in, tmp_path):
    """It uses the same port, although the old web server does not end by itself."""
    site = site_in(tmp_path / "var")
    wait_for(site.is_at_work, "at work")
    left = set(site.processes())
    web = site.main_process("small_site")
    os.kill(web, signal.SIGSTOP)  # it neither ends nor answers

    site.supervisor.kill()
    site.supervisor.wait(PATIENCE)
    site.start()

    wait_for(lambda: site.said("The site is ready") or site.supervisor.poll() is not None, "started")
    assert site.said("Waiting for processes of a supervisor that was killed ...")
    assert site.said(f"Process {web} did not stop in time and is ended.")
    assert site.health() == 200
    assert left & set(site.processes()) == set()


def test_the_same_site_is_not_started_twice(running):
    second = running.manage("run", PORT=str(free_port()))

    assert second.returncode == 1
    assert second.stdout.splitlines()[-1] == f"The site of {running.var} is running already."
    assert running.health() == 200


@pytest.mark.parametrize("roles", [("called web", "called play"), ("small_site", "unixsocket")], ids=["parts", "all"])
def test_each_process_that_dies_is_started_again(running, roles):
    before = {role: running.main_process(role) for role in roles}
    for process in before.values():
        os.kill(process, signal.SIGKILL)

    wait_for(lambda: running.health() == 200, "healthy again")
    wait_for(running.is_at_work, "at work again")
    after = {role: running.main_process(role) for role in roles}
    assert [role for role in roles if after[role] in {None, before[role]}] == []
    assert set(before.values()) & set(running.processes()) == set()


def test_a_worker_of_a_slow_queue_is_there_for_its_work_and_lost_work_is_done_again(running):
    (running.var / "begun").unlink(missing_ok=True)
    wait_for(lambda: not running.processes("called heavy"), "at rest")  # after the first jobs of the site

    running.send("tests.slow", queue="heavy")
    wait_for((running.var / "begun").exists, "at a task")
    heavy = running.main_process("called heavy")
    assert os.getpriority(os.PRIO_PROCESS, heavy) - os.getpriority(os.PRIO_PROCESS, running.supervisor.pid) == 5
    wait_for((running.var / "finished").exists, "done")
    for name in ("begun", "finished"):
        (running.var / name).unlink()

    os.kill(heavy, signal.SIGKILL)
    wait_for(lambda: not running.processes("called heavy"), "gone")  # else the broker may hand it the message
    running.send("tests.slow", queue="heavy")
    wait_for((running.var / "finished").exists, "done by another worker")
    wait_for(lambda: not running.processes("called heavy"), "at rest")
    assert running.lives("heavy") == "heavy lives.\n"


def test_no_request_fails_while_all_processes_are_replaced_twice(running):
    site = running
    before = set(site.processes("small_site"))
    broker = site.main_process("unixsocket")
    visitors = [serving.Visitor(site.port) for _ in range(4)]
    for visitor in visitors:
        visitor.start()

    site.supervisor.send_signal(signal.SIGHUP)
    wait_for(lambda: site.said("All processes are replaced."), "replaced")
    assert site.manage("restart").stdout == "The running site replaces its processes now.\n"
    wait_for(lambda: site.output.read_text().count("All processes are replaced.") == 2, "replaced again")
    wait_for(lambda: not before & set(site.processes()), "rid of the old ones")

    for visitor in visitors:
        visitor.is_leaving = True
        visitor.join(PATIENCE)
    answers = [answer for visitor in visitors for answer in visitor.answers]
    assert {*answers} == {200, 403}  # a form without its token is refused by the site itself
    assert wait_for(site.is_at_work, "at work")
    assert site.main_process("unixsocket") == broker


def test_a_site_whose_new_code_does_not_start_goes_on_with_the_old(running):
    site = running
    before = site.main_process("small_site")
    (site.var / "broken").touch()

    site.supervisor.send_signal(signal.SIGHUP)

    wait_for(lambda: site.said("The new web server did not start: everything goes on as it was."), "told")
    (site.var / "broken").unlink()
    assert site.health() == 200
    assert site.main_process("small_site") == before


def test_nothing_is_restarted_where_nothing_runs(tmp_path):
    environment = {
        "PATH": os.environ["PATH"],
        "VAR_DIR": str(tmp_path),
        "SECRET_KEY": "tests-0123456789-abcdefghijklmnop",
    }
    command = [sys.executable, "manage.py", "restart"]

    done = subprocess.run(command, cwd=paths.BASE_DIR, env=environment, capture_output=True, text=True, check=False)

    assert done.stderr == "CommandError: The site is not running here. To start it: python manage.py run\n"


def test_a_closed_terminal_does_not_keep_the_supervisor_from_its_work():
    reader, writer = os.pipe()
    os.close(reader)
    command = "from domego_site.supervisor import say; say('Stopping ...'); say('again'); raise SystemExit(3)"

    done = subprocess.run([sys.executable, "-c", command], cwd=paths.BASE_DIR, stdout=writer, check=False)

    os.close(writer)
    assert done.returncode == 3

"""Leftover processes of a killed supervisor are ended, and no other processes. Neither prevents a start."""

import os
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import pytest

from domego_site import leftovers, paths

LEADER = (
    "import subprocess, time; print(subprocess.Popen(['sleep', '60'], close_fds=False).pid, flush=True); time.sleep(60)"
)
SUPERVISOR = """
import subprocess
from domego_site import leftovers

quiet = {{"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}}
child = subprocess.Popen({command}, pass_fds=[leftovers.held()], start_new_session=True, **quiet)
print(child.pid, flush=True)
"""
WAITING = "Waiting for processes of a supervisor that was killed ..."
OTHERS = 1
NOBODY = 65534


@pytest.fixture
def var(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "VAR_DIR", tmp_path)
    monkeypatch.setattr(leftovers, "PATIENCE", 0.3)
    monkeypatch.setattr(leftovers, "ENDING_SECONDS", 0.3)
    return tmp_path


@pytest.fixture
def started(var):
    """A function that starts a process in a group of its own with the file of children, or without."""
    groups = []

    def start(*command, with_file=True, **more):
        descriptor = leftovers.held.__wrapped__()
        inherits = [descriptor] if with_file else []
        process = subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True, pass_fds=inherits, **more)
        os.close(descriptor)
        groups.append(process)
        return process

    yield start
    for process in groups:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()


def lives(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def ended():
    said = []
    leftovers.end(said.append)
    return said


def test_where_nothing_is_left_nothing_is_said(var):
    assert ended() == ended() == []


def test_what_a_killed_supervisor_left_is_ended(var):
    """The supervisor is a process of its own, which is dead by now."""
    program = SUPERVISOR.format(command=["sleep", "60"])
    environment = {**os.environ, "VAR_DIR": str(var)}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=paths.BASE_DIR, env=environment, capture_output=True, text=True, check=True
    )
    child = int(done.stdout)
    assert lives(child)

    assert ended() == [WAITING, f"Process {child} did not stop in time and is ended."]

    assert not lives(child)
    assert ended() == []


def test_a_child_of_a_child_is_ended_too(started):
    leader = started(sys.executable, "-c", LEADER)
    rest = int(leader.stdout.readline())
    leader.kill()
    leader.wait()

    assert ended() == [WAITING, f"Process {leader.pid} did not stop in time and is ended."]
    assert not lives(rest)


def test_a_process_that_ends_by_itself_is_waited_for(started, monkeypatch):
    monkeypatch.setattr(leftovers, "PATIENCE", 30)
    started("sleep", "0.5")

    assert ended() == [WAITING]


def test_a_process_without_the_file_lives_on(started):
    other = started("sleep", "60", with_file=False)

    assert (ended(), lives(other.pid)) == ([], True)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root starts a process of another account")
def test_a_process_of_another_account_hinders_nothing(var, started, monkeypatch):
    with tempfile.TemporaryDirectory() as open_to_all:
        monkeypatch.setattr(paths, "VAR_DIR", Path(open_to_all))
        Path(open_to_all).chmod(0o777)
        child = started("sleep", "60", user=OTHERS)
        (Path(open_to_all) / leftovers.FILE).chmod(0o666)

        os.seteuid(NOBODY)
        try:
            said = ended()
        finally:
            os.seteuid(0)

    assert (said, lives(child.pid)) == ([WAITING], True)

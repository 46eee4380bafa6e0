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

NAMELESS = "import sys, time; open('/proc/self/comm', 'wb').write(b'\\xff\\xfe'); print(flush=True); time.sleep(60)"
LEADER = "import subprocess, time; print(subprocess.Popen(['sleep', '60']).pid, flush=True); time.sleep(60)"
OTHERS = 1
NOBODY = 65534


@pytest.fixture
def var(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "VAR_DIR", tmp_path)
    monkeypatch.setattr(leftovers, "PATIENCE", 0.3)
    monkeypatch.setattr(leftovers, "ENDING_SECONDS", 0.3)
    return tmp_path


@pytest.fixture
def started():
    """A function that starts a process in a group of its own, as the supervisor does."""
    groups = []

    def start(*command, **more):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True, **more)
        groups.append(process)
        return process

    yield start
    for process in groups:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()


def marked(var):
    return {**os.environ, leftovers.MARK: str(var)}


def lives(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def left_alone(started, var, **more):
    """A process group with a dead leader that was noted. Returns the ids of the leader and of the other process."""
    leader = started(sys.executable, "-c", LEADER, **more)
    rest = int(leader.stdout.readline())
    leftovers.note(leader.pid)
    leader.kill()
    leader.wait()
    return leader.pid, rest


def ended():
    said = []
    leftovers.end(said.append)
    return said


def test_what_is_left_of_a_child_is_ended(var, started):
    child = started("sleep", "60", env=marked(var))
    leftovers.note(child.pid)
    leader, rest = left_alone(started, var, env=marked(var))

    said = ended()

    assert (lives(child.pid), lives(rest)) == (False, False)
    words = [f"Process {pid} did not stop in time and is ended." for pid in (child.pid, leader)]
    assert sorted(said[1:]) == sorted(words)
    assert not (var / leftovers.FILE).exists()


@pytest.mark.parametrize("mark", ["", "/another/var"])
def test_a_group_without_its_leader_that_was_not_started_for_this_site_lives_on(var, started, mark):
    _leader, rest = left_alone(started, var, env={**os.environ, leftovers.MARK: mark})

    assert (ended(), lives(rest)) == ([], True)


def test_a_record_from_before_the_machine_started_names_nobody(var, started):
    child = started("sleep", "60", env=marked(var))
    leftovers.note(child.pid)
    record = var / leftovers.FILE
    group, began, _boot = record.read_text().split()

    for text in (f"{group} {began} another-boot\n", f"{group} {began}\n"):
        record.write_text(text)
        assert (ended(), lives(child.pid)) == ([], True)


def test_a_number_that_went_to_another_program_is_left_alone(var, started):
    child = started("sleep", "60", env=marked(var))
    leftovers.note(child.pid)
    group, began, boot = (var / leftovers.FILE).read_text().split()
    (var / leftovers.FILE).write_text(f"{group} {int(began) - 1} {boot}\n")

    assert (ended(), lives(child.pid)) == ([], True)


def test_a_name_or_a_record_that_is_no_text_hinders_nothing(var, started):
    odd = started(sys.executable, "-c", NAMELESS)
    odd.stdout.readline()
    child = started("sleep", "60", env=marked(var))
    leftovers.note(child.pid)
    with (var / leftovers.FILE).open("ab") as record:
        record.write(b"\xff\xfe 12\n")

    said = ended()

    assert (lives(odd.pid), lives(child.pid), len(said)) == (True, False, 2)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root starts a process of another account")
def test_a_process_of_another_account_hinders_nothing(var, started, monkeypatch):
    with tempfile.TemporaryDirectory() as open_to_all:
        monkeypatch.setattr(paths, "VAR_DIR", Path(open_to_all))
        Path(open_to_all).chmod(0o777)
        child = started("sleep", "60", user=OTHERS)
        leftovers.note(child.pid)
        (Path(open_to_all) / leftovers.FILE).chmod(0o644)

        os.seteuid(NOBODY)
        try:
            said = ended()
        finally:
            os.seteuid(0)

    assert (said, lives(child.pid)) == (["Waiting for processes of a supervisor that was killed ..."], True)

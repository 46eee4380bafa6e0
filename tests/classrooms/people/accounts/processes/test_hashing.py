"""At most two passwords are hashed at a time, counted over all processes of the site."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Event, Thread

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher, check_password, get_hasher, make_password

from classrooms.people.accounts import hashing
from classrooms.people.accounts.hashing import Busy, Gate
from domego_site import paths
from domego_site.settings import PASSWORD_HASHERS

HASHES = """
import sys, time, json
from pathlib import Path
from threading import Thread
from classrooms.people.accounts.hashing import Gate
gate, spans = Gate(Path(sys.argv[1]), room=8, patience=30.0), []
print("ready", flush=True)
sys.stdin.readline()
def one():
    with gate.passed():
        began = time.monotonic()
        time.sleep(0.02)
        spans.append((began, time.monotonic()))
threads = [Thread(target=one) for _each in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(json.dumps(spans))
"""
HOLDS = """
import sys, time
from pathlib import Path
from classrooms.people.accounts.hashing import Gate
gate = Gate(Path(sys.argv[1]), at_once=1)
with gate.passed():
    print("inside", flush=True)
    time.sleep(600)
"""


def process(program: str, directory: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", program, str(directory)],
        cwd=paths.BASE_DIR,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "domego_site.settings_test"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def most_at_once(spans: list[tuple[float, float]]) -> int:
    return max(sum(began <= moment < ended for began, ended in spans) for moment, _ended in spans)


def test_two_hash_at_a_time_in_all_processes_together(tmp_path):
    running = [process(HASHES, tmp_path) for _each in range(2)]
    assert [each.stdout.readline() for each in running] == ["ready\n", "ready\n"]

    for each in running:
        each.stdin.write("go\n")
        each.stdin.flush()
    spans = [tuple(span) for each in running for span in json.loads(each.communicate()[0])]

    assert (len(spans), most_at_once(spans)) == (16, 2)


def test_a_process_that_is_killed_frees_its_place(tmp_path):
    holder = process(HOLDS, tmp_path)
    assert holder.stdout.readline() == "inside\n"
    gate = Gate(tmp_path, at_once=1, patience=0.0)
    with pytest.raises(Busy), gate.passed():
        pass

    holder.send_signal(signal.SIGKILL)
    holder.communicate()

    with gate.passed():
        pass


def test_who_finds_no_room_in_the_process_is_told_at_once_and_given_turns_one_after_the_other(tmp_path):
    gate = Gate(tmp_path, at_once=1, room=2, patience=60.0)
    leave = Event()

    def stay():
        with gate.passed():
            leave.wait()

    staying = [Thread(target=stay) for _each in range(2)]
    for thread in staying:
        thread.start()
    while gate._inside < 2:
        time.sleep(0.001)

    told = []
    for _each in range(60):
        with pytest.raises(Busy) as refused, gate.passed():
            pass
        told.append(refused.value.params["seconds"])
    leave.set()
    for thread in staying:
        thread.join()

    assert (told[0], 4 < max(told) <= 8) == (1, True)
    with gate.passed():
        pass


def test_without_files_that_lock_the_room_of_the_process_still_holds(tmp_path):
    gate = Gate(tmp_path / "nowhere", room=1)

    with gate.passed(), pytest.raises(Busy):
        gate.check()


def test_every_hash_of_the_site_passes_the_gate(tmp_path, settings, monkeypatch):
    settings.PASSWORD_HASHERS = PASSWORD_HASHERS
    monkeypatch.setattr(PBKDF2PasswordHasher, "iterations", 2)
    known = make_password("a drawing office")
    gate = Gate(tmp_path, room=1)
    monkeypatch.setattr(hashing, "gate", gate)

    for hashes in (
        lambda: make_password("a drawing office"),
        lambda: check_password("a drawing office", known),
        lambda: check_password("a drawing office", "!of nobody"),
        lambda: get_hasher().harden_runtime("a drawing office", known.replace("$2$", "$1$")),
    ):
        with gate.passed(), pytest.raises(Busy):
            hashes()


def test_the_site_hashes_at_django_s_own_strength_and_in_no_other_way():
    assert PASSWORD_HASHERS == ["classrooms.people.accounts.hashing.GatedHasher"]
    assert hashing.GatedHasher.iterations == PBKDF2PasswordHasher.iterations >= 1_000_000

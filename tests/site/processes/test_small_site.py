"""The workers of the small install, forked from the process that has loaded the site."""

import os
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

from domego_site import paths, processes
from domego_site.celery import EndAtRest

PROGRAM = """
import os, signal, sys, time
from pathlib import Path
from domego_site import small_site
signal.signal(signal.SIGTERM, lambda *_: None)  # as gunicorn has it
{work}
hand = small_site.Hand("tried", work)
{program}
"""


def run(work, program):
    environment = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "domego_site.settings",
        "SECRET_KEY": "tests-0123456789-abcdefghijklmnop",
    }
    command = [sys.executable, "-c", PROGRAM.format(work=work, program=program)]
    return subprocess.run(command, cwd=paths.BASE_DIR, env=environment, capture_output=True, text=True, timeout=60)


def test_a_worker_has_its_name_and_its_own_signals_and_is_started_while_it_is_needed():
    work = """
def work():
    os.write(1, Path("/proc/self/comm").read_bytes())
    os.write(1, signal.getsignal(signal.SIGTERM).name.encode())
"""
    program = """
hand.look(needed=False)
assert not hand.is_alive()
hand.look(needed=True)
while hand.is_alive():
    time.sleep(0.01)
"""
    done = run(work, program)

    assert (done.stdout, done.stderr, done.returncode) == ("tried\nSIG_DFL", "", 0)


def test_a_worker_that_fails_again_and_again_waits_longer_each_time():
    work = """
def work():
    os.write(1, b"x")
    raise SystemExit(3)
"""
    program = """
until = time.monotonic() + 2.5
while time.monotonic() < until:
    hand.look(needed=True)
    time.sleep(0.01)
"""
    done = run(work, program)

    assert done.stdout == "xxx"  # at once, at once, after a second; the fourth one waits for two
    assert "The worker tried ended with code 3; it may start again in 2 s." in done.stderr


def test_a_worker_ends_with_its_parent():
    work = """
def work():
    time.sleep(60)
"""
    program = """
hand.look(needed=True)
print(hand._pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    done = run(work, program)
    assert done.returncode == -signal.SIGKILL

    until = time.monotonic() + 10
    while time.monotonic() < until:
        try:
            os.kill(int(done.stdout), 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("it lives")


@pytest.fixture
def celery_state():
    from celery.worker import state

    before = state.all_total_count[0]
    yield state
    state.all_total_count[0], state.should_stop = before, None
    state.reserved_requests.clear()


def test_a_worker_without_tasks_ends_and_one_with_a_task_does_not(celery_state, monkeypatch):
    clock = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    looks = []
    step = EndAtRest(SimpleNamespace(), end_at_rest=processes.REST_SECONDS)
    step.start(SimpleNamespace(timer=SimpleNamespace(call_repeatedly=lambda _seconds, look: looks.append(look))))
    (look,) = looks

    task = type("Task", (), {})()
    celery_state.reserved_requests.add(task)
    clock[0] += 100
    look()
    assert celery_state.should_stop is None
    celery_state.reserved_requests.discard(task)
    celery_state.all_total_count[0] += 1
    clock[0] += 29
    look()
    assert celery_state.should_stop is None
    clock[0] += 29
    look()
    assert celery_state.should_stop is None
    clock[0] += 2
    look()
    assert celery_state.should_stop == os.EX_OK


def test_only_slow_queues_have_workers_that_end():
    assert [processes.resting_worker(queue)[-2:] for queue in processes.SLOW_QUEUES] == [
        ["--end-at-rest", str(processes.REST_SECONDS)]
    ] * 3
    assert "--end-at-rest" not in processes.worker("heavy")
    assert "--beat-thread" in processes.play_in_threads()

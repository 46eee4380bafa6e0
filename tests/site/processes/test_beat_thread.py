"""Beat in a thread of its worker."""

import threading
import time
from itertools import count

from celery import Celery

from domego_site import heartbeats
from domego_site.beat_thread import BeatThread

_numbers = count()


def beat_of(task, schedule=0.05):
    name = f"tried.{next(_numbers)}"  # all apps of a process share the names of tasks
    app = Celery("tried", set_as_current=False)
    app.conf.beat_schedule = {"it": {"task": name, "schedule": schedule}}
    app.task(name=name)(task)
    return BeatThread(app)


def wait_for(condition):
    until = time.monotonic() + 20
    while not (met := condition()) and time.monotonic() < until:
        time.sleep(0.01)
    assert met


def test_tasks_are_done_again_and_again_also_after_a_failure(monkeypatch, tmp_path, caplog):
    monkeypatch.setattr(heartbeats.paths, "VAR_DIR", tmp_path)
    done = []

    def task():
        done.append(threading.current_thread())
        raise ValueError("failed once more")

    beat = beat_of(task)
    beat.start()
    wait_for(lambda: len(done) >= 3)
    assert beat.is_alive()
    beat.stop()
    beat.join(20)

    number = len(done)
    time.sleep(0.2)
    assert len(done) == number
    assert beat not in done
    assert heartbeats.last(heartbeats.BEAT) is not None


def test_a_slow_run_does_not_hold_up_the_next_one_and_not_more_than_two_run(monkeypatch, tmp_path):
    monkeypatch.setattr(heartbeats.paths, "VAR_DIR", tmp_path)
    go_on, begun = threading.Event(), []

    def task():
        begun.append(1)
        go_on.wait(20)

    beat = beat_of(task)
    beat.start()
    wait_for(lambda: len(begun) == 2)
    time.sleep(0.3)
    assert len(begun) == 2
    go_on.set()
    wait_for(lambda: len(begun) > 2)
    beat.stop()

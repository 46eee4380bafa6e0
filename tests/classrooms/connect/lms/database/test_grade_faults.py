"""Sending of marks under faults: each published mark arrives once, in its last state, wherever a process stops."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest

from classrooms.connect.lms import jobs
from classrooms.connect.lms.services import sending
from classrooms.models import LmsScore
from games.models import Job
from games.platform import clock
from tests.classrooms.connect.lms.marks import SECOND, open_column, published, send, shown, states

QUESTIONS = 11
"""The requests to a platform for two first marks: three for access, two for the column. Each mark needs a read, a write
and another read.
"""


class Killed(BaseException):
    """An exception that no code of the site catches, as if the process were killed."""


@contextmanager
def killed_at(platform, number: int, *, after: bool) -> Iterator[list[int]]:
    """Kill the worker while it waits for the answer to request `number`, before or `after` the platform handled it.
    Yields a list with the number of requests so far.
    """
    worker, answer, asked = threading.get_ident(), platform.answer, [0]

    def kill(*_args):
        raise Killed

    def answered(*args):
        asked[0] += 1
        if asked[0] != number:
            return answer(*args)
        given = answer(*args) if after else (500, {}, {})
        signal.pthread_kill(worker, signal.SIGUSR1)
        time.sleep(0.1)  # the worker is gone before anything comes back
        return given

    before = signal.signal(signal.SIGUSR1, kill)
    platform.answer = answered
    try:
        yield asked
    finally:
        platform.answer = answer
        signal.signal(signal.SIGUSR1, before)


@pytest.mark.parametrize("after", [False, True], ids=["before it was done", "after it was done"])
@pytest.mark.parametrize("number", range(1, QUESTIONS + 1))
def test_a_worker_that_is_killed_at_any_question_sends_each_mark_once(here, platform, graded, number, after):
    open_column(here, graded)
    item = published(here, graded, {"student-1": 7500, "student-2": 6000})

    with killed_at(platform, number, after=after), pytest.raises(Killed):
        send(item)
    item.refresh_from_db()
    send(item, later=SECOND * 10)

    assert shown(platform) == {"student-1": 15.0, "student-2": 12.0}
    sent = sorted((row["userId"], row["scoreGiven"]) for row in platform.sent)
    assert sent == [("student-1", 15.0), ("student-2", 12.0)]
    assert states(item) == {"student-1": "sent", "student-2": "sent"}
    assert [row["label"] for row in platform.items.values()] == ["Tuesday workshop"]


def test_two_marks_ask_as_many_questions_as_are_cut_above(here, platform, graded):
    open_column(here, graded)
    item = published(here, graded, {"student-1": 7500, "student-2": 6000})

    with killed_at(platform, 0, after=False) as asked:
        send(item)

    assert asked == [QUESTIONS]


def test_what_somebody_changed_while_the_worker_was_gone_is_a_conflict_and_stays(here, platform, graded):
    open_column(here, graded)
    item = published(here, graded, {"student-1": 7500})
    writes = QUESTIONS - 4
    with killed_at(platform, writes, after=True), pytest.raises(Killed):
        send(item)
    assert shown(platform) == {"student-1": 15.0}
    platform.change("1", "student-1", 18.0)
    item.refresh_from_db()

    send(item, later=SECOND * 10)

    row = LmsScore.objects.get(person__subject="student-1")
    assert (row.state, row.found, shown(platform)) == ("conflict", "18", {"student-1": 18.0})
    assert len(platform.sent) == 1


def test_a_mark_published_anew_while_the_first_one_was_lost_arrives_in_its_last_state(here, platform, graded):
    open_column(here, graded)
    item = published(here, graded, {"student-1": 7500})
    with killed_at(platform, QUESTIONS - 4, after=True), pytest.raises(Killed):
        send(item)
    published(here, graded, {"student-1": 8000})
    item.refresh_from_db()
    with killed_at(platform, 2, after=False), pytest.raises(Killed):
        send(item, later=SECOND * 10)
    published(here, graded, {"student-1": 8500})

    send(item, later=SECOND * 20)

    assert (shown(platform), states(item)["student-1"]) == ({"student-1": 17.0}, "sent")
    assert [row["scoreGiven"] for row in platform.sent] == [15.0, 17.0]


def test_an_hour_without_the_platform_by_the_minute(here, platform, graded):
    open_column(here, graded)
    item = published(here, graded, {"student-1": 7500, "student-2": 6000})
    begins = clock.now() + SECOND
    platform.wrong["/"] = [(503, {}, {})] * 1000

    for minute in range(60):
        if minute in (20, 40):
            published(here, graded, {"student-1": 7500 + 25 * minute})
        sending.scores_send(item_id=item.pk, now=begins + timedelta(minutes=minute))
    asked = len(platform.asked)
    assert (platform.sent, states(item)) == ([], {"student-1": "waiting", "student-2": "waiting"})
    platform.wrong.clear()
    for minute in range(60, 60 + 4 * 60):
        sending.scores_send(item_id=item.pk, now=begins + timedelta(minutes=minute))

    assert asked < 20
    assert [(row["userId"], row["scoreGiven"]) for row in platform.sent] == [("student-1", 17.0), ("student-2", 12.0)]
    assert (shown(platform), states(item)) == (
        {"student-1": 17.0, "student-2": 12.0},
        {"student-1": "sent", "student-2": "sent"},
    )


def test_a_sweep_finds_the_marks_of_a_worker_that_is_gone(here, platform, graded):
    open_column(here, graded)
    item = published(here, graded, {"student-1": 7500})
    with killed_at(platform, QUESTIONS - 4, after=True), pytest.raises(Killed):
        send(item)

    jobs.remember(clock.now() + SECOND * 10)

    assert [(job.kind, job.subject) for job in Job.objects.filter(kind="lms-scores")] == [("lms-scores", str(item.pk))]

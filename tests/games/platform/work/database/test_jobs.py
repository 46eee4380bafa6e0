"""Jobs: work that a commit causes and that a worker does later."""

import sys
import time
from datetime import timedelta

import pytest
from django.db.models import F
from django.db.utils import OperationalError

from games.models import Job
from games.platform import clock, hooks
from games.platform.work import jobs, outbox
from games.platform.work.jobs import LOST, do_job, job_progress
from games.platform.work.sweep import lost_jobs, sweep
from tests.games.factories import match_of, played_by_bots

pytestmark = pytest.mark.django_db


@pytest.fixture
def handled():
    """Jobs of kind "papers" are appended here; those of "faulty" fail."""
    done = []

    def fail(job):
        job_progress(job, 40)
        raise RuntimeError("no paper\0 left")

    kinds = dict(hooks.JOBS)
    hooks.JOBS["papers"] = hooks.Work(lambda job: done.append(job.pk), at_end=True)
    hooks.JOBS["faulty"] = hooks.Work(fail)
    yield done
    hooks.JOBS.clear()
    hooks.JOBS.update(kinds)


def job_of(kind):
    return outbox.job_request(kind=kind, match=match_of(scenario="pair"), now=clock.now())


def tried(job):
    job.refresh_from_db()
    return job.state, job.attempts


def test_the_end_of_a_match_writes_its_jobs_once(handled):
    match = played_by_bots(match_of(scenario="pair"))

    assert list(match.jobs.filter(kind="papers").values_list("state", "attempts")) == [("pending", 0)]
    outbox.jobs_at_end(match, clock.now())
    assert match.jobs.filter(kind="papers").count() == 1


def test_a_job_is_done_once(handled):
    job = job_of("papers")

    assert [do_job(job.pk), do_job(job.pk)] == [True, False]
    assert handled == [job.pk]
    job.refresh_from_db()
    assert (job.state, job.progress, job.attempts, job.lease_until) == (Job.State.DONE, 100, 1, None)


def test_a_job_in_work_is_left_to_its_worker(handled):
    job = job_of("papers")
    Job.objects.update(state=Job.State.RUNNING, attempts=1, lease_until=clock.now() + timedelta(minutes=1))

    assert do_job(job.pk) is False
    assert handled == []


def test_a_job_whose_worker_died_is_done_by_another(handled):
    job = job_of("papers")
    Job.objects.update(state=Job.State.RUNNING, attempts=1, lease_until=clock.now() - timedelta(minutes=1))

    assert do_job(job.pk) is True
    assert tried(job) == (Job.State.DONE, 2)


def test_a_lease_from_before_the_clock_was_set_back_holds_nobody_up(handled):
    job = job_of("papers")
    Job.objects.update(state=Job.State.RUNNING, attempts=1, lease_until=clock.now() + timedelta(hours=1))

    assert do_job(job.pk) is True
    assert tried(job) == (Job.State.DONE, 2)


def test_a_job_whose_worker_died_can_be_taken_up_as_soon_as_the_sweep_sends_it(handled):
    job = job_of("papers")
    gone = clock.now() - timedelta(minutes=1)
    Job.objects.update(state=Job.State.RUNNING, attempts=1, lease_until=gone)

    assert ("heavy.do_job", job.pk) in sweep()
    assert do_job(job.pk) is True
    assert tried(job) == (Job.State.DONE, 2)


def test_a_job_whose_worker_dies_in_mid_work_is_taken_up_within_a_minute(handled):
    job = job_of("deadly")
    hooks.JOBS["deadly"] = hooks.Work(lambda job: sys.exit())

    with pytest.raises(SystemExit):
        do_job(job.pk)

    assert tried(job) == (Job.State.RUNNING, 1)
    assert job not in lost_jobs(clock.now())
    assert job in lost_jobs(clock.now() + timedelta(minutes=1))


@pytest.mark.django_db(transaction=True)
def test_a_job_that_takes_long_keeps_its_lease_as_long_as_its_worker_lives(handled, monkeypatch):
    monkeypatch.setattr(jobs, "RENEW_SECONDS", 0.02)
    job, renewed = job_of("long"), []

    def work(running):
        nearly_over = clock.now() + timedelta(seconds=1)
        Job.objects.update(lease_until=nearly_over)
        until = time.monotonic() + 20
        while not renewed and time.monotonic() < until:
            renewed.extend(Job.objects.filter(lease_until__gt=nearly_over + timedelta(seconds=20)))
            time.sleep(0.02)

    hooks.JOBS["long"] = hooks.Work(work)

    assert do_job(job.pk) is True
    assert renewed == [job]
    job.refresh_from_db()
    assert (job.state, job.attempts, job.lease_until) == (Job.State.DONE, 1, None)


def test_a_job_that_kills_its_workers_is_given_up(handled):
    job = job_of("papers")
    Job.objects.update(state=Job.State.RUNNING, attempts=10, losses=9, lease_until=clock.now() - timedelta(minutes=1))

    assert do_job(job.pk) is False
    assert tried(job) == (Job.State.FAILED, 10)
    assert (job.error, handled) == (LOST, [])


def test_a_bad_hour_of_workers_and_database_is_no_fault_of_the_job(handled, caplog):
    job, tries = job_of("papers"), []

    def work(running):
        tries.append(running.attempts)
        if len(tries) < 5:
            raise OperationalError("server closed the connection unexpectedly")

    hooks.JOBS["papers"] = hooks.Work(work)
    while not do_job(job.pk):  # and the next worker dies in mid-work
        Job.objects.update(state=Job.State.RUNNING, attempts=F("attempts") + 1, lease_until=clock.now())

    job.refresh_from_db()
    assert (job.state, job.attempts, job.losses, tries) == (Job.State.DONE, 9, 8, [1, 3, 5, 7, 9])


def test_a_job_that_fails_is_tried_three_times_with_a_pause_between(handled, caplog):
    job = job_of("faulty")

    states = []
    for _ in range(4):
        assert do_job(job.pk) is False
        states.append(tried(job))
        assert job not in lost_jobs(clock.now() + timedelta(seconds=10))

    assert states == [("pending", 1), ("pending", 2), ("failed", 3), ("failed", 3)]
    assert (job.error, job.progress) == ("RuntimeError: no paper left", 40)


def test_a_kind_without_a_handler_fails_like_any_other(handled, caplog):
    job = job_of("unheard of")

    assert do_job(job.pk) is False
    assert tried(job) == (Job.State.PENDING, 1)


def test_a_slow_worker_does_not_overwrite_the_one_that_took_over(handled):
    job = job_of("slow")

    def slow(running):
        Job.objects.update(lease_until=clock.now() - timedelta(seconds=1))
        hooks.JOBS["slow"] = hooks.Work(lambda second: None)
        assert do_job(running.pk) is True
        Job.objects.update(progress=77)

    hooks.JOBS["slow"] = hooks.Work(slow)
    do_job(job.pk)

    job.refresh_from_db()
    assert (job.state, job.attempts, job.progress) == (Job.State.DONE, 2, 77)


def test_a_failed_job_can_be_asked_for_again(handled):
    job = job_of("papers")
    Job.objects.update(state=Job.State.FAILED, attempts=3, error="x")

    outbox.job_request(kind="papers", match=job.match, now=clock.now(), again=True)

    assert tried(job) == (Job.State.PENDING, 0)
    assert do_job(job.pk) is True


def test_a_job_that_does_not_exist_is_no_error(handled):
    assert do_job(123456) is False

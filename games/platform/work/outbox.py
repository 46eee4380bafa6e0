"""Messages to workers after a commit. The database is the outbox: a message only saves time, and the sweep finds the
work of a lost one.
"""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

from games.models import Job, Match
from games.platform import hooks

logger = logging.getLogger(__name__)

loss_level = ContextVar("loss_level", default=logging.WARNING)
"""The log level for a message that the broker did not take."""


def after_commit(task: str, *args: int | str, queue: str | None = None) -> None:
    """Send a task by name after the commit. A broker that is away is only logged. No other failure raises, since the
    move itself is stored.
    """
    transaction.on_commit(lambda: _send(task, args, queue), robust=True)


def _send(task: str, args: tuple[int | str, ...], queue: str | None) -> None:
    try:
        current_app.send_task(task, args=args, queue=queue, retry=False)
    except (OperationalError, OSError) as lost:
        logger.log(loss_level.get(), "broker away, %s%s is left to the sweep: %s", task, args, lost)


@contextmanager
def broker_may_be_away() -> Iterator[None]:
    """A context for code that also runs before the broker starts: a message that cannot be sent is no warning."""
    before = loss_level.set(logging.DEBUG)
    try:
        yield
    finally:
        loss_level.reset(before)


def queue_of(kind: str) -> str:
    """The queue of jobs of this kind; `heavy` for a kind without a handler."""
    return hooks.JOBS[kind].queue if kind in hooks.JOBS else "heavy"


def jobs_at_end(match: Match, now: datetime) -> None:
    """Write the jobs for the end of a match; safe to repeat. A first game has none."""
    if match.is_lesson:
        return
    for kind, work in hooks.JOBS.items():
        if work.at_end(match) if callable(work.at_end) else work.at_end:
            job_request(kind=kind, match=match, now=now)


def job_request(*, kind: str, now: datetime, match: Match | None = None, subject: str = "", again: bool = False) -> Job:
    """Write a job on a match, or on a `subject` for its handler, and send it to a worker after the commit. With
    `again`, a finished or failed one starts anew.
    """
    job, created = Job.objects.get_or_create(kind=kind, match=match, subject=subject, defaults={"created_at": now})
    if not created and again and job.state in (Job.State.DONE, Job.State.FAILED):
        job.state, job.attempts, job.losses, job.progress, job.error = Job.State.PENDING, 0, 0, 0, ""
        job.created_at, job.lease_until, job.done_at = now, None, None
        job.save()
    if job.state == Job.State.PENDING:
        after_commit("heavy.do_job", job.pk, queue=queue_of(kind))
    return job


def jobs_request(*, kind: str, subjects: Sequence[str], now: datetime) -> list[Job]:
    """Request a job for each of these subjects, again where one is over (`job_request`), in a fixed number of queries.
    Returns the jobs that wait for a worker.
    """
    rows = Job.objects.filter(kind=kind, match=None, subject__in=subjects)
    anew = {"state": Job.State.PENDING, "attempts": 0, "losses": 0, "progress": 0, "error": ""}
    over = rows.filter(state__in=[Job.State.DONE, Job.State.FAILED])
    over.update(**anew, created_at=now, lease_until=None, done_at=None)
    known = set(rows.values_list("subject", flat=True))
    new = [Job(kind=kind, subject=subject, created_at=now) for subject in subjects if subject not in known]
    Job.objects.bulk_create(new, ignore_conflicts=True)
    waiting = list(rows.filter(state=Job.State.PENDING).order_by("pk"))
    for job in waiting:
        after_commit("heavy.do_job", job.pk, queue=queue_of(kind))
    return waiting

"""From commit to worker. The database is the outbox: a message only makes things fast, a lost one is found by the
sweep.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

from games.models import Job, Match

logger = logging.getLogger(__name__)

JobHandler = Callable[[Job], None]
_loss_level = ContextVar("loss_level", default=logging.WARNING)
AtEnd = Callable[[Match], bool]
_handlers: dict[str, tuple[JobHandler, bool | AtEnd]] = {}
_queues: dict[str, str] = {}


def after_commit(task: str, *args: int | str, queue: str | None = None) -> None:
    """Send a task by name once the transaction is in. A broker that is away is logged and forgotten; no other failure
    to send looks like one of the move, which is in.
    """
    transaction.on_commit(lambda: _send(task, args, queue), robust=True)


def _send(task: str, args: tuple[int | str, ...], queue: str | None) -> None:
    try:
        current_app.send_task(task, args=args, queue=queue, retry=False)
    except (OperationalError, OSError) as lost:
        logger.log(_loss_level.get(), "broker away, %s%s is left to the sweep: %s", task, args, lost)


@contextmanager
def broker_may_be_away() -> Iterator[None]:
    """For what also runs before the broker starts: a message that cannot be sent is no warning then."""
    before = _loss_level.set(logging.DEBUG)
    try:
        yield
    finally:
        _loss_level.reset(before)


def handle(kind: str, handler: JobHandler, *, at_end: bool | AtEnd = False, queue: str = "heavy") -> None:
    """Say who does jobs of a kind, and in which queue they wait. With `at_end`, one is written for each match that
    finishes, or for each of which the function says so.
    """
    _handlers[kind] = (handler, at_end)
    _queues[kind] = queue


def handler_of(kind: str) -> JobHandler:
    """Who does jobs of this kind. Raises LookupError."""
    return _handlers[kind][0]


def queue_of(kind: str) -> str:
    """Where jobs of this kind wait; `heavy` for those that nobody handles any more."""
    return _queues.get(kind, "heavy")


def jobs_at_end(match: Match, now: datetime) -> None:
    """Write the jobs that the end of a match causes; safe to repeat. The end of a first game causes none."""
    if match.is_lesson:
        return
    for kind, (_, at_end) in _handlers.items():
        if at_end(match) if callable(at_end) else at_end:
            job_request(kind=kind, match=match, now=now)


def job_request(*, kind: str, now: datetime, match: Match | None = None, subject: str = "", again: bool = False) -> Job:
    """Write a job on a match, or on a `subject` that its handler knows, and send it to its worker after commit.
    With `again`, one that is done or failed starts anew.
    """
    job, created = Job.objects.get_or_create(kind=kind, match=match, subject=subject, defaults={"created_at": now})
    if not created and again and job.state in (Job.State.DONE, Job.State.FAILED):
        job.state, job.attempts, job.progress, job.error = Job.State.PENDING, 0, 0, ""
        job.created_at, job.lease_until, job.done_at = now, None, None
        job.save()
    if job.state == Job.State.PENDING:
        after_commit("heavy.do_job", job.pk, queue=queue_of(kind))
    return job

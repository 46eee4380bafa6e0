"""Doing a Job: claim, work, mark. A worker that dies loses its lease, and another one starts over."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

from django.db import (
    DatabaseError,
    Error,
    InterfaceError,
    OperationalError,
    close_old_connections,
    connection,
    transaction,
)
from django.db.models import QuerySet

from games import clock, slots
from games.models import Job
from games.work import news

logger = logging.getLogger(__name__)

LEASE: Final = timedelta(seconds=40)
"""Of a worker that died it is over within a minute; one that lives renews it, however long its work takes."""
RENEW_SECONDS: Final = 10.0
MOST_FAULTS: Final = 3
MOST_LOSSES: Final = 10
"""A job may be what kills its workers; one that was unlucky in a bad hour is not given up for that."""
LOST = "The worker died each time."
RETRY_AFTER = timedelta(seconds=20)
LONGEST_LEASE: Final = 2 * max(LEASE, RETRY_AFTER * MOST_FAULTS)
"""A longer one was made before the clock was set back, and counts as over. No process is later than another by half."""
TOPIC: Final = "jobs"
"""Pages that show how far one is hear of all of them: which one it is, they ask."""


def do_job(job_id: int) -> bool:
    """Do a job unless somebody else does; True if it was done here. A failure is stored on the job and tried again, up
    to three times; where the worker died or the database was lost, up to ten times.
    """
    job = _claim(job_id)
    if job is None:
        return False
    try:
        with _kept(job):
            slots.JOBS[job.kind].do(job)
    except Exception as failure:  # noqa: BLE001  any failure of a handler belongs to its job, and the worker goes on
        if _is_gone(job):
            logger.info("job %s was thrown away with its match while it was done", job)
            return False
        logger.exception("job %s failed", job)
        # Where the connection was lost, another one notes that; else the job would wait for the end of its lease.
        if not connection.in_atomic_block:
            close_old_connections()
        lost = isinstance(failure, OperationalError | InterfaceError)
        _note_failure(job, f"{type(failure).__name__}: {failure}", lost=lost)
        return False
    # Somebody else may have begun after this lease ran out; then the job is theirs.
    _mine(job).update(state=Job.State.DONE, progress=100, error="", lease_until=None, done_at=clock.now())
    news.tell(TOPIC)
    return True


def _is_gone(job: Job) -> bool:
    """A database that does not answer says nothing of it."""
    if connection.in_atomic_block:
        return False
    try:
        return not Job.objects.filter(pk=job.pk).exists()
    except Error:
        return False


@contextmanager
def _kept(job: Job) -> Iterator[None]:
    """The lease is renewed as long as this process works on the job: the work itself need not think of it."""
    over = threading.Event()
    renewing = threading.Thread(target=_renew, args=(job, over), daemon=True)
    renewing.start()
    try:
        yield
    finally:
        over.set()
        renewing.join()


def _renew(job: Job, over: threading.Event) -> None:
    """A database that is away is asked again; what it forgets meanwhile costs no more than doing the job twice."""
    while not over.wait(RENEW_SECONDS):
        try:
            _mine(job).update(lease_until=clock.now() + LEASE)
        except DatabaseError:
            logger.warning("the lease of job %s could not be renewed", job.pk)
        finally:
            connection.close()


def _mine(job: Job) -> QuerySet[Job]:
    """The job as long as nobody claimed it again: each claim is another attempt."""
    return Job.objects.filter(pk=job.pk, state=Job.State.RUNNING, attempts=job.attempts)


def _note_failure(job: Job, error: str, *, lost: bool) -> None:
    """Wait a little before the next try, longer each time; after the last one a person must look."""
    losses = job.losses + lost
    faults = job.attempts - losses
    last = faults >= MOST_FAULTS or losses >= MOST_LOSSES
    _mine(job).update(
        state=Job.State.FAILED if last else Job.State.PENDING,
        losses=losses,
        error=error.replace("\0", "")[:2000],
        lease_until=None if last else clock.now() + RETRY_AFTER * max(1, faults),
    )
    news.tell(TOPIC)


def job_progress(job: Job, percent: int) -> None:
    """Note how far a job is."""
    _mine(job).update(progress=percent)
    news.tell(TOPIC)


def _is_leased(job: Job, now: datetime) -> bool:
    return job.lease_until is not None and now < job.lease_until <= now + LONGEST_LEASE


def _claim(job_id: int) -> Job | None:
    now = clock.now()
    with transaction.atomic():
        job = Job.objects.select_for_update().filter(pk=job_id).first()
        if job is None or job.state in (Job.State.DONE, Job.State.FAILED):
            return None
        if job.state == Job.State.RUNNING and _is_leased(job, now):
            return None
        if job.state == Job.State.RUNNING:
            job.losses += 1
        if job.losses >= MOST_LOSSES:
            job.state, job.lease_until, job.error = Job.State.FAILED, None, LOST
            job.save(update_fields=["state", "losses", "lease_until", "error"])
            return None
        job.state, job.attempts, job.lease_until = Job.State.RUNNING, job.attempts + 1, now + LEASE
        job.save(update_fields=["state", "attempts", "losses", "lease_until"])
        news.tell(TOPIC)
    return job

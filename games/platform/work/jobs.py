"""Execution of a Job: claim, work, mark. If a worker dies, its lease ends and another worker starts over."""

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

from games.models import Job
from games.platform import clock, hooks
from games.platform.work import news

logger = logging.getLogger(__name__)

LEASE: Final = timedelta(seconds=40)
"""The lease of a worker: after a crash it ends within a minute. A living worker renews it during its work."""
RENEW_SECONDS: Final = 10.0
MOST_FAULTS: Final = 3
MOST_LOSSES: Final = 10
"""The most losses of a job: it may be what crashes its workers. A few crashes for other reasons do not end it."""
LOST = "The worker died each time."
RETRY_AFTER = timedelta(seconds=20)
LONGEST_LEASE: Final = 2 * max(LEASE, RETRY_AFTER * MOST_FAULTS)
"""A longer lease was made before the clock was set back, and counts as over. Clocks of processes differ by less than
half of it.
"""
TOPIC: Final = "jobs"
"""The topic of all jobs' progress; a page then asks for its own job."""


def do_job(job_id: int) -> bool:
    """Do a job unless another worker does; True if a job was done. It may be another one of its kind that comes
    first. A failure is stored on the job and tried again, up to three times. After a crash of the worker or a loss
    of the database it is up to ten times.
    """
    job = _claim_first(job_id)
    if job is None:
        return False
    try:
        with _kept(job):
            hooks.JOBS[job.kind].do(job)
    except Exception as failure:  # noqa: BLE001  any failure of a handler belongs to its job, and the worker goes on
        if _is_gone(job):
            logger.info("job %s was thrown away with its match while it was done", job)
            return False
        logger.exception("job %s failed", job)
        # After a lost connection, a new one records it; else the job would wait for the end of its lease.
        if not connection.in_atomic_block:
            close_old_connections()
        lost = isinstance(failure, OperationalError | InterfaceError)
        _note_failure(job, f"{type(failure).__name__}: {failure}", lost=lost)
        return False
    # Somebody else may have begun after this lease ran out; then the job is theirs.
    _mine(job).update(state=Job.State.DONE, progress=100, error="", lease_until=None, done_at=clock.now())
    news.publish(TOPIC)
    return True


def _is_gone(job: Job) -> bool:
    """Was the job deleted? No if the database does not answer."""
    if connection.in_atomic_block:
        return False
    try:
        return not Job.objects.filter(pk=job.pk).exists()
    except Error:
        return False


@contextmanager
def _kept(job: Job) -> Iterator[None]:
    """A context that renews the lease in a thread as long as this process works on the job."""
    over = threading.Event()
    renewing = threading.Thread(target=_renew, args=(job, over), daemon=True)
    renewing.start()
    try:
        yield
    finally:
        over.set()
        renewing.join()


def _renew(job: Job, over: threading.Event) -> None:
    """Renew the lease until `over` is set. A database failure is retried; an expired lease costs at most a second
    execution.
    """
    while not over.wait(RENEW_SECONDS):
        try:
            _mine(job).update(lease_until=clock.now() + LEASE)
        except DatabaseError:
            logger.warning("the lease of job %s could not be renewed", job.pk)
        finally:
            connection.close()


def _mine(job: Job) -> QuerySet[Job]:
    """The job, unless it was claimed again: each claim is another attempt."""
    return Job.objects.filter(pk=job.pk, state=Job.State.RUNNING, attempts=job.attempts)


def _note_failure(job: Job, error: str, *, lost: bool) -> None:
    """Record a failure and delay the next try, longer each time. After the last try a person must look."""
    losses = job.losses + lost
    faults = job.attempts - losses
    last = faults >= MOST_FAULTS or losses >= MOST_LOSSES
    _mine(job).update(
        state=Job.State.FAILED if last else Job.State.PENDING,
        losses=losses,
        error=error.replace("\0", "")[:2000],
        lease_until=None if last else clock.now() + RETRY_AFTER * max(1, faults),
    )
    news.publish(TOPIC)


def job_progress(job: Job, percent: int) -> None:
    """Record the progress of a job."""
    _mine(job).update(progress=percent)
    news.publish(TOPIC)


def _is_leased(job: Job, now: datetime) -> bool:
    return job.lease_until is not None and now < job.lease_until <= now + LONGEST_LEASE


def _claim_first(job_id: int) -> Job | None:
    """Claim the job that its kind puts first, instead of this one. That job's message will later claim this one."""
    kind = Job.objects.filter(pk=job_id).values_list("kind", flat=True).first()
    work = hooks.JOBS.get(kind) if kind is not None else None
    first = work.next() if work is not None and work.next is not None else None
    found = _claim(first) if first is not None else None
    return found or _claim(job_id)


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
        news.publish(TOPIC)
    return job

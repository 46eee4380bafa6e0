"""Doing a Job: claim, work, mark. A worker that dies loses its lease, and another one starts over."""

import logging
from datetime import timedelta

from django.db import close_old_connections, transaction
from django.db.models import QuerySet

from games import clock, outbox
from games.models import Job
from games.sweep import MAX_ATTEMPTS

logger = logging.getLogger(__name__)

LEASE = timedelta(minutes=5)
LOST = "The worker died each time."
RETRY_AFTER = timedelta(seconds=20)


def do_job(job_id: int) -> bool:
    """Do a job unless somebody else does; True if it was done here. A failure is stored on the job and tried again up
    to three times.
    """
    job = _claim(job_id)
    if job is None:
        return False
    try:
        outbox.handler_of(job.kind)(job)
    except Exception as failure:  # noqa: BLE001  any failure of a handler belongs to its job, and the worker goes on
        logger.exception("job %s failed", job)
        # Where the connection was lost, another one notes that; else the job would wait for the end of its lease.
        close_old_connections()
        _note_failure(job, f"{type(failure).__name__}: {failure}")
        return False
    # Somebody else may have begun after this lease ran out; then the job is theirs.
    _mine(job).update(state=Job.State.DONE, progress=100, error="", lease_until=None, done_at=clock.now())
    return True


def _mine(job: Job) -> QuerySet[Job]:
    """The job as long as nobody claimed it again: each claim is another attempt."""
    return Job.objects.filter(pk=job.pk, state=Job.State.RUNNING, attempts=job.attempts)


def _note_failure(job: Job, error: str) -> None:
    """Wait a little before the next try, longer each time; after the last one a person must look."""
    last = job.attempts >= MAX_ATTEMPTS
    _mine(job).update(
        state=Job.State.FAILED if last else Job.State.PENDING,
        error=error.replace("\0", "")[:2000],
        lease_until=None if last else clock.now() + RETRY_AFTER * job.attempts,
    )


def job_progress(job: Job, percent: int, lease: timedelta = LEASE) -> None:
    """Note how far a job is, and keep its lease; a short one where work that is lost should soon be done again."""
    _mine(job).update(progress=percent, lease_until=clock.now() + lease)


def _claim(job_id: int) -> Job | None:
    now = clock.now()
    with transaction.atomic():
        job = Job.objects.select_for_update().filter(pk=job_id).first()
        if job is None or job.state in (Job.State.DONE, Job.State.FAILED):
            return None
        if job.state == Job.State.RUNNING and job.lease_until is not None and job.lease_until > now:
            return None
        if job.attempts >= MAX_ATTEMPTS:
            job.state, job.lease_until, job.error = Job.State.FAILED, None, LOST
            job.save(update_fields=["state", "lease_until", "error"])
            return None
        job.state, job.attempts, job.lease_until = Job.State.RUNNING, job.attempts + 1, now + LEASE
        job.save(update_fields=["state", "attempts", "lease_until"])
    return job

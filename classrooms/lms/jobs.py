"""What nobody clicks: marks that are due are sent, lists are looked at each night, old launches go."""

import hashlib
import logging
from datetime import datetime, timedelta
from typing import Final

from django.core.cache import cache

from classrooms import slots as room_slots
from classrooms.lms.faults import LmsFault
from classrooms.lms.services import launching, rosters, scores, sending
from classrooms.models import LmsCourse, LmsScore, Session
from games import clock, slots
from games.models import Job
from games.work import outbox

logger = logging.getLogger("classrooms.lms")

SCORES: Final = "lms-scores"
ROSTER: Final = "lms-roster"
COLUMNS: Final = "lms-columns"
EVERY: Final = timedelta(minutes=10)
A_NIGHT: Final = timedelta(hours=20)
COLUMNS_SECONDS: Final = 600
"""The columns of a course are looked at no more often, whoever comes by a link."""
_looked_at: list[datetime] = []


def register() -> None:
    """Give it to the workers, and hear of marks that are published."""
    slots.JOBS[SCORES] = slots.Work(send)
    slots.JOBS[ROSTER] = slots.Work(look)
    slots.JOBS[COLUMNS] = slots.Work(look_at_columns)
    slots.SWEEPS.fill(remember)
    room_slots.PUBLISHED.fill(published)


def published(play_session: Session, now: datetime) -> None:
    """Students were told their marks."""
    scores.scores_note(play_session=play_session, now=now)


def remember(now: datetime) -> None:
    """With every sweep: ask workers for what is due, unless one of them has it already."""
    rows = LmsScore.objects.filter(state=LmsScore.State.WAITING, next_at__lte=now, line_item__stopped_at__isnull=True)
    for item in rows.order_by().values_list("line_item", flat=True).distinct()[:50]:
        _request(SCORES, str(item), now)
    if _looked_at and now - _looked_at[0] < EVERY:
        return
    _looked_at[:] = [now]
    launching.logins_forget(now=now)
    for course in rosters.rosters_due(now=now, older_than=A_NIGHT):
        _request(ROSTER, str(course.pk), now)


def _request(kind: str, subject: str, now: datetime) -> None:
    busy = Job.objects.filter(kind=kind, subject=subject, state__in=[Job.State.PENDING, Job.State.RUNNING])
    if not busy.exists():
        outbox.job_request(kind=kind, subject=subject, now=now, again=True)


def roster_request(*, lms_course: LmsCourse, now: datetime) -> None:
    """Have the list looked at, unless that was done a moment ago."""
    tried = lms_course.roster_tried_at
    if lms_course.members_url and lms_course.course_id and (tried is None or now - tried > rosters.OLD_AFTER):
        _request(ROSTER, str(lms_course.pk), now)


def columns_request(*, lms_course: LmsCourse, url: str = "", now: datetime) -> None:
    """Have the columns of a course looked at, unless that was done a moment ago: once for each column (`url`) that a
    launch brings beside the one in use, whatever was looked at before it.
    """
    about = hashlib.sha256(url.encode()).hexdigest()[:16] if url else ""
    if cache.add(f"lms-columns:{lms_course.pk}:{about}", 1, COLUMNS_SECONDS):
        _request(COLUMNS, str(lms_course.pk), now)


def look_at_columns(job: Job) -> None:
    """Which columns of a course are gone there."""
    course = LmsCourse.objects.select_related("deployment__platform").filter(pk=int(job.subject)).first()
    if course is not None and course.course_id is not None:
        logger.info("lms columns: %d gone of course %s", sending.columns_look(lms_course=course), course.pk)


def send(job: Job) -> None:
    """The marks of a column."""
    scores_sent = sending.scores_send(item_id=int(job.subject))
    logger.info("lms marks: %d sent for column %s", scores_sent, job.subject)


def look(job: Job) -> None:
    """The list of a course, taken over unless so many would go that somebody should look first, and its columns. What
    the platform refuses is kept with the course, and is no fault of the job.
    """
    course = LmsCourse.objects.select_related("course", "deployment__platform").filter(pk=int(job.subject)).first()
    if course is None or course.course_id is None:
        return
    try:
        found = rosters.roster_read(lms_course=course)
        if not found.is_drastic:
            rosters.roster_apply(lms_course=course, found=found, now=clock.now())
    except LmsFault:
        return
    look_at_columns(job)

"""Background jobs for platforms: due marks are sent, lists are compared each night, old launches are deleted."""

import hashlib
import logging
from datetime import datetime, timedelta
from typing import Any, Final

from django.core.cache import cache
from django.db.models import QuerySet

from classrooms import hooks as room_slots
from classrooms.connect.lms.faults import LmsFault
from classrooms.connect.lms.services import launching, rosters, scores, sending
from classrooms.models import LmsCourse, LmsScore, Session
from games.public import hooks
from games.public.base import clock
from games.public.models import Job, Prepared
from games.public.work import outbox

logger = logging.getLogger("classrooms.connect.lms")

SCORES: Final = "lms-scores"
ROSTER: Final = "lms-roster"
COLUMNS: Final = "lms-columns"
EVERY: Final = timedelta(minutes=10)
A_NIGHT: Final = timedelta(hours=20)
COLUMNS_SECONDS: Final = 600
"""The least seconds between two checks of a course's columns, regardless of launches."""
_looked_at: list[datetime] = []


def published(play_session: Session, now: datetime) -> None:
    """Note the marks to send after students' marks were published."""
    scores.scores_note(play_session=play_session, now=now)


def remember(now: datetime) -> None:
    """Request due jobs with every sweep, unless they wait or run already."""
    for (item,) in _columns_due(now):
        _request(SCORES, str(item), now)
    if _looked_at and now - _looked_at[0] < EVERY:
        return
    _looked_at[:] = [now]
    launching.logins_forget(now=now)
    for course in rosters.rosters_due(now=now, older_than=A_NIGHT):
        _request(ROSTER, str(course.pk), now)


@Prepared
def _columns_due(now: datetime) -> QuerySet[LmsScore, Any]:
    """Columns of a gradebook with marks to send."""
    rows = LmsScore.objects.filter(state=LmsScore.State.WAITING, next_at__lte=now, line_item__stopped_at__isnull=True)
    return rows.order_by().values_list("line_item").distinct()[:50]


def _request(kind: str, subject: str, now: datetime) -> None:
    busy = Job.objects.filter(kind=kind, subject=subject, state__in=[Job.State.PENDING, Job.State.RUNNING])
    if not busy.exists():
        outbox.job_request(kind=kind, subject=subject, now=now, again=True)


def roster_request(*, lms_course: LmsCourse, now: datetime) -> None:
    """Request a check of the list, unless one was made a moment ago."""
    tried = lms_course.roster_tried_at
    if lms_course.members_url and lms_course.course_id and (tried is None or now - tried > rosters.OLD_AFTER):
        _request(ROSTER, str(lms_course.pk), now)


def columns_request(*, lms_course: LmsCourse, url: str = "", now: datetime) -> None:
    """Request a check of a course's columns, unless one was made a moment ago. A launch with another column
    (`url`) than the current one is checked once for each such column.
    """
    about = hashlib.sha256(url.encode()).hexdigest()[:16] if url else ""
    if cache.add(f"lms-columns:{lms_course.pk}:{about}", 1, COLUMNS_SECONDS):
        _request(COLUMNS, str(lms_course.pk), now)


def look_at_columns(job: Job) -> None:
    """Check which columns of a course were deleted on the platform."""
    course = LmsCourse.objects.select_related("deployment__platform").filter(pk=int(job.subject)).first()
    if course is not None and course.course_id is not None:
        logger.info("lms columns: %d gone of course %s", sending.columns_look(lms_course=course), course.pk)


def send(job: Job) -> None:
    """Send the marks of a column."""
    scores_sent = sending.scores_send(item_id=int(job.subject))
    logger.info("lms marks: %d sent for column %s", scores_sent, job.subject)


def look(job: Job) -> None:
    """Compare a course with the platform's list, and check its columns. The list is applied unless too many people
    would leave, which an instructor must confirm. A refusal of the platform is stored with the course, and the
    job does not fail.
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


hooks.JOBS[SCORES] = hooks.Work(send)
hooks.JOBS[ROSTER] = hooks.Work(look)
hooks.JOBS[COLUMNS] = hooks.Work(look_at_columns)
hooks.SWEEPS.fill(remember)
room_slots.PUBLISHED.fill(published)

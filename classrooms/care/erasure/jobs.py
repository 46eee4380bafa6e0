"""Automatic retention: a daily job looks at all courses, and courses with due deletions get a job."""

from datetime import datetime, timedelta
from typing import Final

from django.contrib.sessions.models import Session as SignIn

from classrooms.assess.grading.appeal import seals_forget
from classrooms.care.erasure.services.retention import Progress, papers_before, papers_forget, retention_do
from classrooms.care.privacy.clock import clock_of, clocks_of
from classrooms.care.privacy.deletion_notices import mails_send, retention_tell
from classrooms.models import Course, RetentionDeed, Step
from classrooms.people.access.attempts import attempt_models
from games.public import hooks
from games.public.base import clock
from games.public.models import Job
from games.public.work import job_progress, outbox

LOOK: Final = "retention-look"
DO: Final = "retention"
EVERY: Final = timedelta(minutes=10)
A_DAY: Final = timedelta(days=1)
SIGN_INS_KEPT: Final = timedelta(days=90)
AT_ONCE: Final = 100
"""The number of courses that are read at a time."""

_looked_at: list[datetime] = []


def remember(now: datetime) -> None:
    """Request today's job, and send mails that are due. Each process calls this every ten minutes."""
    if _looked_at and now - _looked_at[0] < EVERY:
        return
    _looked_at[:] = [now]
    job = Job.objects.filter(kind=LOOK, match=None, subject="courses").first()
    is_old = job is not None and job.state in (Job.State.DONE, Job.State.FAILED) and job.created_at <= now - A_DAY
    if job is None or is_old:
        outbox.job_request(kind=LOOK, subject="courses", now=now, again=True)
    mails_send(now)


def look(job: Job) -> None:
    """Look at all courses in parts, delete sealed marks whose time is over, and old sign-ins. A course that fails
    stops no other: all errors are raised together at the end.
    """
    seals_forget(now=clock.now())
    sign_ins_forget(now=clock.now())
    last, faults = 0, list[Exception]()
    while courses := list(Course.objects.filter(pk__gt=last).order_by("pk")[:AT_ONCE]):
        try:
            courses_look(courses, now=clock.now())
        except Exception:  # noqa: BLE001 - whatever it is, it is told with its course below
            for course in courses:
                faults += _look_alone(course)
        job_progress(job, 50)
        last = courses[-1].pk
    if faults:
        raise ExceptionGroup("Courses that could not be looked at", faults)


def sign_ins_forget(*, now: datetime) -> None:
    """Delete records of sign-ins and failed attempts after three months, and expired browser sessions."""
    for model in attempt_models():
        model.objects.filter(attempt_time__lt=now - SIGN_INS_KEPT).delete()
    SignIn.objects.filter(expire_date__lt=now).delete()


def _look_alone(course: Course) -> list[Exception]:
    """Safe to repeat for those that were looked at before another failed."""
    try:
        courses_look([course], now=clock.now())
    except Exception as fault:  # noqa: BLE001 - raised by `look` in the end
        fault.add_note(f"Course {course.pk}")
        return [fault]
    return []


def courses_look(courses: list[Course], *, now: datetime) -> list[int]:
    """Announce deletions that come soon, and request jobs for due ones; returns the ids of courses with a due
    deletion. Papers that were made after the deletion of papers are left for a day.
    """
    due = []
    for pk, found in clocks_of(courses, now).items():
        retention_tell(clock=found, now=now)
        if any(hand.is_due(found.today) for hand in found.hands):
            due.append(pk)
    erased = RetentionDeed.objects.filter(kind=RetentionDeed.Kind.ERASED, step=Step.PAPERS, course__in=courses)
    found_due = sorted({*due, *papers_before(now - A_DAY, erased.values("course"))})
    for pk in found_due:
        outbox.job_request(kind=DO, subject=str(pk), now=now, again=True)
    return found_due


def carry_out(job: Job) -> None:
    """Carry out the due deletions of one course; the job's lease is renewed after each piece."""
    course = Course.objects.filter(pk=int(job.subject)).first()
    if course is None:
        return
    course_do(course, now=clock.now(), progress=lambda: job_progress(job, 50))


def course_do(course: Course, *, now: datetime, progress: Progress = lambda: None) -> list[Step]:
    """Carry out all due deletions of one course, and delete papers made after papers had been deleted."""
    done = retention_do(course_id=course.pk, now=now, progress=progress)
    found = clock_of(course, now)
    if found is not None and found.hands[0].erased_on is not None and Step.PAPERS not in done:
        papers_forget(course, now, progress)
    return done


hooks.JOBS[LOOK] = hooks.Work(look)
hooks.JOBS[DO] = hooks.Work(carry_out)
hooks.SWEEPS.fill(remember)

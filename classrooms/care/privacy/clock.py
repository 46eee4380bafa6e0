"""The retention schedule of a course: each step with its day."""

import calendar
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.db.models import Max

from classrooms.models import Course, Enrolment, RetentionDeed, Session, Step
from games.public.base import conf
from games.public.models import OF_PEOPLE, Move

WARNED: Final = 30
"""Days between the notice to instructors and the earliest deletion."""
STALE: Final = 14
"""Days after which instructors are notified again of an overdue deletion that was not done."""

Kind = RetentionDeed.Kind


@dataclass(frozen=True)
class Hand:
    """A step of the retention. `planned_on` follows from the course, `due_on` is the day of deletion. Both wait for a
    later `appeal_until`, the last day of appeals against marks. `was_told` says that instructors were notified of that
    day. `erased_on` is set after the deletion, and empty again if the course was used since.
    """

    step: Step
    months: int
    planned_on: date
    due_on: date
    was_told: bool = False
    erased_on: date | None = None
    appeal_until: date | None = None

    @property
    def label(self) -> str:
        """The name of the data to delete, in the current language."""
        return str(self.step.label)

    def is_due(self, today: date) -> bool:
        """May the data be deleted today?"""
        return self.erased_on is None and self.was_told and today >= self.due_on

    def is_near(self, today: date) -> bool:
        """Is it time to notify instructors?"""
        return self.erased_on is None and self.due_on <= today + timedelta(days=WARNED)


@dataclass(frozen=True)
class Clock:
    """The steps of a course in their order. `used_on` is the day of its last use. Months count from `ends_on`: the day
    of last use, or a later end set by instructors.
    """

    course: Course
    today: date
    used_on: date
    ends_on: date
    hands: tuple[Hand, ...]

    @property
    def near(self) -> list[Hand]:
        """Steps that are due soon."""
        return [hand for hand in self.hands if hand.is_near(self.today)]


def months_after(day: date, months: int) -> date:
    """The same day of a later month, or the last day of that month."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def months_of(course: Course) -> dict[Step, int]:
    """Retention in months of each kind of data: at most the site's limit, and at least the time of the step before."""
    found: dict[Step, int] = {}
    longest = 0
    for step in Step:
        own = getattr(course, f"{step.value}_months")
        wanted = conf.RETENTION_MONTHS[step] if own is None else own
        longest = max(longest, min(wanted, conf.RETENTION_MOST_MONTHS[step]))
        found[step] = longest
    return found


def clock_of(course: Course, now: datetime) -> Clock | None:
    """The schedule of one course; None on a site without retention limits."""
    return clocks_of([course], now).get(course.pk)


def clocks_of(courses: Iterable[Course], now: datetime) -> dict[int, Clock]:
    """The schedules of courses by their ids, in five queries."""
    wanted = {course.pk: course for course in courses}
    if not conf.RETENTION or not wanted:
        return {}
    used, graded = _moments(wanted)
    deeds: dict[int, list[RetentionDeed]] = defaultdict(list)
    for deed in RetentionDeed.objects.filter(course__in=wanted, step__in=Step.values).order_by("at", "pk"):
        deeds[deed.course_id].append(deed)
    return {pk: _clock(course, used[pk], graded.get(pk), deeds[pk], now) for pk, course in wanted.items()}


def _moments(wanted: dict[int, Course]) -> tuple[dict[int, datetime], dict[int, datetime]]:
    """The times of last use of each course, and of the last publication of its marks."""
    used = {pk: course.created_at for pk, course in wanted.items()}
    graded: dict[int, datetime] = {}

    def note(found: dict[int, datetime], pk: int, *moments: datetime | None) -> None:
        for moment in moments:
            if moment is not None and (pk not in found or moment > found[pk]):
                found[pk] = moment

    joined = Enrolment.objects.filter(course__in=wanted).order_by().values_list("course")
    for pk, moment in joined.annotate(Max("enrolled_at")):
        note(used, pk, moment)
    columns = ("course", "created_at", "opened_at", "started_at", "starts_at", "finished_at")
    sessions = Session.objects.filter(course__in=wanted).order_by()
    for pk, *moments, published_at in sessions.values_list(*columns, "grade_book__published_at"):
        note(used, pk, *moments)
        note(graded, pk, published_at)
    # By people: bots play on in the seats of whom an erasure took out.
    moves = Move.objects.filter(match__session_team__session__course__in=wanted, author_kind__in=OF_PEOPLE)
    still_open = moves.filter(match__session_team__session__finished_at__isnull=True).order_by()
    for pk, moment in still_open.values_list("match__session_team__session__course").annotate(Max("created_at")):
        note(used, pk, moment)
    return used, graded


def day_in(course: Course, moment: datetime) -> date:
    """The date at a moment in the time zone of a course."""
    return moment.astimezone(ZoneInfo(course.time_zone)).date()


def appeal_until(course: Course, published_at: datetime | None) -> date | None:
    """The last day of appeals against marks published at a moment; None without a publication."""
    return months_after(day_in(course, published_at), conf.APPEAL_MONTHS) if published_at is not None else None


def _clock(course: Course, used: datetime, graded: datetime | None, deeds: list[RetentionDeed], now: datetime) -> Clock:
    today, used_on, appeal = day_in(course, now), day_in(course, used), appeal_until(course, graded)
    ends_on = max(used_on, course.ends_on or used_on)
    hands: list[Hand] = []
    for step, months in months_of(course).items():
        planned = min(months_after(ends_on, months), months_after(used_on, conf.RETENTION_MOST_MONTHS[step]))
        waits = appeal if appeal is not None and appeal >= planned else None
        if waits is not None:
            planned = waits + timedelta(days=1)
        own = [deed for deed in deeds if deed.step == step and deed.planned_on and deed.due_on]
        erased = _erased(course, planned, used_on, own)
        told = _notified_day(planned, own, today if erased is None else None)
        due = max([told or max(planned, today + timedelta(days=WARNED)), *(hand.due_on for hand in hands)])
        hands.append(Hand(step, months, planned, due, told is not None, erased, waits))
    return Clock(course, today, used_on, ends_on, tuple(hands))


def _notified_day(planned: date, deeds: list[RetentionDeed], today: date | None) -> date | None:
    """The day of which instructors were notified. None if they must be notified again: the notice was for another plan,
    or is overdue on the day `today`.
    """
    told = [
        deed.due_on
        for deed in deeds
        if deed.kind == Kind.TOLD
        and deed.planned_on == planned
        and deed.due_on is not None
        and deed.recalled_at is None
        and (today is None or today <= deed.due_on + timedelta(days=STALE))
    ]
    return min(told) if told else None


def _erased(course: Course, planned: date, used_on: date, deeds: list[RetentionDeed]) -> date | None:
    """The day of the deletion, unless new data can exist since then."""
    days = [day_in(course, deed.at) for deed in deeds if deed.kind == Kind.ERASED]
    return max(days) if days and (max(days) >= planned or max(days) > used_on) else None

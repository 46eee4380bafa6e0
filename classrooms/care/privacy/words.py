"""The retention of courses in sentences, and its notice for instructors."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classrooms.care.privacy.clock import Hand, clocks_of
from classrooms.models import Course, Enrolment, RetentionDeed, Step
from games.ui.dates import date_words

Kind = RetentionDeed.Kind


@dataclass(frozen=True)
class Soon:
    """Data of a course that is deleted within a month."""

    course: Course
    hand: Hand


def soon_of(user: Any, now: datetime) -> list[Soon]:
    """Deletions that come soon in the courses of an instructor, in order of time. One query if no notice was given."""
    own = Enrolment.objects.filter(user=user, role=Enrolment.Role.INSTRUCTOR, left_at__isnull=True)
    told = RetentionDeed.objects.filter(kind=Kind.TOLD, due_on__gte=(now - timedelta(days=2)).date())
    courses = list(Course.objects.filter(pk__in=told.filter(course__in=own.values("course")).values("course")))
    found = [
        Soon(clock.course, hand)
        for clock in (clocks_of(courses, now) if courses else {}).values()
        for hand in clock.near
    ]
    return sorted(found, key=lambda each: (each.hand.due_on, each.course.pk))


def deeds_of(course: Course) -> list[tuple[RetentionDeed, str]]:
    """The history of a course's retention, the newest first, each with its sentence."""
    rows = course.retention_deeds.select_related("by").order_by("-at", "-pk")
    return [(row, _sentence(row)) for row in rows]


def _sentence(deed: RetentionDeed) -> str:
    if deed.kind == Kind.CHANGED:
        who = deed.by.get_full_name() if deed.by is not None else _("Somebody")
        return _("%(who)s changed how long things are kept.") % {"who": who}
    if deed.kind == Kind.TOLD:
        day = date_words(deed.due_on) if deed.due_on is not None else ""
        return {
            Step.PAPERS: _("Instructors were told that papers go on %(day)s."),
            Step.TALK: _("Instructors were told that talk goes on %(day)s."),
            Step.NAMES: _("Instructors were told that names go on %(day)s."),
        }[Step(deed.step)] % {"day": day}
    return _erased(Step(deed.step), deed.number)


def _erased(step: Step, number: int) -> str:
    words = {
        Step.PAPERS: ngettext(
            "Papers were erased by the retention of the course: %(n)d file.",
            "Papers were erased by the retention of the course: %(n)d files.",
            number,
        ),
        Step.TALK: ngettext(
            "Talk was erased by the retention of the course: in %(n)d match.",
            "Talk was erased by the retention of the course: in %(n)d matches.",
            number,
        ),
        Step.NAMES: ngettext(
            "Names were erased by the retention of the course: of %(n)d person.",
            "Names were erased by the retention of the course: of %(n)d people.",
            number,
        ),
    }
    return words[step] % {"n": number}

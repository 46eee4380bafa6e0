"""Sealed marks: marks of erased people that can still be appealed against. They are stored separately and deleted
after the last day.
"""

import secrets
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from classrooms.care.privacy.clock import appeal_until, day_in
from classrooms.models import Enrolment, GradeBook, KeptMark, KeptMarkLook, PublishedGrade, Session, User
from classrooms.people.class_lists.services.names import Names
from games.public.base import BadRequest, clock
from games.public.people import cleaned
from games.ui.one_line import is_shown, one_line

REASON_LENGTH = 300


@dataclass(frozen=True)
class Held:
    """A mark kept without its person's name until the end of the day `until`."""

    published: PublishedGrade
    until: date

    @property
    def play_session(self) -> Session:
        """The session of the mark."""
        return self.published.book.session


def held_of(user: Any, now: datetime) -> list[Held]:
    """A person's published marks against which they can appeal today."""
    rows = PublishedGrade.objects.filter(user=user, book__published_at__isnull=False).exclude(final="", state="")
    found = []
    for row in rows.select_related("book__session__course").order_by("book__published_at", "pk"):
        course = row.book.session.course
        until = appeal_until(course, row.book.published_at)
        if until is not None and day_in(course, now) <= until:
            found.append(Held(row, until))
    return found


def marks_seal(*, user: User, names: Names, now: datetime) -> int:
    """Seal the marks of a person that can still be appealed against; returns their number. It must run in the
    transaction of the erasure, before any mark is deleted.
    """
    held = held_of(user, now)
    courses = {each.play_session.course_id for each in held}
    numbers = dict(Enrolment.objects.filter(user=user, course__in=courses).values_list("course", "student_number"))
    for each in held:
        KeptMark.objects.create(
            book=each.published.book,
            key=secrets.token_hex(4),
            name=user.get_listed_name(),
            email=user.email,
            student_number=numbers.get(each.play_session.course_id, ""),
            final=each.published.final,
            state=each.published.state,
            content=cleaned(each.published.content, names.clean),
            published_at=each.published.published_at,
            until=each.until,
        )
    return len(held)


@transaction.atomic
def seal_open(*, book: GradeBook, by: Any, reason: str, now: datetime | None = None) -> list[KeptMark]:
    """The sealed marks of a session with their names; reader and reason are logged. Raises BadRequest without a
    reason.
    """
    reason = one_line(reason)
    if not reason or len(reason) > REASON_LENGTH or not is_shown(reason):
        raise BadRequest(field="reason", reason=len(reason))
    found = list(sealed(book, now or clock.now()))
    KeptMarkLook.objects.create(book=book, by=by, reason=reason, number=len(found), at=now or clock.now())
    return found


def sealed(book: GradeBook, now: datetime) -> QuerySet[KeptMark]:
    """The marks of a session that are under seal and may still be opened."""
    return KeptMark.objects.filter(book=book, until__gte=day_in(book.session.course, now))


def seals_forget(*, now: datetime) -> int:
    """Delete sealed marks whose last day is over, in all courses; returns their number."""
    over = (now - timedelta(hours=12)).date()
    return KeptMark.objects.filter(until__lt=over).delete()[0]

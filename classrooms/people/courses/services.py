"""Making and changing courses."""

from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from classrooms.models import Course, Enrolment
from classrooms.models.courses import new_code
from classrooms.people.access.permissions import may_create_courses
from games.public.base import NotAllowed, clock

CODE_ATTEMPTS = 5


@transaction.atomic
def course_create(*, by: Any, name: str, term: str = "", time_zone: str) -> Course:
    """Create a course whose first instructor is `by`. Raises NotAllowed for people who may not create courses,
    ValidationError for invalid fields.
    """
    if not may_create_courses(by):
        raise NotAllowed
    course = Course(name=name, term=term, time_zone=time_zone, created_by=by, join_code=_free_code())
    course.full_clean()
    course.save()
    Enrolment.objects.create(course=course, user=by, role=Enrolment.Role.INSTRUCTOR)
    return course


def course_edit(*, course: Course, name: str, term: str, time_zone: str, join_open: bool) -> Course:
    """Change name, term and time zone of a course, and whether students may join by its code. Raises
    ValidationError.
    """
    course.name, course.term, course.time_zone, course.join_open = name, term, time_zone, join_open
    course.full_clean(exclude=["created_by"])
    course.save(update_fields=["name", "term", "time_zone", "join_open"])
    return course


def course_code_renew(*, course: Course) -> str:
    """A new join code; the old one leads nowhere from now on."""
    for attempt in range(CODE_ATTEMPTS):
        course.join_code = _free_code()
        try:
            with transaction.atomic():
                course.save(update_fields=["join_code"])
        except IntegrityError:
            if attempt == CODE_ATTEMPTS - 1:
                raise
        else:
            break
    return course.join_code


def course_archive(*, course: Course, now: datetime | None = None) -> None:
    """Archive a course: nobody can join it any more. Its sessions, grades and debriefs stay. Safe to repeat."""
    if course.archived_at is None:
        course.archived_at, course.join_open = now or clock.now(), False
        course.save(update_fields=["archived_at", "join_open"])


def course_restore(*, course: Course) -> None:
    """Bring a course back. Its join code stays closed."""
    course.archived_at = None
    course.save(update_fields=["archived_at"])


def _free_code() -> str:
    """One that no course has at this moment."""
    code = new_code()
    while Course.objects.filter(join_code=code).exists():
        code = new_code()
    return code

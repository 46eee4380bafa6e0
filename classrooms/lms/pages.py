"""Pages of this room among those of rooms below it."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from classrooms import slots
from classrooms.models import Course, LmsCourse, LmsPlatform, Session


def register() -> None:
    """Give them."""
    slots.COURSE_PAGES.fill(of_course)
    slots.GRADE_PAGES.fill(of_grades)


def of_course(course: Course) -> Sequence[tuple[str, str]]:
    """Where the site knows a platform."""
    if not LmsPlatform.objects.exists():
        return ()
    return ((_("Platform"), reverse("classrooms:course-lms", args=[course.pk])),)


def of_grades(play_session: Session) -> Sequence[tuple[str, str]]:
    """Where the course is one of a platform."""
    if not LmsCourse.objects.filter(course=play_session.course_id).exists():
        return ()
    return ((_("Platform"), reverse("classrooms:grades-lms", args=[play_session.pk])),)

"""Pages of this room among those of rooms below it."""

from collections.abc import Sequence
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from classrooms import slots
from classrooms.lms.queries.pages import states_of
from classrooms.models import Course, LmsCourse, LmsPlatform, Session
from games.slots import Panel

MOST_NAMED: Final = 4


def register() -> None:
    """Give them, and say on the page to sign in who needs no password."""
    slots.SIGN_INS.fill(way_in)
    slots.COURSE_PAGES.fill(of_course)
    slots.GRADE_PAGES.fill(of_grades)
    slots.MARKS_ELSEWHERE.fill(marks_there)


def of_course(course: Course) -> Sequence[tuple[str, str]]:
    """Where the site knows a platform."""
    if not LmsPlatform.objects.exists():
        return ()
    return ((_("Platform"), reverse("classrooms:course-lms", args=[course.pk])),)


def way_in(_onward: str) -> Panel | None:
    """Who comes by a platform has no password here: they follow a link there. Nothing is told of any course."""
    names = list(LmsPlatform.objects.filter(state=LmsPlatform.State.ON).values_list("name", flat=True)[:MOST_NAMED])
    return Panel("lms", "classrooms/lms/way_in.html", {"names": names}) if names else None


def of_grades(play_session: Session) -> Sequence[tuple[str, str]]:
    """Where the course is one of a platform."""
    if not LmsCourse.objects.filter(course=play_session.course_id).exists():
        return ()
    return ((_("Platform"), reverse("classrooms:grades-lms", args=[play_session.pk])),)


def marks_there(play_session: Session) -> Panel | None:
    """How many marks are in the platform, wait, or were changed there; the page asks again while some wait."""
    rows = states_of(play_session)
    if not rows:
        return None
    context = {"rows": rows, "waits": any(row.waits for row in rows), "play_session": play_session}
    return Panel("lms", "classrooms/lms/sent.html", context)

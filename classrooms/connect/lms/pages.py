"""Panels and links of this package on pages of lower packages."""

from collections.abc import Sequence
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from classrooms import hooks
from classrooms.connect.lms.queries.pages import states_of
from classrooms.models import Course, LmsCourse, LmsPlatform, Session
from games.public.hooks import Panel

MOST_NAMED: Final = 4


def of_course(course: Course) -> Sequence[tuple[str, str]]:
    """The page of a course's platform, if the site has any platform."""
    if not LmsPlatform.objects.exists():
        return ()
    return ((_("Platform"), reverse("classrooms:course-lms", args=[course.pk])),)


def way_in(_onward: str) -> Panel | None:
    """A note on the sign-in page: people from a platform have no password here and follow a link there. No course
    is named.
    """
    names = list(LmsPlatform.objects.filter(state=LmsPlatform.State.ON).values_list("name", flat=True)[:MOST_NAMED])
    return Panel("lms", "classrooms/lms/way_in.html", {"names": names}) if names else None


def of_grades(play_session: Session) -> Sequence[tuple[str, str]]:
    """The page of a session's marks on the platform, if the course is connected to one."""
    if not LmsCourse.objects.filter(course=play_session.course_id).exists():
        return ()
    return ((_("Platform"), reverse("classrooms:grades-lms", args=[play_session.pk])),)


def marks_there(play_session: Session) -> Panel | None:
    """The numbers of marks in the platform, waiting, or changed there; the page asks again while some wait."""
    rows = states_of(play_session)
    if not rows:
        return None
    context = {"rows": rows, "waits": any(row.waits for row in rows), "play_session": play_session}
    return Panel("lms", "classrooms/lms/sent.html", context)


hooks.SIGN_INS.fill(way_in)
hooks.COURSE_PAGES.fill(of_course)
hooks.GRADE_PAGES.fill(of_grades)
hooks.MARKS_ELSEWHERE.fill(marks_there)

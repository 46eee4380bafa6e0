"""Rights of roles in courses and sessions. Strangers learn nothing, not even that a course exists."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from django.http import Http404

from classrooms.models import Course, Enrolment, Session
from games.public.base import NotAllowed, conf

Role = Enrolment.Role


class Right(StrEnum):
    """Something that members of a course may be allowed to do."""

    LOOK = "look"
    """See the course, its sessions, monitors and tables."""
    RUN = "run"
    """Open, start, steer and end sessions; write to tables."""
    GRADE = "grade"
    """See and change grades, answers and people's data files."""
    MANAGE = "manage"
    """Change the course: its people, teams, staff and sessions."""
    PLAY = "play"
    """Answer quizzes, surveys and peer reviews; see one's own published grade."""


RIGHTS: Final = {
    Role.INSTRUCTOR: frozenset({Right.LOOK, Right.RUN, Right.GRADE, Right.MANAGE}),
    Role.ASSISTANT: frozenset({Right.LOOK, Right.RUN}),
    Role.OBSERVER: frozenset({Right.LOOK}),
    Role.STUDENT: frozenset({Right.PLAY}),
}


@dataclass(frozen=True)
class CourseAccess:
    """A member's way into a course."""

    course: Course
    user: Any
    enrolment: Enrolment

    @property
    def rights(self) -> frozenset[Right]:
        """The rights of the person's role."""
        return RIGHTS[Role(self.enrolment.role)]

    def may(self, right: Right) -> bool:
        """Has the person this right? It is for templates and branches; `check` protects a view."""
        return right in self.rights

    def check(self, right: Right) -> None:
        """Raises NotAllowed for members who lack the right."""
        if right not in self.rights:
            raise NotAllowed


@dataclass(frozen=True)
class SessionAccess(CourseAccess):
    """A member's way into a session of the course."""

    play_session: Session


def course_access(course_id: int, user: Any, right: Right | None = None) -> CourseAccess:
    """A member's access in one query, checked for a right. Raises Http404 for strangers, former members and unknown
    courses alike, NotAllowed for members without the right.
    """
    access = CourseAccess(*_membership(course_id, user))
    if right is not None:
        access.check(right)
    return access


def session_access(session_id: int, user: Any, right: Right | None = None) -> SessionAccess:
    """The access of a person to a session, by that to its course (`course_access`). Students get Http404 for drafts."""
    play_session = Session.objects.select_related("course").filter(pk=session_id).first()
    if play_session is None:
        raise Http404
    course, user, enrolment = _membership(play_session.course_id, user)
    if enrolment.role == Role.STUDENT and play_session.status == "draft":
        raise Http404
    play_session.course = course
    access = SessionAccess(course, user, enrolment, play_session)
    if right is not None:
        access.check(right)
    return access


def _membership(course_id: int, user: Any) -> tuple[Course, Any, Enrolment]:
    if not user.is_authenticated:
        raise Http404
    rows = Enrolment.objects.filter(course=course_id, user=user, left_at__isnull=True)
    enrolment = rows.select_related("course").first()
    if enrolment is None:
        raise Http404
    return enrolment.course, user, enrolment


def may_create_courses(user: Any) -> bool:
    """May the person create courses? Staff or an invitation give the right; an open site gives it to every account."""
    if not user.is_authenticated or user.is_guest:
        return False
    return bool(user.can_create_courses or user.is_superuser or conf.OPEN_COURSE_CREATION)

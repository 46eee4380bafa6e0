"""Somebody comes by a code under a name of the class list: whose name it may be, and what shows that it is theirs."""

from typing import Any, Final

from django.db.models import Q

from classrooms.models import Course, Enrolment, Session, User
from classrooms.people.telling_apart import name_key, plain

MOST_ALIKE: Final = 5


def expected_guests(course: Course, name: str) -> list[User]:
    """Students on the class list who were entered under this name, have no account, and never came. Capitals, accents,
    spaces and the order of the words make no difference.
    """
    rows = Enrolment.objects.filter(
        course=course,
        role=Enrolment.Role.STUDENT,
        left_at__isnull=True,
        user__is_guest=True,
        user__is_active=True,
        user__erased_at__isnull=True,
        user__last_login__isnull=True,
    )
    wanted = name_key(name)
    users = [row.user for row in rows.select_related("user").order_by("pk")]
    found = [user for user in users if name_key(user.display_name) == wanted and not user.has_usable_password()]
    return found[:MOST_ALIKE]


def course_asks_identity(course: Course) -> bool:
    """Must somebody who takes a name of the class list by the course's code know its address or student number? Yes
    where one of its sessions asks: by choice, or because it keeps grades.
    """
    sessions = Session.objects.filter(course=course)
    return sessions.filter(Q(checks_claims=True) | Q(checks_claims=None, grade_book__isnull=False)).exists()


def checks_always(course: Course) -> bool:
    """Does one of its sessions ask also where the class list has only a name?"""
    return Session.objects.filter(course=course, checks_claims=True).exists()


def knows_identity(course_id: int, user: Any, said: str, *, believes_name: bool) -> bool:
    """Is this the address or the student number that the class list has of a person? Where it has only a name,
    `believes_name` decides.
    """
    numbers = Enrolment.objects.filter(course=course_id, user=user).values_list("student_number", flat=True)
    known = {plain(text) for text in (user.email, numbers.first() or "") if text}
    return plain(said) in known or (not known and believes_name)

"""Names of the class list for people who join by a code: candidates, and proof that a name is theirs."""

from typing import Any, Final

from django.db.models import Q

from classrooms.models import Course, Enrolment, Session, User
from classrooms.people.class_lists.namesakes import name_key, plain

MOST_ALIKE: Final = 5


def expected_guests(course: Course, name: str) -> list[User]:
    """Students of the class list with this name who have no account and never came. Capitals, accents, spaces and the
    order of the words make no difference.
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
    """Must a person who chooses a name of the class list prove it by address or student number? Yes if one of the
    course's sessions demands it, by choice or because it keeps grades.
    """
    sessions = Session.objects.filter(course=course)
    return sessions.filter(Q(checks_claims=True) | Q(checks_claims=None, grade_book__isnull=False)).exists()


def checks_always(course: Course) -> bool:
    """Does one of its sessions demand proof even if the class list has only a name?"""
    return Session.objects.filter(course=course, checks_claims=True).exists()


def knows_identity(course_id: int, user: Any, said: str, *, believes_name: bool) -> bool:
    """Is this the address or the student number of the person in the class list? If the list has only a name,
    `believes_name` decides.
    """
    numbers = Enrolment.objects.filter(course=course_id, user=user).values_list("student_number", flat=True)
    known = {plain(text) for text in (user.email, numbers.first() or "") if text}
    return plain(said) in known or (not known and believes_name)

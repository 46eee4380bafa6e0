"""What somebody who comes by a code may choose, and whether the class list knows them already."""

import unicodedata
from typing import Any

from django.contrib.auth.models import AnonymousUser

from classrooms.models import Course, Enrolment, GradeBook, Session, SessionStatus, User
from classrooms.sessions.queries.set_up import BEGUN, roles_of
from classrooms.sessions.services import seats_offered

MOST_ALIKE = 5


def seat_choices(play_session: Session, user: Any) -> list[tuple[str, list[tuple[str, str]]]]:
    """The free seats by table, as choices of a form: values are "table-seat"."""
    roles = roles_of(play_session)
    known = user if user.is_authenticated else AnonymousUser()
    return [
        (table.name, [(f"{table.pk}-{seat}", str(roles[seat].name)) for seat in seats])
        for table, seats in seats_offered(play_session, known)
    ]


def is_open_to(play_session: Session) -> bool:
    """Does the code still let people in?"""
    return play_session.status == SessionStatus.OPEN or (play_session.status in BEGUN and play_session.late_join)


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
    wanted = sorted(plain(name).split())
    users = [row.user for row in rows.select_related("user").order_by("pk")]
    found = [
        user for user in users if sorted(plain(user.display_name).split()) == wanted and not user.has_usable_password()
    ]
    return found[:MOST_ALIKE]


def asks_identity(play_session: Session) -> bool:
    """Must who takes a name of the class list know its address or student number? Where nobody chose: yes where
    grades are kept.
    """
    if play_session.checks_claims is not None:
        return play_session.checks_claims
    return GradeBook.objects.filter(session=play_session).exists()


def knows_identity(play_session: Session, user: Any, said: str) -> bool:
    """Is this the address or the student number that the class list has of a person? Where it has only a name, that is
    believed, unless the session is to ask always.
    """
    number = (
        Enrolment.objects.filter(course=play_session.course_id, user=user)
        .values_list("student_number", flat=True)
        .first()
    )
    known = {plain(text) for text in (user.email, number or "") if text}
    return plain(said) in known or (not known and play_session.checks_claims is None)


def plain(name: str) -> str:
    """A name as it is compared."""
    parts = unicodedata.normalize("NFKD", name)
    letters = "".join(sign for sign in parts if not unicodedata.combining(sign))
    return " ".join(letters.casefold().split())

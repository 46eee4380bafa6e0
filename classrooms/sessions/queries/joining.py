"""The choices of somebody who comes by a code, and whether a name of the class list asks for more."""

from typing import Any

from django.contrib.auth.models import AnonymousUser

from classrooms.models import GradeBook, Session, SessionStatus
from classrooms.sessions.queries.set_up import BEGUN, roles_of
from classrooms.sessions.services import seats_offered


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


def asks_identity(play_session: Session) -> bool:
    """Must who takes a name of the class list know its address or student number? Where nobody chose: yes where
    grades are kept.
    """
    if play_session.checks_claims is not None:
        return play_session.checks_claims
    return GradeBook.objects.filter(session=play_session).exists()

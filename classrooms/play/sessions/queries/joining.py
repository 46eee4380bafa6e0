"""The choices of a person who joins by a code, and the need to prove a name of the class list."""

from typing import Any

from django.contrib.auth.models import AnonymousUser

from classrooms.models import GradeBook, Session, SessionStatus
from classrooms.play.sessions.queries.set_up import BEGUN, roles_of
from classrooms.play.sessions.services import seats_offered


def seat_choices(play_session: Session, user: Any) -> list[tuple[str, list[tuple[str, str]]]]:
    """The free seats by table, as choices of a form: values are "table-seat"."""
    roles = roles_of(play_session)
    known = user if user.is_authenticated else AnonymousUser()
    return [
        (table.name, [(f"{table.pk}-{seat}", str(roles[seat].name)) for seat in seats])
        for table, seats in seats_offered(play_session, known)
    ]


def is_open_to(play_session: Session) -> bool:
    """Can people still join by the code?"""
    return play_session.status == SessionStatus.OPEN or (play_session.status in BEGUN and play_session.late_join)


def has_open_poll(play_session: Session) -> bool:
    """Has the room an open poll? Then the code leads to it."""
    return play_session.polls.filter(closed_at__isnull=True).exists()


def asks_identity(play_session: Session) -> bool:
    """Must a person who chooses a name of the class list prove it by address or student number? Without a choice by
    staff: yes if the session has grades.
    """
    if play_session.checks_claims is not None:
        return play_session.checks_claims
    return GradeBook.objects.filter(session=play_session).exists()

"""The next page of a session for a person, by their rights and the session's state."""

from django.urls import reverse

from classrooms.models import Session, SessionStatus
from classrooms.people.access.permissions import Right, SessionAccess
from classrooms.play.sessions.queries.set_up import BEGUN


def page_url(name: str, *args: object) -> str:
    """The address of a page of this app, in any host site."""
    return reverse(f"classrooms:{name}", args=args)


def staff_url(play_session: Session, rights: frozenset[Right]) -> str:
    """The next page for people who run or watch a session."""
    if play_session.status == SessionStatus.DRAFT:
        name = "session-edit" if Right.MANAGE in rights else "session-lobby"
    elif play_session.status == SessionStatus.OPEN:
        name = "session-lobby"
    else:
        name = "monitor" if play_session.status in BEGUN else "compare"
    return page_url(name, play_session.pk)


def tabs(access: SessionAccess) -> list[tuple[str, str]]:
    """Name and address of a session's pages that the reader may open."""
    play_session, rights = access.play_session, access.rights
    known = [
        ("session-edit", Right.MANAGE),
        ("session-lobby", Right.LOOK),
        ("monitor", Right.LOOK),
        ("compare", Right.LOOK),
        ("interventions", Right.LOOK),
        ("session-questions", Right.LOOK),
        ("grades", Right.GRADE),
        ("session-reports", Right.GRADE),
    ]
    begun = {"session-lobby", "monitor", "compare", "interventions", "session-reports"}
    hidden = begun if play_session.status == "draft" else set()
    return [(name, page_url(name, play_session.pk)) for name, right in known if right in rights and name not in hidden]

"""Where somebody goes on with a session: by what they may do, and by the state that it is in."""

from django.urls import NoReverseMatch, reverse

from classrooms.access.permissions import Right, SessionAccess
from classrooms.models import Session, SessionStatus
from classrooms.sessions.queries.set_up import BEGUN


def page_url(name: str, *args: object) -> str:
    """The address of a page, empty for one that this site does not have."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""


def staff_url(play_session: Session, rights: frozenset[Right]) -> str:
    """The page on which those who run or watch a session go on."""
    lobby = reverse("session-lobby", args=[play_session.pk])
    if play_session.status == SessionStatus.DRAFT:
        may_edit = Right.MANAGE in rights
        return reverse("session-edit", args=[play_session.pk]) if may_edit else lobby
    if play_session.status == SessionStatus.OPEN:
        return lobby
    if play_session.status in BEGUN:
        return page_url("monitor", play_session.pk) or lobby
    return page_url("compare", play_session.pk) or lobby


def tabs(access: SessionAccess) -> list[tuple[str, str]]:
    """Name and address of the pages of a session that its reader may open, those that exist."""
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
    found = [(name, page_url(name, play_session.pk)) for name, right in known if right in rights and name not in hidden]
    return [(name, url) for name, url in found if url]

"""The pages of a session for a person, by their rights and the session's state."""

from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext_lazy

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


@dataclass(frozen=True)
class Tab:
    """A page of a session for its staff. `view` is its address' name; those with a `right` see it, and with `begun`
    not before the session is open.
    """

    view: str
    name: Any
    right: Right = Right.LOOK
    begun: bool = True


TABS: Final = (
    Tab("session-edit", gettext_lazy("Set-up"), Right.MANAGE, begun=False),
    Tab("session-lobby", gettext_lazy("Lobby")),
    Tab("monitor", gettext_lazy("Monitor")),
    Tab("compare", gettext_lazy("Compare")),
    Tab("interventions", gettext_lazy("Interventions")),
    Tab("session-events", gettext_lazy("Events"), Right.RUN),
    Tab("session-mails", gettext_lazy("Mails"), Right.RUN),
    Tab("session-paper", gettext_lazy("On paper"), Right.RUN),
    Tab("session-questions", gettext_lazy("Questions"), begun=False),
    Tab("grades", gettext_lazy("Grades"), Right.GRADE, begun=False),
    Tab("session-reports", gettext_lazy("Reports"), Right.GRADE),
)


def tabs(access: SessionAccess) -> list[tuple[Tab, str]]:
    """A session's pages that the reader may open, with their addresses."""
    play_session, draft = access.play_session, access.play_session.status == SessionStatus.DRAFT
    shown = (tab for tab in TABS if tab.right in access.rights and not (tab.begun and draft))
    return [(tab, page_url(tab.view, play_session.pk)) for tab in shown]

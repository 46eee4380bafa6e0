"""The tables of a session that play on paper: sheets to print, and pages for entering them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from classrooms import hooks
from classrooms.models import Session, SessionStatus
from classrooms.people.access.permissions import Right, SessionAccess
from classrooms.people.access.session_guards import for_session
from classrooms.play.sessions.queries.pages import page_url
from classrooms.play.sessions.services import may_own_cards
from classrooms.play.sessions.services.common import tables_of
from games.public.matches import deals_own
from games.public.models import Match, Status
from games.public.pages import paper_table
from games.ui import faces


@dataclass(frozen=True)
class PaperTableLine:
    """A table with the progress of its match; None before the start."""

    name: str
    match: Match
    heading: Any | None
    progress: Any | None
    debrief_url: str

    @property
    def takes_paper(self) -> bool:
        return self.match.status in (Status.RUNNING, Status.PAUSED)

    @property
    def has_own_cards(self) -> bool:
        """Does the table draw its own cards?"""
        return deals_own(self.match)


@require_safe
@for_session(Right.RUN)
def session_paper(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """The tables with their progress, their sheets and their pages for entering. For people who run the session."""
    play_session = access.play_session
    tables = [(table.name, table.match) for table in tables_of(play_session) if table.match is not None]
    context = {
        "access": access,
        "play_session": play_session,
        "lines": [_line(name, match) for name, match in tables],
        "may_start": play_session.status in (SessionStatus.OPEN, SessionStatus.RUNNING),
        "has_begun": play_session.status not in (SessionStatus.DRAFT, SessionStatus.OPEN),
        "types_cards": bool(tables) and _types_cards(play_session),
        "may_own_cards": _is_choice_left(match for _name, match in tables) and may_own_cards(play_session),
        "panels": hooks.PAPER_PANELS.all(request, play_session),
    }
    return render(request, "classrooms/sessions/paper.html", context)


def _is_choice_left(matches: Iterable[Match]) -> bool:
    """Is there a table without a move whose cards the site draws so far?"""
    return any(not match.number and not deals_own(match) for match in matches)


def _types_cards(play_session: Session) -> bool:
    """Can cards drawn at a table be typed in, in this game?"""
    return faces.get(play_session.game).printing.draw is not None


def _line(name: str, match: Match) -> PaperTableLine:
    table = paper_table(match)
    heading = table.read.heading if match.has_begun else None
    url = page_url("debrief", match.pk) if match.status == Status.FINISHED else ""
    return PaperTableLine(name, match, heading, table.progress, url)

"""The tables of a session that play on paper: sheets to print, and pages for entering them."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from classrooms.models import SessionStatus
from classrooms.people.access.permissions import Right, SessionAccess
from classrooms.people.access.session_guards import for_session
from classrooms.play.sessions.queries.pages import page_url
from classrooms.play.sessions.services.common import tables_of
from games.public.matches import game_of, scenario_of, state_of
from games.public.models import Match, Status
from games.ui import faces


@dataclass(frozen=True)
class PaperTableLine:
    """A table with the progress of its match; None before the start."""

    name: str
    match: Match
    heading: Any | None
    debrief_url: str

    @property
    def takes_paper(self) -> bool:
        return self.match.status in (Status.RUNNING, Status.PAUSED)


@require_safe
@for_session(Right.RUN)
def session_paper(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """The tables with their progress, their sheets and their pages for entering. For people who run the session."""
    play_session = access.play_session
    context = {
        "access": access,
        "play_session": play_session,
        "lines": [_line(table.name, table.match) for table in tables_of(play_session) if table.match is not None],
        "may_start": play_session.status in (SessionStatus.OPEN, SessionStatus.RUNNING),
        "has_begun": play_session.status not in (SessionStatus.DRAFT, SessionStatus.OPEN),
    }
    return render(request, "classrooms/sessions/paper.html", context)


def _line(name: str, match: Match) -> PaperTableLine:
    heading = None
    if match.has_begun:
        view = game_of(match).rules.view(state_of(match), None)
        heading = faces.get(match.game).words.heading(scenario_of(match), view)
    url = page_url("debrief", match.pk) if match.status == Status.FINISHED else ""
    return PaperTableLine(name, match, heading, url)

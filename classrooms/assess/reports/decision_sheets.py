"""The decision sheets of a session's teams as one PDF, in the order of the teams. The order of the cards is at its end.
Workers print it.
"""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classrooms.assess.reports.papers import PaperState, described, states_of
from classrooms.assess.reports.pdf import Draft, page_draft, printing
from classrooms.assess.reports.sources import Sources, hashed
from classrooms.assess.reports.upper import UPPER, UpperPaper
from classrooms.models import Paper, Session, SessionTeam
from games.public.base import site_url
from games.public.matches import deals_own
from games.public.pages import paper_table
from games.ui import faces
from games.ui.team_names import team_label

KIND: Final = Paper.Kind.DECISIONS


def sheets_paper(play_session: Session, language: str, tables: Sequence[int] = ()) -> Paper:
    """The unsaved paper of these tables; of all tables without any."""
    return described(KIND, language, session=play_session, tables=tables)


def sheet_tables(play_session: Session, chosen: Sequence[int] = ()) -> list[SessionTeam]:
    """The tables whose matches are not over, in their order; of the `chosen` ones, if any are."""
    rows = play_session.session_teams.select_related("match").order_by("position", "pk")
    found = [table for table in rows if table.match is not None and not table.match.is_over]
    return [table for table in found if not chosen or table.pk in chosen]


def sheets_document(play_session: Session, chosen: Sequence[int] = ()) -> dict[str, Any]:
    """The sheets of each team, then the order of the cards of each team, in the current language."""
    teams, orders = [], []
    for table in sheet_tables(play_session, chosen):
        if table.match is None:
            continue
        paper, name = paper_table(table.match), capfirst(team_label(table.name))
        turns = paper.sheets(_address, in_pdf=True)
        if turns:
            teams.append({"name": name, "turns": turns, "own_cards": paper.has_own_cards})
        if paper.order:
            orders.append({"name": name, "tables": paper.order})
    return {"teams": teams, "orders": orders}


def _address(code: str) -> str:
    return site_url("games:paper-sheet", code)


def _session(paper: Paper) -> Session:
    """The session of a paper. Raises Session.DoesNotExist for a deleted one."""
    if paper.session is None:
        raise Session.DoesNotExist
    return paper.session


def _draft(paper: Paper) -> Draft:
    play_session = _session(paper)
    with printing(paper.language):
        title = _("Decision sheets of %(name)s") % {"name": play_session.title}
        context = {
            **sheets_document(play_session, paper.tables),
            "paper": True,
            "paper_title": title,
            "paper_body": "classrooms/reports/decision_sheets.html",
            "is_sheets": True,
            "face": {"title": faces.get(play_session.game).title},
            "name": play_session.title,
            "project": play_session.course.name,
            "language": paper.language,
        }
        return page_draft(context, play_session.started_at or play_session.created_at, [])


def _sources(paper: Paper) -> Sources:
    """Titles, addresses, and the teams with the position from which their sheets are printed."""
    play_session = _session(paper)
    told: list[Any] = [play_session.title, play_session.course.name, play_session.started_at]
    told.append(site_url("games:paper-code"))
    for table in sheet_tables(play_session, paper.tables):
        match = table.match
        if match is not None:
            told.append([table.name, match.pk, _place(match), match.has_begun, deals_own(match)])
    return {KIND: hashed(told)}


def _place(match: Any) -> list[int]:
    """The turn from which sheets are printed. Sheets of a game that prints turn by turn change with each move."""
    read = paper_table(match).read
    if not match.has_begun:
        return []
    has_turns = bool(read.face.printing.turns(read.scenario, read.options))
    return [read.heading.turn, 0 if has_turns else match.number]


def teams_words(paper: Paper, names: dict[int, str]) -> str:
    """The teams of a paper, in words."""
    if not paper.tables:
        return _("All teams")
    known = [names[each] for each in paper.tables if each in names]
    return ", ".join(known) or ngettext("%(n)d team", "%(n)d teams", len(paper.tables)) % {"n": len(paper.tables)}


def sheets_of(play_session: Session, language: str) -> list[PaperState]:
    """The states of the session's PDFs in a language, the one of all teams first."""
    rows = play_session.papers.filter(kind=KIND, language=language).select_related("session__course")
    return states_of(sorted(rows, key=lambda each: (bool(each.tables), each.pk)))


UPPER[KIND] = UpperPaper(_draft, _sources, lambda: _("a team has entered a turn, or teams have changed"))

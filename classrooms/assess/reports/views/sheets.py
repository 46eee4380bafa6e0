"""The decision sheets of a session's teams as one PDF: its panel on the page *On paper*, and the file."""

from typing import Any

from django.http import FileResponse, HttpRequest
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from classrooms import hooks as rooms
from classrooms.assess.reports.decision_sheets import KIND, sheet_tables, sheets_of, sheets_paper, teams_words
from classrooms.assess.reports.papers import papers_for, papers_request, state_of
from classrooms.assess.reports.views.debriefs import page_language
from classrooms.models import Session
from classrooms.people.access.permissions import Right, SessionAccess
from classrooms.people.access.session_guards import for_session
from games.public.hooks import Panel
from games.public.pages import stream
from games.public.work import TOPIC


def sheets_panel(request: HttpRequest, play_session: Session) -> Panel | None:
    """The form for the PDF of all teams or of some, and the PDFs that were requested. None without a team to print."""
    tables = sheet_tables(play_session)
    if not tables:
        return None
    names = {table.pk: table.name for table in tables}
    url = reverse("classrooms:session-sheets", args=[play_session.pk])
    files = [
        (teams_words(found.paper, names), found, f"{url}?paper={found.paper.pk}")
        for found in sheets_of(play_session, page_language())
        if found.paper is not None
    ]
    context = {
        "tables": tables,
        "files": files,
        "make_url": url,
        "moving": any(found.state == "working" for _words, found, _url in files),
        **stream(request, lambda: [TOPIC]),
    }
    return Panel("sheets", "classrooms/reports/decision_sheets_panel.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_session(Right.RUN)
def session_sheets(request: HttpRequest, access: SessionAccess) -> Any:
    """The PDF `?paper=`; the page *On paper* while it is not ready. POST requests the PDF of the chosen teams, or of
    all teams.
    """
    play_session, page = access.play_session, redirect("classrooms:session-paper", access.play_session.pk)
    if request.method == "POST":
        tables = sheet_tables(play_session)
        chosen = [table.pk for table in tables if str(table.pk) in request.POST.getlist("table")]
        if tables:
            wanted = sheets_paper(play_session, page_language(), [] if len(chosen) == len(tables) else chosen)
            papers_request(papers=papers_for([wanted]))
        return page
    number = request.GET.get("paper", "")
    rows = play_session.papers.filter(kind=KIND).select_related("session__course")
    row = rows.filter(pk=int(number)).first() if number.isascii() and number.isdecimal() and len(number) <= 9 else None
    found = state_of(row)
    if found.state != "ready" or found.paper is None:
        return page
    title, kind = slugify(play_session.title) or str(play_session.pk), _("decision-sheets")
    name = f"{kind}-{title}-{found.paper.language}.pdf"
    response = FileResponse(found.paper.file.open("rb"), as_attachment=True, filename=name)
    response["Content-Language"] = found.paper.language
    return response


rooms.PAPER_PANELS.fill(sheets_panel)

"""The page of a player's forecast journal."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from classrooms.people.access.permissions import Right, SessionAccess
from classrooms.people.access.session_guards import for_session
from classrooms.play.questions.queries import forecasts
from classrooms.play.questions.queries.forecasts import EMPTY, Journal
from classrooms.play.questions.queries.participants import Participant
from classrooms.play.questions.queries.session_questions import turn_title
from classrooms.play.questions.services.forecasts import forecast_write
from classrooms.play.questions.services.refusals import BadQuestion, NoForecastNow
from games.public.base import ServiceError


@require_http_methods(["GET", "HEAD", "POST"])
@for_session(Right.PLAY)
def forecast(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """Enter a forecast of the current turn, and read the accuracy of earlier ones. For the students of the course."""
    if request.method != "POST":
        return _page(request, access)
    one, _journal = _mine(request, access)
    turn = _number(request.POST.get("turn", "")) or 0
    try:
        if one is None or one.place.table is None:
            raise NoForecastNow(reason=_("You sit at no table of this session."))
        one.place.table.session = access.play_session
        values = {
            what.name: value
            for what in _whats(one)
            if (value := _number(request.POST.get(f"figure-{what.name}", ""))) is not None
        }
        forecast_write(table=one.place.table, user=request.user, turn=turn, values=values)
    except BadQuestion as refused:
        return _page(request, access, typed=request.POST, refused=str(refused))
    except ServiceError as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Your forecast is written down. You can change it until this turn is over."))
    return redirect("classrooms:forecast", access.play_session.pk)


def _number(text: str) -> int | None:
    """A whole number as it was typed; None for anything else."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else None


def _whats(one: Participant) -> Any:
    match = one.place.table.match if one.place.table else None
    return forecasts.forecastables(match) if match is not None else ()


def _mine(request: HttpRequest, access: SessionAccess) -> tuple[Participant | None, Journal]:
    found = forecasts.journals(access.play_session, request.user)
    return found[0] if found else (None, EMPTY)


def _page(
    request: HttpRequest, access: SessionAccess, *, typed: Mapping[str, Any] | None = None, refused: str = ""
) -> HttpResponse:
    one, journal = _mine(request, access)
    match = one.place.table.match if one is not None and one.place.table else None
    now = next((line for line in journal.lines if line.turn == journal.turn), None)
    fields = []
    if journal.turn and one is not None:
        latest = {figure.what.name: figure.expected for figure in now.figures} if now else {}
        for what in _whats(one):
            kept = latest.get(what.name)
            given = (typed or {}).get(f"figure-{what.name}", "" if kept is None else str(kept))
            fields.append({"what": what, "given": given})
    over = [line for line in journal.lines if line.over]
    context = {
        "access": access,
        "match": match,
        "journal": journal,
        "fields": fields,
        "turn_name": turn_title(access.play_session, journal.turn) if journal.turn else "",
        "is_written": now is not None and now.written,
        "over": [(turn_title(access.play_session, line.turn), line) for line in reversed(over)],
        "share": None if journal.share is None else round(100 * journal.share),
        "refused": refused,
    }
    return render(request, "classrooms/questions/forecast.html", context, status=422 if refused else 200)

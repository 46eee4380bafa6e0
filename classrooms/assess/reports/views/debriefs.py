"""The debrief of a match: page and exported match. For people at its table and people who run it."""

from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET, require_POST

from classrooms.assess.analysis.card import card_for
from classrooms.assess.reports.document import document
from classrooms.assess.reports.papers import state_of
from classrooms.assess.reports.pdf import attached
from classrooms.assess.reports.queries import debrief_progress
from classrooms.assess.reports.services import debrief_request
from classrooms.assess.reports.student import own_seats
from classrooms.models import Paper
from classrooms.play.monitor.queries.observers import notes_for
from games.public.base import NotAllowed
from games.public.pages import open_for, stream
from games.public.work import TOPIC
from games.ui.languages import called, offered

private = cache_control(private=True, no_cache=True)


@require_GET
@login_required
@private
def debrief(request: HttpRequest, match_id: int) -> HttpResponse:
    """The debrief, or its progress. With `?tools`, only the parts that change while a PDF is made."""
    access = open_for(request, match_id, former=True).access
    language = page_language()
    progress = debrief_progress(access.match, steward=access.steward)
    copies = {paper.full: paper for paper in access.match.papers.filter(kind=Paper.Kind.TEAM, language=language)}
    context: dict[str, Any] = {
        "access": access,
        "match": access.match,
        "progress": progress,
        "pdf": state_of(copies.get(False)),
        "other_languages": [(code, called(code)) for code, _name in settings.LANGUAGES if code != language],
    }
    if access.steward:
        context["staff_copy"] = state_of(copies.get(True))
    context["has_part"] = bool(access.seats) or bool(own_seats(access.match, request.user))
    states = [progress.state, *(context[name].state for name in ("pdf", "staff_copy") if name in context)]
    context["moving"] = "working" in states
    if "tools" in request.GET:
        return render(request, "classrooms/reports/poll.html", context)
    if progress.debrief is not None:
        context |= document(progress.debrief, language, full=access.steward)
        context["card"] = card_for(access, language)
        context["notes"] = notes_for(access.match, request.user, steward=access.steward)
    return render(request, "classrooms/reports/debrief.html", context | stream(request, lambda: [TOPIC]))


def page_language() -> str:
    """The reader's language, if debriefs are made in it."""
    language = offered()
    return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


@require_POST
@login_required
def debrief_make(request: HttpRequest, match_id: int) -> HttpResponse:
    """Request the debrief, for the first time or again. For people who run the match."""
    access = open_for(request, match_id, former=True).access
    if not access.steward:
        return HttpResponse(str(NotAllowed()), status=NotAllowed.status, content_type="text/plain; charset=utf-8")
    if debrief_progress(access.match, steward=True).state not in ("early", "aborted", "working"):
        debrief_request(match=access.match)
    return redirect("classrooms:debrief", match_id)


@require_GET
@login_required
@private
def debrief_export(request: HttpRequest, match_id: int) -> HttpResponse:
    """The match as a file that proves itself; 404 while its seed must not be known."""
    access = open_for(request, match_id, former=True).access
    files = attached(access.match)
    if not files:
        raise Http404
    name, content = files[0]
    return HttpResponse(
        content,
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )

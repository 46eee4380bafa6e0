"""The analysis of a match: its page, its start, its end before time."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET, require_POST

from classrooms.assess.analysis.access import is_readable, part_context
from classrooms.assess.analysis.queries import can_be_analysed
from classrooms.assess.analysis.services import analysis_cancel, analysis_request
from games.public.matches import Access, access_back
from games.public.pages import match_title, stream
from games.public.work import TOPIC
from games.ui.languages import offered

private = cache_control(private=True, no_cache=True)


def readable(request: HttpRequest, match_id: int) -> Access | None:
    """Access to a match whose analysis this person may read; None while it is closed for them. Raises Http404 for
    strangers and for games without an analysis.
    """
    access = access_back(match_id, request.user)
    if not can_be_analysed(access.match):
        raise Http404
    return access if is_readable(access.match, steward=access.steward) else None


@require_GET
@login_required
@private
def analysis(request: HttpRequest, match_id: int) -> HttpResponse:
    """The page of the analysis, or its progress. With `?live`, the answer has only the changing parts. While
    reading is not allowed, the debrief gives the reason.
    """
    access = readable(request, match_id)
    if access is None:
        return redirect("classrooms:debrief", match_id)
    context = part_context(access, offered())
    if "live" in request.GET:
        return render(request, "classrooms/analysis/live.html", context)
    context |= {"match_title": match_title(access.match)} | stream(request, lambda: [TOPIC])
    return render(request, "classrooms/analysis/page.html", context)


def _access_or_404(request: HttpRequest, match_id: int) -> Access:
    """Access for people who run or play the match. Raises PermissionDenied for others, Http404 while reading is
    not allowed.
    """
    access = readable(request, match_id)
    if access is None:
        raise Http404
    if not access.steward and not access.seats:
        raise PermissionDenied
    return access


@require_POST
@login_required
def analysis_start(request: HttpRequest, match_id: int) -> HttpResponse:
    """Request the analysis of the match."""
    access = _access_or_404(request, match_id)
    analysis_request(match=access.match, by=request.user)
    return redirect("classrooms:analysis", match_id)


@require_POST
@login_required
def analysis_stop(request: HttpRequest, match_id: int) -> HttpResponse:
    """Call the analysis off."""
    access = _access_or_404(request, match_id)
    analysis_cancel(match=access.match)
    return redirect("classrooms:analysis", match_id)

"""The debrief of a match: page, PDF, exported match. For those at its table and those who run it."""

from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import get_language, get_language_info
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from classrooms.models import Report
from classrooms.reports.document import document
from classrooms.reports.pdf import attached
from classrooms.reports.queries import FILE_JOB, debrief_standing
from classrooms.reports.reports import paper_state
from classrooms.reports.services import debrief_request, file_request
from classrooms.reports.student import own_seats
from games.errors import NotAllowed
from games.selectors.looking_back import access_back

private = cache_control(private=True, no_cache=True)


@require_GET
@login_required
@private
def debrief(request: HttpRequest, match_id: int) -> HttpResponse:
    """The debrief, or how far it is. With `?tools`, only what changes while a PDF is made."""
    access = access_back(match_id, request.user)
    language = page_language()
    standing = debrief_standing(access.match, language, steward=access.steward)
    context: dict[str, Any] = {
        "access": access,
        "match": access.match,
        "standing": standing,
        "other_languages": [
            (code, get_language_info(code)["name_local"]) for code, _name in settings.LANGUAGES if code != language
        ],
    }
    if access.steward:
        copies = Report.objects.filter(kind=Report.Kind.TEAM, match=match_id, language=language, full=True)
        context["staff_copy"] = paper_state(copies.first())
    context["has_part"] = bool(access.seats) or bool(own_seats(access.match, request.user))
    context["moving"] = standing.moving or context.get("staff_copy", {}).get("state") == "working"
    if "tools" in request.GET:
        return render(request, "classrooms/reports/poll.html", context)
    if standing.debrief is not None:
        context |= document(standing.debrief, language, full=access.steward)
    return render(request, "classrooms/reports/debrief.html", context)


def page_language() -> str:
    """The reader's language, if debriefs are made in it."""
    language = get_language() or settings.LANGUAGE_CODE
    return language if language in FILE_JOB else settings.LANGUAGE_CODE


@require_POST
@login_required
def debrief_make(request: HttpRequest, match_id: int) -> HttpResponse:
    """Have the debrief made, or made anew. For those who run the match."""
    access = access_back(match_id, request.user)
    if not access.steward:
        return HttpResponse(str(NotAllowed()), status=NotAllowed.status, content_type="text/plain; charset=utf-8")
    if debrief_standing(access.match, page_language(), steward=True).state not in ("early", "aborted", "working"):
        debrief_request(match=access.match)
    return redirect("debrief", match_id)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@private
def debrief_pdf(request: HttpRequest, match_id: int) -> Any:
    """The PDF in the reader's language; posted to, have it made."""
    access = access_back(match_id, request.user)
    language = page_language()
    standing = debrief_standing(access.match, language, steward=access.steward)
    if request.method == "POST":
        if standing.state == "ready" and standing.file is None and not standing.file_in_work:
            file_request(match=access.match, language=language)
        return redirect("debrief", match_id)
    if standing.file is None:
        return redirect("debrief", match_id)
    name = slugify(access.match.team_name or access.match.title) or str(match_id)
    content = standing.file.file.open("rb")
    response = FileResponse(content, as_attachment=True, filename=f"debrief-{name}-{language}.pdf")
    response["Content-Language"] = language
    return response


@require_GET
@login_required
@private
def debrief_export(request: HttpRequest, match_id: int) -> HttpResponse:
    """The match as a file that proves itself; 404 while its seed must not be known."""
    access = access_back(match_id, request.user)
    files = attached(access.match)
    if not files:
        raise Http404
    name, content = files[0]
    return HttpResponse(
        content,
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )

"""A student's own report as a page, and the PDFs of a match: of a student, of the team, of people who run it."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_safe

from classrooms.assess.reports.batch import path_of
from classrooms.assess.reports.papers import described, papers_for, papers_request, state_of
from classrooms.assess.reports.queries import debrief_progress
from classrooms.assess.reports.student import own_seats, student_document
from classrooms.assess.reports.views.debriefs import page_language, private
from classrooms.models import Paper
from games.public.base import NotAllowed
from games.public.matches import Access
from games.public.pages import open_for, stream
from games.public.work import TOPIC


@require_safe
@login_required
@private
def own_report(request: HttpRequest, match_id: int) -> HttpResponse:
    """The reader's own report, about their own seats only. With `?live`, only the parts that change while its PDF
    is made.
    """
    access, language = _own(request, match_id), page_language()
    progress = debrief_progress(access.match, steward=access.steward)
    if progress.debrief is None:
        return redirect("classrooms:debrief", match_id)
    paper = Paper.objects.filter(name=described("student", language, match=access.match, user=request.user).name)
    context = {"access": access, "match": access.match, "pdf": state_of(paper.first())}
    context |= stream(request, lambda: [TOPIC])
    if "live" in request.GET:
        return render(request, "classrooms/reports/own_poll.html", context)
    return render(
        request, "classrooms/reports/own.html", context | student_document(progress.debrief, request.user, language)
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@private
def own_report_pdf(request: HttpRequest, match_id: int) -> Any:
    """The own report as a PDF; posted to, have it made."""
    access = _own(request, match_id)
    wanted = described("student", page_language(), match=access.match, user=request.user)
    return _paper(request, access, wanted, "own-report")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@private
def debrief_pdf(request: HttpRequest, match_id: int) -> Any:
    """The team's report as a PDF; posted to, have it made."""
    access = open_for(request, match_id, former=True).access
    wanted = described("team", page_language(), match=access.match)
    name = slugify(access.match.team_name or access.match.title) or str(match_id)
    return _paper(request, access, wanted, "debrief", f"debrief-{name}-{wanted.language}.pdf")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@private
def staff_report_pdf(request: HttpRequest, match_id: int) -> Any:
    """The team's report with the plan for the debrief. For people who run the match; a post requests it."""
    access = open_for(request, match_id).access
    if not access.steward:
        return HttpResponse(str(NotAllowed()), status=NotAllowed.status, content_type="text/plain; charset=utf-8")
    return _paper(request, access, described("team", page_language(), match=access.match, full=True), "debrief")


def _own(request: HttpRequest, match_id: int) -> Access:
    """The reader's own part. Raises Http404 for a person without a move."""
    access = open_for(request, match_id, former=True).access
    if not own_seats(access.match, request.user):
        raise Http404
    return access


def _paper(request: HttpRequest, access: Access, wanted: Paper, page: str, name: str = "") -> Any:
    """The file if it is current; else the page with its progress."""
    if debrief_progress(access.match, steward=access.steward).debrief is None:
        return redirect("classrooms:debrief", access.match.pk)
    if request.method == "POST":
        papers_request(papers=papers_for([wanted]))
        return redirect(f"classrooms:{page}", access.match.pk)
    found = state_of(Paper.objects.select_related("match", "user").filter(name=wanted.name).first())
    if found.state != "ready" or found.paper is None:
        return redirect(f"classrooms:{page}", access.match.pk)
    name = name or path_of(found.paper).rpartition("/")[2]
    response = FileResponse(found.paper.file.open("rb"), as_attachment=True, filename=name)
    response["Content-Language"] = wanted.language
    return response

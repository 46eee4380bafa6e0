"""A student's own report, and the instructor's copy of a team's."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from classrooms.models import Report
from classrooms.reports.queries import debrief_standing
from classrooms.reports.report_batch import path_of
from classrooms.reports.reports import is_current, paper_state, report_of, report_request
from classrooms.reports.student import own_seats, student_document
from classrooms.reports.views.debriefs import page_language, private
from games.errors import NotAllowed
from games.permissions import Access, access_to
from games.selectors.looking_back import access_back


@require_safe
@login_required
@private
def own_report(request: HttpRequest, match_id: int) -> HttpResponse:
    """The report of whoever reads it: about the own seats, never about those of others. With `?live`, only what changes
    while its PDF is made.
    """
    access, language = _own(request, match_id), page_language()
    standing = debrief_standing(access.match, language, steward=access.steward)
    if standing.debrief is None:
        return redirect("debrief", match_id)
    report = Report.objects.filter(kind=Report.Kind.STUDENT, match=match_id, user=request.user.pk, language=language)
    context = {"access": access, "match": access.match, "paper_state": paper_state(report.first())}
    if "live" in request.GET:
        return render(request, "classrooms/reports/own_poll.html", context)
    return render(
        request, "classrooms/reports/own.html", context | student_document(standing.debrief, request.user, language)
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@private
def own_report_pdf(request: HttpRequest, match_id: int) -> Any:
    """The own report as a PDF; posted to, have it made."""
    access, language = _own(request, match_id), page_language()
    if debrief_standing(access.match, language, steward=access.steward).debrief is None:
        return redirect("debrief", match_id)
    return _paper(
        request, report_of(Report.Kind.STUDENT, language, match=access.match, user=request.user), "own-report"
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@private
def staff_report_pdf(request: HttpRequest, match_id: int) -> Any:
    """The team's report with the plan for the debriefing. For those who run the match; posted to, have it made."""
    access, language = access_to(match_id, request.user), page_language()
    if not access.steward:
        return HttpResponse(str(NotAllowed()), status=NotAllowed.status, content_type="text/plain; charset=utf-8")
    if debrief_standing(access.match, language, steward=True).debrief is None:
        return redirect("debrief", match_id)
    return _paper(request, report_of(Report.Kind.TEAM, language, match=access.match, full=True), "debrief")


def _own(request: HttpRequest, match_id: int) -> Access:
    """Raises Http404 for whoever made no move."""
    access = access_back(match_id, request.user)
    if not own_seats(access.match, request.user):
        raise Http404
    return access


def _paper(request: HttpRequest, report: Report, page: str) -> Any:
    if request.method == "POST":
        report_request(report=report)
        return redirect(page, report.match_id)
    if not is_current(report):
        return redirect(page, report.match_id)
    name = path_of(report).rpartition("/")[2]
    response = FileResponse(report.file.open("rb"), as_attachment=True, filename=name)
    response["Content-Language"] = report.language
    return response

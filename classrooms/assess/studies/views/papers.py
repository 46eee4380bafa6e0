"""Papers of a study as files, and the slides of its result on a screen."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from classrooms.assess.reports.papers import papers_for, papers_request, state_of
from classrooms.assess.reports.views.debriefs import page_language
from classrooms.assess.studies.access import StudyAccess, for_study
from classrooms.assess.studies.papers import KINDS, papers_of, slides_document
from classrooms.models import Paper, Study
from classrooms.people.access.permissions import Right
from games.public.pages import stream
from games.public.work import TOPIC

PAGES = {
    Paper.Kind.PROTOCOL: "classrooms:study-protocol",
    Paper.Kind.RESULT: "classrooms:study-result",
    Paper.Kind.RESULT_SLIDES: "classrooms:study-result",
}
"""The page of a study that offers each paper."""


def papers_context(request: HttpRequest, study: Study, kinds: tuple[Paper.Kind, ...]) -> dict[str, Any]:
    """The papers of these kinds that the study can have, each with its title, state and address; whether one is being
    made, and the stream that tells of it.
    """
    titles = {
        Paper.Kind.PROTOCOL: _("Protocol"),
        Paper.Kind.RESULT: _("Result"),
        Paper.Kind.RESULT_SLIDES: _("Slides"),
    }
    wanted = [paper for paper in papers_of(study, page_language()) if paper.kind in kinds]
    rows = Paper.objects.select_related("study__course").in_bulk([each.name for each in wanted], field_name="name")
    lines = [
        (
            titles[Paper.Kind(each.kind)],
            state_of(rows.get(each.name)),
            reverse("classrooms:study-paper", args=[study.pk, each.kind]),
        )
        for each in wanted
    ]
    moving = any(state.state == "working" for _title, state, _url in lines)
    return {"papers": lines, "moving": moving} | stream(request, lambda: [TOPIC])


@require_http_methods(["GET", "HEAD", "POST"])
@for_study(Right.LOOK)
def paper(request: HttpRequest, access: StudyAccess, kind: str) -> Any:
    """A paper as a PDF; the page with its progress while there is none. POST requests it."""
    if kind not in KINDS:
        raise Http404
    if kind != Paper.Kind.PROTOCOL and not access.may(Right.GRADE):
        raise PermissionDenied
    page = redirect(PAGES[Paper.Kind(kind)], access.study.pk)
    wanted = [each for each in papers_of(access.study, page_language()) if each.kind == kind]
    if request.method == "POST":
        papers_request(papers=papers_for(wanted))
        return page
    name = wanted[0].name if wanted else ""
    found = state_of(Paper.objects.select_related("study__course").filter(name=name).first())
    if found.state != "ready" or found.paper is None:
        return page
    title = slugify(access.study.title) or str(access.study.pk)
    name = f"{kind}-{title}-{found.paper.language}.pdf"
    response = FileResponse(found.paper.file.open("rb"), as_attachment=True, filename=name)
    response["Content-Language"] = found.paper.language
    return response


@require_safe
@for_study(Right.GRADE)
def slides(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """The slides of the result for the projector; 404 while there are no numbers."""
    context = slides_document(access.study)
    if not context["slides"]:
        raise Http404
    return render(request, "classrooms/studies/slides_page.html", context)

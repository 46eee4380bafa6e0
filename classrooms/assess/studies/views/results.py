"""The result of a study on a page, and its replication package."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from classrooms.assess.studies.access import StudyAccess, for_study
from classrooms.assess.studies.jobs import RESULT, result_request
from classrooms.assess.studies.package.files import UnfitTables
from classrooms.assess.studies.queries.overview import can_compute
from classrooms.assess.studies.queries.packages import package_of
from classrooms.assess.studies.queries.results import digest_of, prepared_tables, result_view
from classrooms.assess.studies.services.sharing import result_pool
from classrooms.assess.studies.views.papers import papers_context
from classrooms.models import Paper
from classrooms.people.access.permissions import Right
from classrooms.people.class_lists.views.frame import head
from games.public.models import Job


@for_study(Right.GRADE)
def result(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """The result as it was computed last. POST has it computed again."""
    study = access.study
    if study.drawn_at is None:
        raise Http404
    if request.method == "POST":
        result_request(study)
        messages.success(request, _("The numbers are being computed. The page shows them in a moment."))
        return redirect("classrooms:study-result", study.pk)
    job = Job.objects.filter(kind=RESULT, subject=str(study.pk)).exclude(state=Job.State.DONE).first()
    context = head(request, access) | {"study": study, **result_view(study)}
    context["is_computing"] = job is not None and job.state in (Job.State.PENDING, Job.State.RUNNING)
    context |= papers_context(request, study, (Paper.Kind.RESULT, Paper.Kind.RESULT_SLIDES))
    context["moving"] = context["moving"] or context["is_computing"]
    if context["numbers"]:
        context["slides_url"] = reverse("classrooms:study-slides", args=[study.pk])
    context["can_compute"] = can_compute()
    context["has_failed"] = job is not None and job.state == Job.State.FAILED
    return render(request, "classrooms/studies/result.html", context)


@for_study(Right.GRADE)
def package(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """The replication package. POST makes and sends it: from then on consent cannot be withdrawn."""
    if request.method != "POST":
        return redirect("classrooms:study-result", access.study.pk)
    if not access.may(Right.MANAGE):
        raise PermissionDenied
    if not access.study.result:
        raise Http404
    tables = prepared_tables(access.study)
    if digest_of(tables) != access.study.result["tables"]:
        result_request(access.study)
        messages.warning(request, _("Answers have changed. The numbers are computed again; export them afterwards."))
        return redirect("classrooms:study-result", access.study.pk)
    try:
        found = package_of(access.study, tables)
    except UnfitTables:
        messages.error(request, _("Too few people for a package without names: every arm needs five who agreed."))
        return redirect("classrooms:study-result", access.study.pk)
    study = result_pool(study_id=access.study.pk)
    answer = HttpResponse(found, content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="study-{study.pk}.zip"'
    return answer

"""Sharing the summary of a study, and the pool of studies that a course knows."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from classrooms.assess.reports.views.debriefs import page_language
from classrooms.assess.studies.access import StudyAccess, for_study
from classrooms.assess.studies.forms import ShareForm, SummariesForm
from classrooms.assess.studies.jobs import POOL, pool_request
from classrooms.assess.studies.queries.overview import can_compute, has_failed, is_computing
from classrooms.assess.studies.queries.summaries import (
    alone_of,
    pool_numbers,
    pooled_lines,
    shared_of,
    summary_lines,
)
from classrooms.assess.studies.services.refusals import BadPlan
from classrooms.assess.studies.services.sharing import (
    summaries_take,
    summary_remove,
    summary_share,
    summary_withdraw,
)
from classrooms.assess.studies.sharing.summary import BadSummary, write
from classrooms.people.access.guards import UPLOAD_LIMIT, for_members
from classrooms.people.access.permissions import CourseAccess, Right
from classrooms.people.class_lists.views.frame import head
from games.public.base import view_options
from games.public.pages import stream
from games.public.work import TOPIC


@for_study(Right.MANAGE)
def summary(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """The summary of a study that the course shares. POST makes it, or with `withdraw` no longer shares it."""
    study = access.study
    if not study.result:
        raise Http404
    form = ShareForm(study, request.POST if "share" in request.POST else None, page_language())
    if "withdraw" in request.POST:
        summary_withdraw(study_id=study.pk)
        messages.success(request, _("The study is no longer shared. Files that were downloaded stay where they are."))
        return redirect("classrooms:study-summary", study.pk)
    if form.is_bound and form.is_valid():
        try:
            summary_share(study_id=study.pk, kinds=form.kinds(), language=form.cleaned_data["language"])
        except BadPlan as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, _("The summary is in the course's file."))
            return redirect("classrooms:course-study-pool", access.course.pk)
    context = head(request, access) | {"study": study, "form": form}
    return render(request, "classrooms/studies/summary.html", context, status=422 if form.errors else 200)


@view_options(body_limit=UPLOAD_LIMIT)
@for_members(Right.LOOK)
def pool(request: HttpRequest, access: CourseAccess) -> HttpResponse:
    """The studies that the course shares or took in, and all together. POST takes a file in, removes a study, or has
    the numbers computed; for instructors.
    """
    form = SummariesForm()
    if request.method == "POST":
        if not access.may(Right.MANAGE):
            raise PermissionDenied
        if "remove" in request.POST:
            summary_remove(course=access.course, study=request.POST["remove"])
            messages.success(request, _("The study is taken out."))
            return redirect("classrooms:course-study-pool", access.course.pk)
        if "compute" in request.POST:
            pool_request(access.course)
            return redirect("classrooms:course-study-pool", access.course.pk)
        form = SummariesForm(request.POST, request.FILES)
        if form.is_valid():
            try:
                number = summaries_take(course=access.course, content=form.content())
            except BadSummary as refused:
                form.add_error("file", str(refused))
            else:
                pool_request(access.course)
                words = ngettext("%(number)d study is taken in.", "%(number)d studies are taken in.", number)
                messages.success(request, words % {"number": number})
                return redirect("classrooms:course-study-pool", access.course.pk)
    moving = is_computing(POOL, access.course.pk)
    context = head(request, access) | {
        "form": form,
        "lines": summary_lines(access.course),
        "pooled": pooled_lines(access.course),
        "is_current": pool_numbers(access.course) is not None,
        "alone": alone_of(access.course),
        "can_compute": can_compute(),
        "may_download": bool(shared_of(access.course)),
        "moving": moving,
        "has_failed": has_failed(POOL, access.course.pk),
        **stream(request, lambda: [TOPIC]),
    }
    return render(request, "classrooms/studies/pool.html", context, status=422 if form.errors else 200)


@require_safe
@for_members(Right.MANAGE)
def shared_file(request: HttpRequest, access: CourseAccess) -> HttpResponse:
    """The file of all summaries that the course shares; 404 while it shares none."""
    found = shared_of(access.course)
    if not found:
        raise Http404
    answer = HttpResponse(write(found), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="studies-{access.course.pk}.json"'
    return answer

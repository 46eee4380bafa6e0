"""The plan of a study: settings, arms, questions, power, and its protocol."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from classrooms.assess.studies.access import StudyAccess, for_study
from classrooms.assess.studies.forms import ArmsForm, ChooseForm, PlanForm, TimesForm
from classrooms.assess.studies.jobs import power_request
from classrooms.assess.studies.papers import protocol_document
from classrooms.assess.studies.queries.overview import power_view, running_view
from classrooms.assess.studies.queries.plans import lacking
from classrooms.assess.studies.queries.questions import pool_of
from classrooms.assess.studies.services.design import (
    arms_set,
    questions_choose,
    questions_set,
    study_delete,
    study_update,
)
from classrooms.assess.studies.services.freezing import study_freeze
from classrooms.assess.studies.views.papers import papers_context
from classrooms.models import Paper, Study, StudyForm
from classrooms.people.access.permissions import Right
from classrooms.people.class_lists.views.frame import head
from games.public.base import ServiceError, clock
from games.public.pages import stream
from games.public.work import TOPIC


@for_study(Right.LOOK)
def study(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """A draft with its forms, or the steps of a frozen study. POST changes a draft, for instructors."""
    if access.study.frozen_at is not None:
        if request.method == "POST":
            return HttpResponse(status=409)
        context = head(request, access) | {"study": access.study} | running_view(access.study, clock.now())
        context["times"] = TimesForm(instance=access.study)
        return render(request, "classrooms/studies/running.html", context)
    plan = PlanForm(instance=access.study)
    arms = ArmsForm(access.study)
    if request.method == "POST":
        if not access.may(Right.MANAGE):
            raise PermissionDenied
        answer = _posted(request, access.study)
        if isinstance(answer, HttpResponse):
            return answer
        plan, arms = answer
    return _draft(request, access, plan, arms)


def _posted(request: HttpRequest, row: Study) -> HttpResponse | tuple[PlanForm, ArmsForm]:
    """The answer to a change; the forms with their faults if it was refused."""
    plan, arms = PlanForm(instance=Study.objects.get(pk=row.pk)), ArmsForm(row)
    try:
        if "arms" in request.POST:
            arms = ArmsForm(row, request.POST)
            if not arms.is_valid():
                return plan, arms
            arms_set(study_id=row.pk, arms=arms.arms())
            messages.success(request, _("The arms are saved."))
        elif "freeze" in request.POST:
            study_freeze(study_id=row.pk)
            messages.success(request, _("The plan is frozen. The first test is open."))
        elif "delete" in request.POST:
            study_delete(study_id=row.pk)
            messages.success(request, _("The study is deleted."))
            return redirect("classrooms:course-studies", row.course_id)
        elif "power" in request.POST:
            power_request(row)
        else:
            plan = PlanForm(request.POST, instance=Study.objects.get(pk=row.pk))
            if not plan.is_valid():
                return plan, arms
            study_update(study_id=row.pk, **plan.values())
            messages.success(request, _("The plan is saved."))
    except ServiceError as refused:
        form = arms if "arms" in request.POST else plan
        if form.is_bound:
            form.add_error(None, str(refused))
            return plan, arms
        messages.error(request, str(refused))
    return redirect("classrooms:study", row.pk)


def _draft(request: HttpRequest, access: StudyAccess, plan: PlanForm, arms: ArmsForm) -> HttpResponse:
    row = access.study
    context = head(request, access) | {
        "study": row,
        "plan": plan,
        "arms": arms,
        "lacking": lacking(row),
        "forms": {form.value: row.questions.filter(form=form).count() for form in StudyForm},
        **power_view(row),
        **stream(request, lambda: [TOPIC]),
    }
    context["moving"] = context["is_computing"]
    return render(request, "classrooms/studies/plan.html", context, status=422 if plan.errors or arms.errors else 200)


@for_study(Right.LOOK)
def questions(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """The pool of questions, each in form A, in form B or in none. POST sets them or has them chosen."""
    row = access.study
    form = ChooseForm()
    if request.method == "POST":
        if not access.may(Right.MANAGE):
            raise PermissionDenied
        try:
            if "choose" in request.POST:
                form = ChooseForm(request.POST)
                if form.is_valid():
                    themes = request.POST.getlist("theme") or None
                    questions_choose(study_id=row.pk, size=form.cleaned_data["size"], themes=themes)
                    messages.success(request, _("Two forms are chosen."))
                    return redirect("classrooms:study-questions", row.pk)
            else:
                chosen = {form.value: _chosen(request, row, form) for form in StudyForm}
                questions_set(study_id=row.pk, forms=chosen)
                messages.success(request, _("The questions are saved."))
                return redirect("classrooms:study-questions", row.pk)
        except ServiceError as refused:
            messages.error(request, str(refused))
            return redirect("classrooms:study-questions", row.pk)
    pool = pool_of(row)
    context: dict[str, Any] = head(request, access) | {
        "study": row,
        "form": form,
        "pool": pool,
        "themes": list({each.theme: each.theme_name for each in pool}.items()),
        "counts": {form.value: sum(each.form == form for each in pool) for form in StudyForm},
        "is_fixed": row.frozen_at is not None,
    }
    return render(request, "classrooms/studies/questions.html", context, status=422 if form.errors else 200)


def _chosen(request: HttpRequest, row: Study, form: StudyForm) -> list[str]:
    """The keys of a form, in the order of the page."""
    return [each.key for each in pool_of(row) if request.POST.get(f"form-{each.key}") == form]


@for_study(Right.LOOK)
def protocol_page(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """The protocol on one page, of the draft or as it was frozen."""
    context = head(request, access) | protocol_document(access.study)
    context |= papers_context(request, access.study, (Paper.Kind.PROTOCOL,))
    return render(request, "classrooms/studies/protocol.html", context)

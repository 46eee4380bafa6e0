"""The steps of a frozen study: its draw, and its tests."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from classrooms.assess.studies.access import StudyAccess, for_study
from classrooms.assess.studies.forms import TimesForm
from classrooms.assess.studies.services.freezing import arms_draw, arms_swap, latecomers_draw, study_thaw
from classrooms.assess.studies.services.times import step_now, times_set
from classrooms.models import Study
from classrooms.people.access.permissions import Right
from games.public.base import ServiceError


@require_POST
@for_study(Right.MANAGE)
def steps(request: HttpRequest, access: StudyAccess) -> HttpResponse:
    """Draw the arms or latecomers, let the others play, open or end the next test, change planned times, or take the
    plan back.
    """
    row = access.study
    try:
        if "draw" in request.POST:
            arms_draw(study_id=row.pk)
            messages.success(request, _("The arms are drawn, and the tables of their sessions are laid."))
        elif "thaw" in request.POST:
            study_thaw(study_id=row.pk)
            messages.success(request, _("The plan is a draft again. Students no longer see the study."))
        elif "latecomers" in request.POST:
            number = latecomers_draw(study_id=row.pk)
            words = ngettext("%(number)d person is drawn.", "%(number)d people are drawn.", number)
            messages.success(request, words % {"number": number})
        elif "swap" in request.POST:
            number = arms_swap(study_id=row.pk, by=request.user)
            words = ngettext("%(number)d draft session is ready.", "%(number)d draft sessions are ready.", number)
            messages.success(request, words % {"number": number})
        elif "now" in request.POST:
            step_now(study_id=row.pk, phase=request.POST["now"])
            messages.success(request, _("This step is done."))
        else:
            form = TimesForm(request.POST, instance=Study.objects.get(pk=row.pk))
            if form.is_valid():
                times_set(study_id=row.pk, **form.values())
                messages.success(request, _("The times are saved."))
            else:
                messages.error(request, " ".join(str(error) for errors in form.errors.values() for error in errors))
    except ServiceError as refused:
        messages.error(request, str(refused))
    return redirect("classrooms:study", row.pk)

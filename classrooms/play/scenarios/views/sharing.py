"""Sharing a scenario: with the staff of courses, and by a link that copies."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from classrooms.models import Course
from classrooms.play.scenarios.access import ScenarioAccess, for_readers, for_studio, number_in, playable, staffed
from classrooms.play.scenarios.queries.frame import frame
from classrooms.play.scenarios.queries.pages import sheet_of
from classrooms.play.scenarios.services.drafts import scenario_link, scenario_share
from classrooms.play.scenarios.views.lists import copy_of
from games.public.base import full_url


@for_readers(edit=True)
def share(request: HttpRequest, access: ScenarioAccess) -> HttpResponse:
    """The courses whose staff may read and copy it, and the link. For the owner."""
    scenario = access.scenario
    if request.method == "POST":
        if "link" in request.POST:
            scenario_link(scenario_id=scenario.pk, on=request.POST["link"] == "on")
        else:
            chosen = [number_in(each) for each in request.POST.getlist("courses")]
            scenario_share(scenario_id=scenario.pk, by=request.user, courses=chosen)
            messages.success(request, _("The choice of courses is saved."))
        return redirect("classrooms:scenario-share", scenario.pk)
    own = Course.objects.filter(pk__in=staffed(request.user).values("course"), archived_at__isnull=True)
    context = frame(request, access, sheet_of(scenario)) | {
        "section": "share",
        "courses": own,
        "chosen": set(scenario.courses.values_list("pk", flat=True)),
        "link": full_url(request, "classrooms:scenario-link", scenario.token) if scenario.token else "",
    }
    return render(request, "classrooms/scenarios/share.html", context)


@for_studio
def by_link(request: HttpRequest, token: str) -> HttpResponse:
    """A scenario behind a link, and the button that copies it. For everybody who may make scenarios; 404 once the link
    has ended.
    """
    scenario = playable().select_related("owner").filter(token=token, removed_at__isnull=True).first()
    if scenario is None:
        raise Http404
    if request.method == "POST":
        return redirect("classrooms:scenario", copy_of(scenario, request).pk)
    context = {"scenario": scenario, "sheet": sheet_of(scenario)}
    return render(request, "classrooms/scenarios/by_link.html", context)

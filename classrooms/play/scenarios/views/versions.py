"""Versions of a scenario: the list, comparison, restoring, a session, a game against bots."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from classrooms.models import Course, Enrolment
from classrooms.people.access.permissions import Right, course_access
from classrooms.play.scenarios.access import ScenarioAccess, for_readers, number_in
from classrooms.play.scenarios.queries.comparison import comparison_of, states_of
from classrooms.play.scenarios.queries.frame import frame
from classrooms.play.scenarios.queries.pages import sheet_of
from classrooms.play.scenarios.services.versions import (
    session_from_version,
    trial_match_begin,
    version_keep,
    version_restore,
)
from games.engine.errors import ScenarioError
from games.public.base import NotAllowed
from games.public.pages import printed
from games.ui import faces


@require_safe
@for_readers()
def versions(request: HttpRequest, access: ScenarioAccess) -> HttpResponse:
    """All versions, and the differences of two states: `a` and `b` are numbers or `draft`. For readers."""
    sheet = sheet_of(access.scenario)
    states = states_of(access.scenario)
    before = states.get(request.GET.get("a", "0"), states["0"])
    after = states.get(request.GET.get("b", "draft"), states["draft"])
    context = frame(request, access, sheet) | {
        "section": "versions",
        "versions": access.scenario.versions.select_related("made_by").defer("text", "trial"),
        "states": states,
        "before": before,
        "after": after,
        "comparison": comparison_of(sheet, before, after),
    }
    return render(request, "classrooms/scenarios/versions.html", context)


@require_POST
@for_readers(edit=True)
def restore(request: HttpRequest, access: ScenarioAccess, number: int) -> HttpResponse:
    """Make the draft equal to a version; 0 is the original. This can be undone. For the owner."""
    version_restore(version=get_object_or_404(access.scenario.versions, number=number))
    messages.success(request, _("The draft is as it was then. Undo takes this back."))
    return redirect("classrooms:scenario-versions", access.scenario.pk)


@for_readers()
def start(request: HttpRequest, access: ScenarioAccess) -> HttpResponse:
    """Choose a course and plan a session with the scenario as it is. For readers, in courses that they manage."""
    courses = _managed(request.user)
    if request.method == "POST":
        number = number_in(request.POST.get("course", ""))
        try:
            course = course_access(number, request.user, Right.MANAGE).course
        except NotAllowed:
            return HttpResponse(status=403)
        try:
            version = version_keep(scenario_id=access.scenario.pk, by=request.user)
        except ScenarioError:
            return _with_faults(request, access)
        made = session_from_version(version=version, course=course, by=request.user)
        return redirect("classrooms:session-step", made.pk, 1)
    context = frame(request, access, sheet_of(access.scenario)) | {"section": "start", "courses": courses}
    return render(request, "classrooms/scenarios/start.html", context)


@require_POST
@for_readers()
def play(request: HttpRequest, access: ScenarioAccess) -> HttpResponse:
    """A match against bots with the scenario as it is, in the chosen role. For readers."""
    try:
        version = version_keep(scenario_id=access.scenario.pk, by=request.user)
    except ScenarioError:
        return _with_faults(request, access)
    seat = number_in(request.POST.get("seat", ""))
    match = trial_match_begin(version=version, by=request.user, seat=seat)
    return redirect("games:match", match.pk)


@require_safe
@for_readers()
def print_sheet(request: HttpRequest, access: ScenarioAccess, sheet: str) -> HttpResponse:
    """A sheet to print, from the draft as it is. For readers; a draft with faults leads to the first one."""
    found = sheet_of(access.scenario)
    if found.faults:
        return _with_faults(request, access)
    return printed(request, faces.get(access.scenario.game), sheet, found.value())


def _with_faults(request: HttpRequest, access: ScenarioAccess) -> HttpResponse:
    messages.error(request, _("The draft has faults, so it cannot be played yet. The first one is here."))
    section, place = sheet_of(access.scenario).first_place
    name = "classrooms:scenario-section" if place is None else "classrooms:scenario-item"
    return redirect(name, access.scenario.pk, *([section] if place is None else [section, place]))


def _managed(user: Any) -> list[Course]:
    rows = Enrolment.objects.filter(user=user, role=Enrolment.Role.INSTRUCTOR, left_at__isnull=True)
    return list(Course.objects.filter(pk__in=rows.values("course"), archived_at__isnull=True))

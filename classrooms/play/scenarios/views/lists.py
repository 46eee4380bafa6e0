"""The list of scenarios, copies, titles, and the bin."""

from itertools import chain, count
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from classrooms.models import OwnScenario
from classrooms.play.scenarios.access import ScenarioAccess, for_readers, for_studio, readable
from classrooms.play.scenarios.queries.lists import scenario_list
from classrooms.play.scenarios.services.drafts import (
    scenario_copy,
    scenario_remove,
    scenario_rename,
    scenario_restore,
)
from games.engine import registry
from games.public.base import BadRequest
from games.ui import faces

TITLE_ROOM: Final = 100
"""Characters of the original's name in the title of a copy."""


@require_safe
@for_studio
def scenarios(request: HttpRequest) -> HttpResponse:
    """Shipped scenarios, one's own, and those of colleagues. For people who may make scenarios."""
    context = {"list": scenario_list(request.user)}
    return render(request, "classrooms/scenarios/list.html", context)


@require_POST
@for_studio
def scenario_new(request: HttpRequest) -> HttpResponse:
    """A copy of a shipped scenario, opened at once. For people who may make scenarios."""
    game, key = request.POST.get("game", ""), request.POST.get("scenario", "")
    try:
        face = faces.get(game)
        text = registry.get(game).scenarios[key]
    except LookupError:
        raise Http404 from None
    name = str(face.scenario_names()[key])
    made = scenario_copy(by=request.user, game=game, text=text, title=_copy_title(request.user, name), parent_name=name)
    return redirect("classrooms:scenario", made.pk)


@require_POST
@for_studio
def scenario_again(request: HttpRequest, scenario_id: int) -> HttpResponse:
    """A copy of an own or a shared scenario, opened at once. For its readers."""
    source = get_object_or_404(readable(request.user), pk=scenario_id)
    return redirect("classrooms:scenario", copy_of(source, request).pk)


def copy_of(source: OwnScenario, request: HttpRequest) -> OwnScenario:
    """The reader's own copy of a scenario."""
    return scenario_copy(
        by=request.user,
        game=source.game,
        text=source.text,
        title=_copy_title(request.user, source.title),
        parent_name=source.title,
    )


@require_POST
@for_readers(edit=True)
def scenario_title(request: HttpRequest, access: ScenarioAccess) -> HttpResponse:
    """Change the title. For the owner."""
    try:
        scenario_rename(scenario_id=access.scenario.pk, title=request.POST.get("title", ""))
    except BadRequest:
        messages.error(request, _("A title has 1 to 120 characters."))
    else:
        messages.success(request, _("The title is saved."))
    back, own = request.POST.get("back", ""), reverse("classrooms:scenario", args=[access.scenario.pk])
    return redirect(back if back.startswith(own) else own)


@require_POST
@for_readers()
def scenario_bin(request: HttpRequest, access: ScenarioAccess) -> HttpResponse:
    """Put a scenario into the bin, or take it out with `restore`. For its owner, 403 for others."""
    if access.scenario.owner_id != request.user.pk:
        return HttpResponse(status=403)
    if "restore" in request.POST:
        scenario_restore(scenario_id=access.scenario.pk)
        messages.success(request, _("The scenario is back."))
    else:
        scenario_remove(scenario_id=access.scenario.pk)
        messages.success(request, _("The scenario is in the bin, below. Sessions that play it keep it."))
    return redirect("classrooms:scenarios")


def _copy_title(user: Any, name: str) -> str:
    """The first title of a copy that none of the person's scenarios has."""
    taken = set(OwnScenario.objects.filter(owner=user).values_list("title", flat=True))
    first = _("%(name)s (copy)") % {"name": name[:TITLE_ROOM]}
    more = (_("%(name)s (copy %(number)d)") % {"name": name[:TITLE_ROOM], "number": number} for number in count(2))
    return next(title for title in chain([first], more) if title not in taken)

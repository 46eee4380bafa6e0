"""The trial of a scenario by games of bots, and the targets that it proposes."""

from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from classrooms.play.scenarios.access import ScenarioAccess, for_readers
from classrooms.play.scenarios.queries import trials as found
from classrooms.play.scenarios.queries.frame import frame
from classrooms.play.scenarios.queries.pages import Sheet, sheet_of
from classrooms.play.scenarios.queries.trial_drawings import curves_of, drawn, points_of
from classrooms.play.scenarios.services.drafts import scenario_change
from classrooms.play.scenarios.services.posted import posted_changes
from classrooms.play.scenarios.services.trials import trial_in, trial_request
from games.engine import registry
from games.engine.editing import BadPath
from games.engine.errors import ScenarioError
from games.engine.trial import Trial
from games.engine.trial.rules import rules_of
from games.public.base import ServiceError
from games.ui import faces
from games.ui.trial_words import target_labels

MINUTES: Final = 45
"""Minutes of a short lesson."""


@for_readers()
def trial(request: HttpRequest, access: ScenarioAccess) -> HttpResponse:
    """The whole trial. POST has the draft tried, or puts proposed targets into it; only its owner may. For readers."""
    if request.method == "POST":
        return _posted(request, access)
    sheet = sheet_of(access.scenario)
    context = frame(request, access, sheet) | {"section": "trial"}
    version = context["rail"].version
    if version is not None:
        tried = trial_in(version)
        if tried is not None:
            context |= _result(request, sheet, version, tried)
    return render(request, "classrooms/scenarios/trial.html", context)


def _posted(request: HttpRequest, access: ScenarioAccess) -> HttpResponse:
    if not access.may_edit:
        return HttpResponse(status=403)
    if "try" in request.POST:
        try:
            trial_request(scenario_id=access.scenario.pk, by=request.user)
        except ScenarioError:
            messages.error(request, _("The draft has faults. It can be tried once they are mended."))
        return redirect("classrooms:scenario-trial", access.scenario.pk)
    version = found.tried_version(access.scenario)
    tried = trial_in(version) if version is not None else None
    new = _proposed(request, access, version, tried) if version is not None and tried is not None else {}
    if not new:
        return HttpResponse(status=400)
    root = sheet_of(access.scenario).root
    try:
        scenario_change(scenario_id=access.scenario.pk, make=lambda data: posted_changes(root, data, new))
    except (BadPath, ServiceError):
        messages.error(request, _("The draft has no place for this."))
    else:
        messages.success(request, _("This is in the draft. Undo takes it back."))
    return redirect("classrooms:scenario-trial", access.scenario.pk)


def _proposed(request: HttpRequest, access: ScenarioAccess, version: Any, tried: Trial) -> dict[str, str]:
    """The values of a proposal by path: targets, or the number of turns; empty if there is no such proposal."""
    if "minutes" in request.POST:
        length = found.length_of(version, tried.experts, _number(request.POST["minutes"], MINUTES))
        return {length["path"]: str(max(1, length["length"].fitting))} if length["path"] else {}
    classes = found.class_results(request.user, access.scenario, tried.experts.goals)
    results = classes.get(_number(request.POST.get("session"), 0), ("", ()))[1]
    key = request.POST.get("targets", "")
    proposal = next((each for each in found.proposals_of(tried, results) if each.key == key), None)
    paths = found.goal_paths(version, tried.experts.goals)
    return {path: str(value) for path, value in zip(paths, proposal.values if proposal else (), strict=False) if path}


def _number(text: str | None, usual: int) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 9 else usual


def _result(request: HttpRequest, sheet: Sheet, version: Any, tried: Trial) -> dict[str, Any]:
    labels = target_labels(registry.get(version.scenario.game), found.scenario_in(version), tried.experts)
    bounds = []
    for at in range(len(labels)):
        values = [value for tally in (tried.experts, tried.usual) for value in tally.values(at)]
        bounds.append((min(values), max(values)) if values else (0, 1))
    kinds = []
    for tally, name in ((tried.experts, _("Experts")), (tried.usual, _("Usual bots"))):
        drawings = [
            (label, drawn(f"{name}, {label}", tally, at, *bounds[at])) for at, label in enumerate(labels) if tally.games
        ]
        kinds.append({"name": name, "drawings": drawings, "all": found.share(tally.all_met(), tally.games)})
    roles = faces.get(version.scenario.game).words.roles(found.scenario_in(version))
    parent = found.parent_trial(sheet.scenario, version)
    part = rules_of(registry.get(version.scenario.game))
    classes = found.class_results(request.user, sheet.scenario, tried.experts.goals)
    chosen = _number(request.GET.get("session"), 0)
    results = classes[chosen][1] if chosen in classes else ()
    paths = found.goal_paths(version, tried.experts.goals)
    proposals = found.proposals_of(tried, results) if any(paths) else []
    experts = tried.experts
    rows = [
        {
            "label": label,
            "now": found.share(experts.met(at), experts.games),
            "shares": [{"value": each.values[at], "percent": f"{each.alone[at]} %"} for each in proposals],
        }
        for at, label in enumerate(labels)
    ]
    rows.append(
        {
            "label": _("All targets"),
            "now": found.share(experts.all_met(), experts.games),
            "shares": [{"value": f"{each.together} %", "percent": ""} for each in proposals],
        }
    )
    return {
        "version": version,
        "tried": tried,
        "labels": labels,
        "kinds": kinds,
        "points": points_of(roles, experts, parent.experts if parent is not None else None),
        "curves": curves_of(roles, experts),
        "curves_title": _(part.account_title) if part.account_title else "",
        "proposals": proposals,
        "classes": [(pk, title, len(values)) for pk, (title, values) in classes.items()],
        "chosen": chosen if results else 0,
        **found.length_of(version, experts, _number(request.GET.get("minutes"), MINUTES)),
        "proposal_rows": rows,
        "troubles": found.troubles_of(version, tried),
        "longest": max(tried.experts.turns, default=0),
    }

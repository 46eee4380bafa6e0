"""The page "What if?": a finished match with one decision changed. Nothing is stored: the address has the whole
choice.
"""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from classrooms.assess.analysis.averages import Averages
from classrooms.assess.analysis.views.analysis import private, readable
from classrooms.assess.analysis.whatif import Forking, Ways
from games.engine.analysis import reckons
from games.public.pages import match_title, number_in
from games.ui.languages import offered


@require_GET
@login_required
@private
def what_if(request: HttpRequest, match_id: int) -> HttpResponse:
    """Choose the decision (`?at=`, a move number) and the way (`&choice=`, or `&number=` where it is one); then both
    matches side by side.
    """
    access = readable(request, match_id)
    if access is None:
        return redirect("classrooms:debrief", match_id)
    forking = Forking(access.match)
    context: dict[str, Any] = {
        "match": access.match,
        "match_title": match_title(access.match),
        "decisions": forking.decision_rows(),
        "decision": None,
        "rivals": reckons(forking.game.analyst),
    }
    at = number_in(request, "at")
    ways = None if at is None else forking.at(at)
    if ways is not None:
        averages = Averages(forking, ways, offered())
        context |= {"decision": forking.decision_row(ways), "first": averages.better or 1}
        context |= _chosen(request, forking, ways)
        if "found" in context:
            context["average"] = averages.beside(context["intent"])
    return render(request, "classrooms/analysis/whatif.html", context)


def _chosen(request: HttpRequest, forking: Forking, ways: Ways) -> dict[str, Any]:
    """The choice in the address, and both matches. A number out of bounds is reported as it was typed."""
    choice, typed = number_in(request, "choice"), request.GET.get("number", "").strip()[:20]
    if typed:
        number = number_in(request, "number")
        intent = None if number is None else forking.numbered(ways, number)
        if intent is None:
            return {"number": typed, "refused": ways.bounds is not None}
        return {"number": typed, "intent": intent, "found": forking.beside(ways, intent)}
    if choice is None:
        return {}
    if choice >= len(ways.intents):
        raise Http404
    intent = ways.intents[choice]
    return {"choice": choice, "intent": intent, "found": forking.beside(ways, intent)}

"""The page "Learn from mistakes". Nothing is stored: the address has the mistake and the answer."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from classrooms.assess.analysis.retaking import FIRST, Retaking
from classrooms.assess.analysis.views.analysis import private, readable
from classrooms.assess.analysis.whatif import Forking
from games.engine.analysis import Weighed, reckons
from games.public.matches import Access, Opened, game_of, has_other_rules
from games.public.pages import TableRead, match_title, number_in, position_at
from games.ui.languages import offered


def _table(access: Access, mistake: Weighed) -> dict[str, Any]:
    """The table just before the decision; without a drawing if the rules have changed since."""
    read = TableRead(Opened(access), access.seat_for(mistake.seat))
    context: dict[str, Any] = {
        "seat": read.seat,
        "me": read.me,
        "face": None,
    }
    if has_other_rules(access.match):
        return context
    ways = Forking(access.match).at(mistake.number)
    before = (mistake.number if ways is None else ways.spotted.at) - 1
    return context | {"before": before, "table": read, "roles": read.roles, **position_at(read, before)}


@require_GET
@login_required
@private
def learn(request: HttpRequest, match_id: int) -> HttpResponse:
    """Mistake `?of=` (from 1) on the table as it was; with `&choice=`, the worth of each answer."""
    access = readable(request, match_id)
    if access is None:
        return redirect("classrooms:debrief", match_id)
    retaking = Retaking(access, offered())
    context: dict[str, Any] = {
        "match": access.match,
        "access": access,
        "match_title": match_title(access.match),
        "asked": None,
        "rivals": reckons(game_of(access.match).analysis),
    }
    if retaking.mistakes:
        place = number_in(request, "of") if "of" in request.GET else FIRST
        try:
            context |= retaking.context(place or 0, number_in(request, "choice"))
        except LookupError:
            raise Http404 from None
        context |= _table(access, retaking.mistakes[context["asked"]["place"] - FIRST])
    elif retaking.results is None:
        return redirect("classrooms:analysis", match_id)
    return render(request, "classrooms/analysis/learn.html", context)

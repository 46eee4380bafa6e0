"""The page that names whose seats would go to bots, before they do."""

import re
from collections.abc import Collection, Mapping
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classrooms.access.permissions import SessionAccess
from classrooms.sessions.queries.absence import Place, lines_of
from games.errors import BadRequest

UNTIL_BACK, TO_THE_END = "back", "end"
PLACE: Final = re.compile(r"([0-9]{1,9})-([0-9]{1,2})")


def asking(
    request: HttpRequest,
    access: SessionAccess,
    seats: Collection[Place],
    *,
    act_url: str,
    back_url: str,
    whole_team: bool = False,
    until: bool = False,
    fields: Mapping[str, str] | None = None,
) -> HttpResponse:
    """Show who holds these seats and when each of them was last seen, with the button that gives just these to bots.
    With `until` the page asks for how long; with `whole_team` these are all seats of one match. `fields` go along.
    """
    number = len(seats)
    words = ngettext("Give %(n)d seat to a bot", "Give %(n)d seats to bots", number) % {"n": number}
    context = {
        "title": _("Give seats to bots"),
        "label": access.play_session.title,
        "lines": lines_of(access.play_session, seats),
        "seats": sorted(seats),
        "act_url": act_url,
        "act_words": words,
        "back_url": back_url,
        "next": request.POST.get("next", ""),
        "reason": request.POST.get("reason", ""),
        "whole_team": whole_team,
        "until": until,
        "fields": fields or {},
    }
    return render(request, "classrooms/sessions/to_bots.html", context)


def named_in(request: HttpRequest) -> frozenset[Place]:
    """The seats that the page named. Raises BadRequest for what is none."""
    found = set()
    for text in request.POST.getlist("place"):
        place = PLACE.fullmatch(text)
        if place is None:
            raise BadRequest(field="place", reason=text[:20])
        found.add((int(place[1]), int(place[2])))
    return frozenset(found)


def is_until_back(request: HttpRequest) -> bool:
    """Was it chosen that bots play only until the people are back? Raises BadRequest for another answer."""
    chosen = request.POST.get("until", UNTIL_BACK)
    if chosen not in (UNTIL_BACK, TO_THE_END):
        raise BadRequest(field="until", reason=chosen[:20])
    return chosen == UNTIL_BACK

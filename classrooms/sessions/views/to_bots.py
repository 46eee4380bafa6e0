"""The page that names whose seats would go to bots, before they do."""

import re
from collections.abc import Collection
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classrooms.access.permissions import SessionAccess
from classrooms.sessions.queries.absence import Place, lines_of
from games.errors import BadRequest

PLACE: Final = re.compile(r"([0-9]{1,9})-([0-9]{1,2})")


def asking(
    request: HttpRequest,
    access: SessionAccess,
    seats: Collection[Place],
    *,
    act_url: str,
    back_url: str,
    start: bool = False,
    alone: bool = False,
) -> HttpResponse:
    """Who holds these seats and when each of them was last seen, with the button that gives just these to bots. With
    `start` it starts the session too; `alone` says that bots then play a match to which nobody has come.
    """
    number = len(seats)
    words = ngettext("Give %(n)d seat to a bot", "Give %(n)d seats to bots", number) % {"n": number}
    context = {
        "title": _("Start, and give seats to bots") if start else _("Give seats to bots"),
        "label": access.play_session.title,
        "lines": lines_of(access.play_session, seats),
        "seats": sorted(seats),
        "act_url": act_url,
        "act_words": words,
        "back_url": back_url,
        "next": request.POST.get("next", ""),
        "reason": request.POST.get("reason", ""),
        "start": start,
        "alone": alone,
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

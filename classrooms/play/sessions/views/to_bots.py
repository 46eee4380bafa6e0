"""The page that lists the holders of seats before bots take these seats."""

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classrooms.models import Session
from classrooms.people.access.permissions import SessionAccess
from classrooms.play.sessions.queries.absence import Place, away_seats, lines_of
from games.public.base import BadRequest, clock
from games.public.steering import Actor

UNTIL_BACK, TO_THE_END = "back", "end"
MISSED, EXCUSED = "0", "1"
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
    """Show the holders of these seats with the times of their last pages, and the button that gives just these seats to
    bots. With `until` the page asks for the end; with `whole_team` these are all seats of one match. `fields` are sent
    along.
    """
    number, missed = len(seats), missed_in(request, access.play_session, seats)
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
        "missed": len(missed) == number,
        "fields": fields or {},
    }
    return render(request, "classrooms/sessions/to_bots.html", context)


def missed_in(
    request: HttpRequest, play_session: Session, places: Collection[Place], name: str = "excused"
) -> frozenset[Place]:
    """The places whose decisions count as missed by their people if bots make them. The form may choose all or none;
    else they are those whose people are not in the room. Raises BadRequest for another answer.
    """
    chosen = request.POST.get(name, "")
    if chosen not in ("", MISSED, EXCUSED):
        raise BadRequest(field="excused", reason=chosen[:20])
    if chosen:
        return frozenset(places if chosen == MISSED else ())
    return away_seats(play_session, places, clock.now())


def counting(request: HttpRequest, play_session: Session, places: Collection[Place], actor: Actor) -> Actor:
    """The action on these places, which counts if the decisions of all of them count as missed."""
    return replace(actor, counts=bool(places) and missed_in(request, play_session, places) >= set(places))


def named_in(request: HttpRequest) -> frozenset[Place]:
    """The seats named by the page. Raises BadRequest for invalid ones."""
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

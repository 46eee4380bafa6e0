"""The page before a start with missing people: their names, and the choice for their seats."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from classrooms.people.access.permissions import SessionAccess
from classrooms.play.sessions.queries.absence import Absence, Place
from classrooms.play.sessions.queries.pace_words import late_words
from classrooms.play.sessions.queries.set_up import pace_of
from classrooms.play.sessions.queries.starting import starting_of
from classrooms.play.sessions.services.life import UNSTART_FOR
from classrooms.play.sessions.views.to_bots import named_in
from games.public.base import BadRequest

WAIT, STAND_IN, FOR_GOOD = "wait", "bot", "end"
HOW: Final = (STAND_IN, WAIT)


def start_page(request: HttpRequest, access: SessionAccess, away: Absence) -> HttpResponse:
    """List the missing people with the times of their last pages, and ask for a choice for their seats. In a session
    over days nobody needs to be here at the start. Waiting is proposed, and people get a mail when it is their turn.
    """
    play_session = access.play_session
    limits = pace_of(play_session)
    context = {
        "play_session": play_session,
        "starting": starting_of(play_session, away),
        "late_words": late_words(limits, play_session.late_policy),
        "waits": limits.mode != "live",
        "minutes": UNSTART_FOR.total_seconds() // 60,
        "act_url": request.path,
        "back_url": reverse("classrooms:session-lobby", args=[play_session.pk]),
    }
    return render(request, "classrooms/sessions/start.html", context)


def chosen_in(request: HttpRequest) -> tuple[frozenset[Place], frozenset[Place]]:
    """Among the seats on the page, those that bots play until their people come, and those that bots play to the end.
    The choice for a seat (`for-MATCH-SEAT`) overrides the choice for all (`how`). Raises BadRequest.
    """
    how = request.POST.get("how", STAND_IN)
    if how not in HOW:
        raise BadRequest(field="how", reason=how[:20])
    lent, given = set(), set()
    for match, seat in named_in(request):
        chosen = request.POST.get(f"for-{match}-{seat}", "") or how
        if chosen == STAND_IN:
            lent.add((match, seat))
        elif chosen == FOR_GOOD:
            given.add((match, seat))
        elif chosen != WAIT:
            raise BadRequest(field="for", reason=chosen[:20])
    return frozenset(lent), frozenset(given)

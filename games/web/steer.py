"""A steward's actions on a whole match."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.platform.errors import BadRequest, ServiceError
from games.platform.services.interventions import Actor
from games.platform.services.steering import steer_end, steer_extend, steer_pause, steer_resume
from games.web.opening import open_for

MOST_MINUTES = 7 * 24 * 60
"""The most minutes that one extension may add."""


@require_POST
def steer(request: HttpRequest, match_id: int) -> HttpResponse:
    """Pause, resume, extend, end."""
    access = open_for(request, match_id).access
    try:
        access.check_steward()
        messages.success(request, _steered(request, match_id))
    except ServiceError as error:
        messages.error(request, str(error))
    return redirect("games:match", match_id)


def _steered(request: HttpRequest, match_id: int) -> str:
    """Do the action; returns a message about it."""
    actor = Actor(request.user, request.POST.get("reason", ""))
    match request.POST.get("action", ""):
        case "pause":
            steer_pause(match_id=match_id, actor=actor)
            return _("The match is paused: all clocks stand still.")
        case "resume":
            steer_resume(match_id=match_id, actor=actor)
            return _("The match goes on.")
        case "end" if request.POST.get("sure"):
            steer_end(match_id=match_id, actor=actor)
            return _("The match is ended without a result. Its record stays.")
        case "end":
            raise BadRequest(field="sure", reason=_("tick the box to end the match"))
        case "extend":
            minutes = request.POST.get("minutes", "")
            if not (minutes.isascii() and minutes.isdecimal()) or not 0 < int(minutes[:9]) <= MOST_MINUTES:
                raise BadRequest(field="minutes", reason=minutes[:40])
            steer_extend(match_id=match_id, minutes=int(minutes), actor=actor)
            return _("Everybody has more time.")
        case other:
            raise BadRequest(field="action", reason=other[:40])

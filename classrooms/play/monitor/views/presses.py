"""Helpers shared by the pages of the cockpit: the data of a pressed button, and the tables."""

import re
from typing import Final

from django.http import Http404, HttpRequest

from classrooms.models import SessionTeam
from classrooms.people.access.permissions import SessionAccess
from classrooms.people.access.posted import number_in
from games.public.base import BadRequest
from games.public.pages import MOST_MINUTES
from games.public.steering import Actor

PRESS_ID: Final = re.compile(r"[0-9a-f]{32}")


def actor_of(request: HttpRequest) -> Actor:
    """The person, reason and identifier of a button press; a form that is sent twice is one press. Raises
    BadRequest for a reason that cannot be stored.
    """
    sent = request.POST.get("submission_id", "").replace("-", "").lower()
    reason = request.POST.get("reason", "")
    return Actor(request.user, reason, sent) if PRESS_ID.fullmatch(sent) else Actor(request.user, reason)


def minutes_in(request: HttpRequest) -> int:
    """The chosen extra minutes. Raises BadRequest unless they are from one minute to seven days."""
    minutes = number_in(request, "minutes", most=MOST_MINUTES)
    if not minutes:
        raise BadRequest(field="minutes", reason=minutes or "")
    return minutes


def table_or_404(access: SessionAccess, table_id: int) -> SessionTeam:
    """A table of this session with its match."""
    tables = SessionTeam.objects.filter(session=access.play_session, pk=table_id)
    table = tables.select_related("match").first()
    if table is None:
        raise Http404
    table.session = access.play_session
    return table

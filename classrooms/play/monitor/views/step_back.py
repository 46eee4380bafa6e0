"""A step back: a team continues from an earlier turn, with a reason. Nothing is deleted."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from classrooms.models import Luck, SessionTeam
from classrooms.people.access.permissions import Right, SessionAccess
from classrooms.people.access.posted import number_in
from classrooms.people.access.session_guards import for_session
from classrooms.play.monitor.queries.turns import turns_begun
from classrooms.play.monitor.services.cockpit import table_step_back
from classrooms.play.monitor.views.presses import actor_of, table_or_404
from games.public.base import BadRequest, ServiceError
from games.public.steering import LONGEST_REASON


@require_http_methods(["GET", "HEAD", "POST"])
@for_session(Right.RUN)
def table_back(request: HttpRequest, access: SessionAccess, table_id: int) -> HttpResponse:
    """The turns to choose from with their events, the reason, and the choice of the same or new cards; a post does the
    step back. For people who run sessions.
    """
    table = table_or_404(access, table_id)
    if table.match is None or table.match.started_at is None:
        raise Http404
    if request.method != "POST":
        return _page(request, access, table)
    try:
        number, match_id = number_in(request, "number"), number_in(request, "match", most=2**31)
        if number is None or match_id is None:
            raise BadRequest(field=_("turn"), reason=_("choose the turn to go back to"))
        table_step_back(
            session_team_id=table.pk,
            match_id=match_id,
            number=number,
            actor=actor_of(request),
            same_cards=bool(request.POST.get("same_cards")),
        )
    except BadRequest as error:
        return _page(request, access, table, str(error), status=422)
    except ServiceError as error:
        messages.error(request, str(error))
    else:
        messages.success(
            request, _("%(team)s goes on from there. The branch that it left is kept.") % {"team": table.name}
        )
    return redirect("classrooms:session-table", access.play_session.pk, table.pk)


def _page(
    request: HttpRequest, access: SessionAccess, table: SessionTeam, error: str = "", status: int = 200
) -> HttpResponse:
    match: Any = table.match
    context = {
        "access": access,
        "play_session": access.play_session,
        "table": table,
        "match": match,
        "turns": turns_begun(match),
        "shares_luck": access.play_session.luck == Luck.SAME,
        "longest_reason": LONGEST_REASON,
        "error": error,
        "typed": request.POST,
    }
    return render(request, "classrooms/monitor/step_back.html", context, status=status)

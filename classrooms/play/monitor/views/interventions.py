"""The log of interventions, and the choice whether each counts in grades."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from classrooms.people.access.permissions import Right, SessionAccess
from classrooms.people.access.session_guards import for_session
from classrooms.play.monitor.queries.interventions import interventions as interventions_of
from classrooms.play.monitor.queries.monitor import roles_of
from classrooms.play.monitor.services.counts import intervention_count, intervention_explain
from games.public.base import BadRequest


@require_safe
@for_session(Right.LOOK)
def interventions(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """The log of interventions with person, team, time and reason; `?team=` chooses one team. Staff and observers
    of the course may read it; graders choose the interventions that count.
    """
    asked = request.GET.get("team", "")
    table_id = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 10 else None
    tables = access.play_session.session_teams.select_related("match").defer("match__state")
    roles = roles_of(table.match for table in tables[:1] if table.match is not None)
    context = {
        "access": access,
        "play_session": access.play_session,
        "found": interventions_of(access.play_session, roles, table_id),
        "team": table_id,
        "may_grade": access.may(Right.GRADE),
        "may_run": access.may(Right.RUN),
    }
    return render(request, "classrooms/monitor/interventions.html", context)


@require_POST
@for_session(Right.GRADE)
def intervention_counts(request: HttpRequest, access: SessionAccess, intervention_id: int) -> HttpResponse:
    """Choose whether an intervention counts in grades. For graders."""
    counts = request.POST.get("counts") == "1"
    if not intervention_count(session_id=access.play_session.pk, intervention_id=intervention_id, counts=counts):
        raise Http404
    return _back(request, access, intervention_id)


@require_POST
@for_session(Right.RUN)
def intervention_reason(request: HttpRequest, access: SessionAccess, intervention_id: int) -> HttpResponse:
    """Add the reason of an intervention later; an existing reason stays. For people who run sessions."""
    reason = request.POST.get("reason", "")
    try:
        found = intervention_explain(session_id=access.play_session.pk, intervention_id=intervention_id, reason=reason)
    except BadRequest as refused:
        messages.error(request, str(refused))
    else:
        if not found:
            raise Http404
        messages.success(request, _("Noted."))
    return _back(request, access, intervention_id)


def _back(request: HttpRequest, access: SessionAccess, intervention_id: int) -> HttpResponse:
    team = request.POST.get("team", "")
    query = f"?team={team}" if team.isascii() and team.isdecimal() else ""
    return redirect(
        reverse("classrooms:interventions", args=[access.play_session.pk]) + query + f"#i-{intervention_id}"
    )

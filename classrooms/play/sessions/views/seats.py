"""The seats of one table, planned in a draft or changed in the lobby."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from classrooms.models import SessionStatus
from classrooms.people.access.permissions import Right, SessionAccess
from classrooms.people.access.session_guards import for_session
from classrooms.play.sessions import services as sessions
from classrooms.play.sessions.forms.seats import Group, SeatsForm
from classrooms.play.sessions.queries.set_up import roles_of
from classrooms.play.sessions.queries.tables import TableLine, seat_groups, table_lines
from classrooms.play.sessions.services.drafts import LAST_STEP
from games.public.base import ServiceError

CHANGEABLE = (SessionStatus.DRAFT, SessionStatus.OPEN)


@require_http_methods(["GET", "HEAD", "POST"])
@for_session(Right.RUN)
def session_seats(request: HttpRequest, access: SessionAccess, session_team_id: int) -> HttpResponse:
    """The seats of one table as a form. Staff who run the course's sessions may; once a session has begun, its seats
    are changed from the monitor.
    """
    play_session = access.play_session
    line = next((each for each in table_lines(play_session) if each.table.pk == session_team_id), None)
    if line is None:
        raise Http404
    if play_session.status not in CHANGEABLE:
        messages.error(request, _("The session has begun: seats are changed from the monitor now."))
        return redirect("classrooms:session", play_session.pk)
    form = _form(request, access, line)
    if request.method == "POST" and form.is_valid():
        try:
            sessions.seat_plan_set(session_team_id=line.table.pk, plan=form.plan())
        except ServiceError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("The seats of %(name)s are planned.") % {"name": line.table.name})
            return redirect(_back_url(access, line))
    context: dict[str, Any] = {"access": access, "line": line, "form": form, "back_url": _back_url(access, line)}
    refused = request.method == "POST"
    return render(request, "classrooms/sessions/seats.html", context, status=422 if refused else 200)


def _form(request: HttpRequest, access: SessionAccess, line: TableLine) -> SeatsForm:
    names = {
        "team": line.table.name,
        "free": _("Students without a seat"),
        "staff": _("Instructors and assistants"),
    }
    groups = [Group(names[kind], people) for kind, people in seat_groups(access.play_session, line)]
    plan = {seat.index: [user.pk for user in seat.people] for seat in line.seats}
    data = request.POST if request.method == "POST" else None
    return SeatsForm(data, roles=roles_of(access.play_session), groups=groups, plan=plan)


def _back_url(access: SessionAccess, line: TableLine) -> str:
    """The address of the plan of all tables, or of the lobby."""
    play_session = access.play_session
    if play_session.status == SessionStatus.DRAFT and access.may(Right.MANAGE):
        return reverse("classrooms:session-step", args=[play_session.pk, 2]) + f"#table-{line.table.pk}"
    return reverse("classrooms:session-lobby", args=[play_session.pk]) + f"#table-{line.table.pk}"


@require_POST
@for_session(Right.MANAGE)
def roles_deal(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """Assign the roles of a draft again, in the chosen way with a new seed. Instructors of the course may."""
    try:
        sessions.plans_propose(session_id=access.play_session.pk)
    except ServiceError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("The roles are dealt anew."))
    return redirect(reverse("classrooms:session-step", args=[access.play_session.pk, LAST_STEP]) + "#who-h")


@require_POST
@for_session(Right.RUN)
def table_add(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """One more table, for people without a team. Staff who run the course's sessions may."""
    try:
        table = sessions.table_add(
            session_id=access.play_session.pk, by=request.user, name=request.POST.get("name", "")
        )
    except ServiceError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("%(name)s is ready.") % {"name": table.name})
    return redirect("classrooms:session-lobby", access.play_session.pk)

"""Events of the facilitator: chosen, shown with their effect, brought or planned; and the list of them."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from classrooms.models import SessionStatus
from classrooms.people.access.permissions import Right, SessionAccess
from classrooms.people.access.session_guards import for_session
from classrooms.play.monitor.forms import EventForm
from classrooms.play.monitor.queries.events import EventPreview, event_lines, event_preview, has_events, room_offers
from classrooms.play.monitor.services.events import events_count_set, room_event, room_event_cancel
from classrooms.play.monitor.views.presses import actor_of
from games.public.base import ServiceError


@require_http_methods(["GET", "HEAD", "POST"])
@for_session(Right.RUN)
def session_events(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """The form and the events so far. POST shows a preview; with `bring` it brings or plans an event that was shown
    like this. For people who run sessions. A draft has no teams yet.
    """
    play_session = access.play_session
    if play_session.status == SessionStatus.DRAFT:
        return redirect("classrooms:session", play_session.pk)
    room = room_offers(play_session)
    if request.method != "POST":
        return _page(request, access, EventForm(room))
    form = EventForm(room, request.POST)
    if not form.is_valid():
        return _page(request, access, form)
    preview = event_preview(room, **form.values())
    if not preview.teams:
        form.add_error(None, _("No chosen team can get this event."))
        return _page(request, access, form, preview)
    if "bring" not in request.POST or request.POST.get("seen") != form.digest:
        return _page(request, access, form, preview)
    try:
        done = room_event(session_id=play_session.pk, actor=actor_of(request), **form.values())
    except ServiceError as refused:
        form.add_error(None, str(refused))
        return _page(request, access, form, preview)
    for team, reason in done.refused:
        messages.warning(request, _("%(team)s does not get the event: %(reason)s") % {"team": team, "reason": reason})
    messages.success(request, _done_words(len(done.teams), preview.turn, is_new=bool(done.teams or done.refused)))
    return redirect("classrooms:session-events", play_session.pk)


def _done_words(number: int, turn: str, *, is_new: bool) -> str:
    if not is_new:
        return _("This event was brought before. It is not brought twice.")
    if turn:
        words = ngettext("The event is planned for %(n)d team.", "The event is planned for %(n)d teams.", number)
    else:
        words = ngettext("%(n)d team has the event now.", "%(n)d teams have the event now.", number)
    return words % {"n": number}


@require_POST
@for_session(Right.RUN)
def event_off(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """Cancel a planned event with all its teams. For people who run sessions."""
    try:
        number = room_event_cancel(
            session_id=access.play_session.pk, batch=request.POST.get("batch", ""), actor=actor_of(request)
        )
    except ServiceError as refused:
        messages.error(request, str(refused))
    else:
        words = ngettext(
            "The planned event is cancelled for %(n)d team.", "The planned event is cancelled for %(n)d teams.", number
        )
        messages.success(request, words % {"n": number} if number else _("Nothing was planned any more."))
    return _back(access)


@require_POST
@for_session(Right.RUN)
def events_marks(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """Choose whether events count in marks, before the first one. For people who run sessions."""
    counts = request.POST.get("counts") == "1"
    try:
        events_count_set(session_id=access.play_session.pk, counts=counts)
    except ServiceError as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Events count in marks.") if counts else _("Events do not count in marks."))
    return _back(access)


def _back(access: SessionAccess) -> HttpResponse:
    return redirect(reverse("classrooms:session-events", args=[access.play_session.pk]) + "#brought")


def _page(
    request: HttpRequest, access: SessionAccess, form: EventForm, preview: EventPreview | None = None
) -> HttpResponse:
    play_session = access.play_session
    context: dict[str, Any] = {
        "access": access,
        "play_session": play_session,
        "form": form,
        "preview": preview,
        "is_changed": preview is not None and "bring" in request.POST and "seen" in request.POST,
        "has_events": has_events(play_session),
        "lines": event_lines(play_session),
    }
    return render(request, "classrooms/monitor/events.html", context, status=422 if form.errors else 200)

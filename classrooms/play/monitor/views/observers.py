"""Observers of a session's tables: the page of staff, the way in by a link, and the note of a critical friend."""

from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from classrooms.models import ObserverLink, SessionStatus, TableObserver
from classrooms.people.access.onward import onward
from classrooms.people.access.permissions import Right, SessionAccess
from classrooms.people.access.posted import number_in
from classrooms.people.access.session_guards import for_session
from classrooms.people.access.throttling import address_of, may_go_on
from classrooms.play.monitor.forms import ObserversForm
from classrooms.play.monitor.observing import sheet_of
from classrooms.play.monitor.queries.observers import link_lines, observer_lines, people_without_seat
from classrooms.play.monitor.services import observers
from classrooms.play.monitor.views.presses import actor_of
from classrooms.play.sessions.queries.set_up import roles_of
from classrooms.play.sessions.services.joining import guest_turn_away
from classrooms.play.sessions.views.join import NEW_GUESTS, NEW_GUESTS_SECONDS
from games.public.base import BadRequest, ServiceError, full_url
from games.public.pages import return_url
from games.public.people import enter, guest_create


@require_http_methods(["GET", "HEAD", "POST"])
@for_session(Right.RUN)
def session_observers(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """The people who look on at the tables, and the forms that let them (`?team=` is chosen). For people who run
    sessions. A draft has no tables yet.
    """
    play_session = access.play_session
    if play_session.status == SessionStatus.DRAFT:
        return redirect("classrooms:session", play_session.pk)
    if request.method != "POST":
        return _page(request, access, ObserversForm(play_session, initial={"team": request.GET.get("team", "")}))
    action = request.POST.get("action", "")
    form = ObserversForm(play_session, request.POST, needs_people=action == "add") if action in ADDING else None
    if form is not None and not form.is_valid():
        return _page(request, access, form)
    try:
        done = _let(request, form, action) if form is not None else _change(request, access, action)
        messages.success(request, done)
    except ServiceError as refused:
        if form is not None:
            form.add_error(None, str(refused))
            return _page(request, access, form)
        messages.error(request, str(refused))
    return redirect("classrooms:session-observers", play_session.pk)


ADDING: Final = ("add", "link")


def _let(request: HttpRequest, form: ObserversForm, action: str) -> str:
    """Let people look on, or make a link. One refused person stops nobody else's view."""
    given, actor = form.values(), actor_of(request)
    people = given.pop("people")
    if action == "link":
        observers.observer_link_make(actor=actor, **given)
        return _("The link is made. An earlier link of this team no longer works.")
    for user in people:
        observers.observer_add(user=user, actor=actor, **given)
    return ngettext("%(n)d person looks on now.", "%(n)d people look on now.", len(people)) % {"n": len(people)}


def _change(request: HttpRequest, access: SessionAccess, action: str) -> str:
    """Change a link or a view of this session. Raises BadRequest for another action, Http404 for another session."""
    model: Any = ObserverLink if action == "revoke" else TableObserver
    row = model.objects.filter(pk=number_in(request, "row"), session_team__session=access.play_session).first()
    if row is None:
        raise Http404
    actor = actor_of(request)
    if action == "revoke":
        observers.observer_link_revoke(link_id=row.pk, actor=actor)
        return _("The link no longer works.")
    if action == "remove":
        observers.observer_remove(observer_id=row.pk, actor=actor)
        return _("This person no longer looks on. A written note stays.")
    if action in ("share", "hide"):
        observers.note_share(observer_id=row.pk, is_shared=action == "share", actor=actor)
        return _("The team reads the note in its debrief.") if action == "share" else _("The team does not read it.")
    raise BadRequest(field="action", reason=action[:40])


def _page(request: HttpRequest, access: SessionAccess, form: ObserversForm) -> HttpResponse:
    play_session = access.play_session
    context = {
        "access": access,
        "play_session": play_session,
        "form": form,
        "lines": observer_lines(play_session),
        "links": [
            (line, full_url(request, "classrooms:observe", observers.observer_link_token(line.row)))
            for line in link_lines(play_session)
        ],
        "may_add": play_session.status in observers.LIVE,
        "has_people": bool(people_without_seat(play_session)),
        "may_write": play_session.status != SessionStatus.ARCHIVED,
    }
    return render(request, "classrooms/monitor/observers.html", context, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def observe(request: HttpRequest, token: str) -> HttpResponse:
    """Look on at a table by a link, after a click. Open to everybody with the link; a visitor without an account
    enters a name and gets a personal link to come back.
    """
    try:
        link = observers.observer_link_find(token)
    except observers.LinkClosed:
        return render(request, "games/invite_closed.html", status=410)
    play_session = link.session_team.session
    roles = roles_of(play_session)
    context: dict[str, Any] = {
        "link": link,
        "play_session": play_session,
        "table": link.session_team,
        "role": None if link.seat is None else roles[link.seat],
    }
    if request.method != "POST":
        return _observe_page(request, context)
    user, is_new = request.user, False
    if not user.is_authenticated:
        if not may_go_on(f"guest:{address_of(request)}", limit=NEW_GUESTS, seconds=NEW_GUESTS_SECONDS):
            return render(request, "classrooms/sessions/join_wait.html", status=429)
        try:
            user, is_new = guest_create(display_name=request.POST.get("name", "")), True
        except BadRequest:
            error = _("Write the name that the others will see, at most 80 characters.")
            return _observe_page(request, context | {"error": error}, status=422)
    try:
        row = observers.observer_join(token=token, user=user)
    except observers.RunsSession:
        return redirect("classrooms:session-table", play_session.pk, link.session_team_id)
    except ServiceError as refused:
        if is_new:
            guest_turn_away(user=user)
        return _observe_page(request, context | {"refused": str(refused)}, status=refused.status)
    table_url = reverse("games:match", args=[link.session_team.match_id])
    if is_new:
        enter(request, user)  # new: nothing is asked
        context |= {"personal_link": return_url(request, user), "table_url": table_url, "row": row}
        return render(request, "classrooms/monitor/observers/welcome.html", context)
    return redirect(table_url)


def _observe_page(request: HttpRequest, context: dict[str, Any], status: int = 200) -> HttpResponse:
    return render(request, "classrooms/monitor/observers/join.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def observer_note(request: HttpRequest, observer_id: int) -> HttpResponse:
    """The note of a critical friend: read and written by this person alone. A refused note keeps its text."""
    rows = TableObserver.objects.filter(pk=observer_id, user=request.user.pk, is_critical_friend=True)
    row = rows.select_related("session_team__session__course", "session_team__match").first()
    if row is None:
        raise Http404
    refused, typed = "", None
    if request.method == "POST":
        typed = {name: request.POST.get(name, "") for name in observers.HEADINGS}
        shared = bool(request.POST.get("is_shared"))
        try:
            observers.note_write(observer_id=row.pk, user=request.user, parts=typed, is_shared=shared)
        except ServiceError as error:
            refused = str(error)
        else:
            messages.success(request, _("Your note is kept."))
            return onward(request, request.path)
    context = sheet_of(row, typed) | {
        "table": row.session_team,
        "play_session": row.session_team.session,
        "refused": refused,
        "may_write": row.ended_at is None and row.session_team.session.status in observers.KEPT_STATES,
    }
    response = render(request, "classrooms/monitor/observers/note.html", context, status=422 if refused else 200)
    patch_cache_control(response, private=True, no_cache=True)
    return response

"""The list of sessions, the redirect into one, and actions on a whole session."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from classrooms.models import SessionStatus
from classrooms.people.access.onward import onward
from classrooms.people.access.permissions import Right, SessionAccess
from classrooms.people.access.session_guards import for_session
from classrooms.play.sessions import services as sessions
from classrooms.play.sessions.queries.absence import Absence, away_from
from classrooms.play.sessions.queries.consequences import of_ending, of_undoing_the_start
from classrooms.play.sessions.queries.pages import page_url, staff_url
from classrooms.play.sessions.queries.sessions import managed_courses, my_table, session_groups
from classrooms.play.sessions.queries.set_up import BEGUN
from classrooms.play.sessions.services import bots
from classrooms.play.sessions.views.start import chosen_in, start_page
from classrooms.play.sessions.views.to_bots import EXCUSED
from games.public.base import BadRequest, ServiceError, clock
from games.public.models import Status
from games.public.steering import Actor

SOFT_START_SECONDS = (30, 60, 120, 300, 600)


@login_required
@require_safe
def session_list(request: HttpRequest) -> HttpResponse:
    """All sessions of the reader's courses, by state. For everybody with an account."""
    context = {"groups": session_groups(request.user), "courses": managed_courses(request.user)}
    response = render(request, "classrooms/sessions/list.html", context)
    patch_cache_control(response, private=True, no_cache=True)
    return response


@require_safe
@for_session()
def session(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """Redirect a member to their next page: staff by the session's state, students to the lobby, their table or their
    debrief. Any member of the course may.
    """
    play_session = access.play_session
    if access.may(Right.LOOK):
        return redirect(staff_url(play_session, access.rights))
    table = my_table(request.user, play_session)
    if table is None or table.match is None or table.match.status == Status.LOBBY:
        return redirect("classrooms:session-lobby", play_session.pk)
    if play_session.status in BEGUN:
        return redirect("games:match", table.match_id)
    debrief = page_url("debrief", table.match_id) if table.match.status == "finished" else ""
    return redirect(debrief or reverse("games:match", args=[table.match_id]))


@dataclass(frozen=True)
class Act:
    """An action on a whole session: the right it needs, the service, and the message afterwards."""

    right: Right
    do: Callable[[HttpRequest, SessionAccess], Any]
    said: Any
    onward: str = ""
    """The name of the following page; empty for the reader's next page of the session."""


def _open(request: HttpRequest, access: SessionAccess) -> None:
    if not sessions.session_open_itself(session_id=access.play_session.pk):
        sessions.session_open(session_id=access.play_session.pk, by=request.user)


def _start(request: HttpRequest, access: SessionAccess) -> None:
    """Start at once, at once with bots for absent people, or after some seconds (`in`: "0", "without", a number). All
    screens count down the seconds; "never" cancels a planned start.
    """
    wait = request.POST.get("in", "0")
    if wait == "never":
        sessions.session_plan_start(session_id=access.play_session.pk, at=None)
    elif wait == "0":
        sessions.session_start(session_id=access.play_session.pk)
    elif wait == "without":
        actor = Actor(request.user, request.POST.get("reason", ""))
        lent, given = chosen_in(request)
        seats = bots.session_start_without(
            session_id=access.play_session.pk,
            named=lent | given,
            for_good=given,
            actor=actor,
            excused=request.POST.get("excused") == EXCUSED,
        )
        if seats:
            said = ngettext(
                "It has begun, and a bot plays %(n)d seat.", "It has begun, and bots play %(n)d seats.", seats
            )
            messages.success(request, said % {"n": seats})
    elif wait in map(str, SOFT_START_SECONDS):
        at = clock.now() + timedelta(seconds=int(wait))
        sessions.session_plan_start(session_id=access.play_session.pk, at=at)
    else:
        raise BadRequest(field="in", reason=wait[:20])


def _away_unasked(request: HttpRequest, access: SessionAccess) -> Absence:
    """Absent people, if an immediate start was requested without confirming them."""
    is_asked = request.POST.get("in", "0") not in ("0", "without") or request.POST.get("sure")
    if is_asked or access.play_session.status != SessionStatus.OPEN:
        return Absence()
    return away_from(access.play_session, clock.now())


def _unstart(request: HttpRequest, access: SessionAccess) -> None:
    actor = Actor(request.user, request.POST.get("reason", ""))
    sessions.session_unstart(session_id=access.play_session.pk, actor=actor)


def _finish(request: HttpRequest, access: SessionAccess) -> None:
    sessions.session_finish(session_id=access.play_session.pk, by=request.user, reason=request.POST.get("reason", ""))


def _delete(request: HttpRequest, access: SessionAccess) -> None:
    if not request.POST.get("sure"):
        raise BadRequest(field="sure", reason=_("tick the box to delete the session"))
    sessions.session_delete(session_id=access.play_session.pk)


ACTS = {
    "open": Act(Right.RUN, _open, gettext_lazy("The session is open: people can come in."), "session-lobby"),
    "by-hand": Act(
        Right.MANAGE,
        lambda request, access: sessions.session_update(session_id=access.play_session.pk, opens_itself=""),
        gettext_lazy("The session waits for you to open it."),
        "session-edit",
    ),
    "start": Act(Right.RUN, _start, ""),
    "on-paper": Act(
        Right.RUN,
        lambda request, access: sessions.session_to_paper(
            session_id=access.play_session.pk, by=request.user, own_cards=request.POST.get("cards") == "own"
        ),
        gettext_lazy("The teams play on paper: all clocks and bots stand still."),
        "session-paper",
    ),
    "pause": Act(
        Right.RUN,
        lambda request, access: sessions.session_pause(
            session_id=access.play_session.pk, by=request.user, reason=request.POST.get("reason", "")
        ),
        gettext_lazy("All teams are paused: all clocks stand still."),
    ),
    "resume": Act(
        Right.RUN,
        lambda request, access: sessions.session_resume(session_id=access.play_session.pk, by=request.user),
        gettext_lazy("The session goes on."),
    ),
    "finish": Act(Right.RUN, _finish, gettext_lazy("The session is over.")),
    "unstart": Act(
        Right.RUN,
        _unstart,
        gettext_lazy("The start is undone. The room is open again, with everybody on their seats."),
        "session-lobby",
    ),
    "reopen": Act(
        Right.RUN,
        lambda request, access: sessions.session_reopen(session_id=access.play_session.pk, by=request.user),
        gettext_lazy("The session is open again, with everybody on their seats."),
        "session-lobby",
    ),
    "release": Act(
        Right.RUN,
        lambda request, access: sessions.session_release(session_id=access.play_session.pk, by=request.user),
        gettext_lazy("Finished teams can read their debriefs now."),
    ),
    "trim": Act(
        Right.RUN,
        lambda request, access: sessions.tables_trim(session_id=access.play_session.pk),
        gettext_lazy("Tables without anybody are taken away."),
        "session-lobby",
    ),
    "archive": Act(
        Right.MANAGE,
        lambda request, access: sessions.session_archive(session_id=access.play_session.pk),
        gettext_lazy("The session is archived. You find it below the others."),
        "sessions",
    ),
    "restore": Act(
        Right.MANAGE,
        lambda request, access: sessions.session_restore(session_id=access.play_session.pk),
        gettext_lazy("The session is back among the finished ones."),
        "sessions",
    ),
    "delete": Act(Right.MANAGE, _delete, gettext_lazy("The session is deleted."), "sessions"),
}


def ending(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """The page with the effects of ending the session, and the button for it."""
    play_session = access.play_session
    context = {
        "title": _("End the session"),
        "label": play_session.title,
        "said": of_ending(play_session),
        "act_url": reverse("classrooms:session-finish", args=[play_session.pk]),
        "act_words": _("End it"),
        "asks_why": True,
        "reason": request.POST.get("reason", ""),
        "back_url": reverse("classrooms:session", args=[play_session.pk]),
    }
    return render(request, "classrooms/courses/consequences.html", context)


def _undoing_the_start(request: HttpRequest, access: SessionAccess) -> HttpResponse | None:
    """The page that names the moves that would not count any more, before they do not."""
    said = [] if request.POST.get("sure") else of_undoing_the_start(access.play_session)
    if not said:
        return None
    context = {
        "title": _("Undo the start"),
        "label": access.play_session.title,
        "said": said,
        "act_url": request.path,
        "act_words": _("Undo the start"),
        "asks_why": True,
        "back_url": reverse("classrooms:session", args=[access.play_session.pk]),
    }
    return render(request, "classrooms/courses/consequences.html", context)


def act(name: str) -> Callable[..., HttpResponse]:
    """The view that does one of `ACTS` when it is posted to, for members with its right."""
    doing = ACTS[name]

    @require_POST
    @for_session(doing.right)
    def done(request: HttpRequest, access: SessionAccess) -> HttpResponse:
        if name == "finish" and not request.POST.get("sure"):
            return ending(request, access)
        asked = _undoing_the_start(request, access) if name == "unstart" else None
        if asked is not None:
            return asked
        away = _away_unasked(request, access) if name == "start" else Absence()
        if away.seats:
            return start_page(request, access, away)
        try:
            doing.do(request, access)
        except ServiceError as error:
            messages.error(request, str(error))
            return _back(request, access, "")
        if doing.said:
            messages.success(request, str(doing.said))
        return _back(request, access, doing.onward)

    return done


def _back(request: HttpRequest, access: SessionAccess, to: str) -> HttpResponse:
    """A redirect to the page named by the form, else to the page of that name."""
    otherwise = (
        reverse("classrooms:sessions")
        if to == "sessions"
        else reverse(f"classrooms:{to or 'session'}", args=[access.play_session.pk])
    )
    return onward(request, otherwise)

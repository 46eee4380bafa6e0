"""The list of sessions, the way into one, and what is done to one as a whole."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from classrooms.access.onward import onward
from classrooms.access.permissions import Right, SessionAccess, course_access
from classrooms.access.session_guards import for_session
from classrooms.models import Course, SessionStatus
from classrooms.sessions import services as sessions
from classrooms.sessions.queries.absence import Place, away_from
from classrooms.sessions.queries.consequences import of_ending
from classrooms.sessions.queries.pages import page_url, staff_url
from classrooms.sessions.queries.sessions import my_table, rights_by_course, session_groups
from classrooms.sessions.queries.set_up import BEGUN
from classrooms.sessions.services import bots
from classrooms.sessions.views.to_bots import asking, named_in
from games import clock
from games.errors import BadRequest, NotAllowed, ServiceError
from games.models import Status
from games.services.interventions import Press

SOFT_START_SECONDS = (30, 60, 120, 300, 600)


@login_required
@require_safe
def session_list(request: HttpRequest) -> HttpResponse:
    """All sessions of the reader's courses, by state. Everybody with an account may, and sees their own."""
    groups = session_groups(request.user)
    managed = [course for course, rights in rights_by_course(request.user).items() if Right.MANAGE in rights]
    courses = list(Course.objects.filter(pk__in=managed, archived_at__isnull=True))
    context = {"groups": groups, "courses": courses}
    response = render(request, "classrooms/sessions/list.html", context)
    patch_cache_control(response, private=True, no_cache=True)
    return response


@require_safe
@for_session()
def session(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """The page on which a member goes on: staff by the session's state, students at the lobby, at their table or
    with their debrief. Any member of the course may.
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
    """Something done to a session as a whole: who may, the service, and what is said afterwards."""

    right: Right
    do: Callable[[HttpRequest, SessionAccess], Any]
    said: Any
    onward: str = ""
    """The page that follows, by name; empty: where the reader goes on with the session."""


def _open(request: HttpRequest, access: SessionAccess) -> None:
    sessions.session_open(session_id=access.play_session.pk, by=request.user)


def _start(request: HttpRequest, access: SessionAccess) -> None:
    """At once, at once with bots for who is not here, or after some seconds (`in`: "0", "without", a number), which all
    screens count down; "never" takes the plan back.
    """
    wait = request.POST.get("in", "0")
    if wait == "never":
        sessions.session_plan_start(session_id=access.play_session.pk, at=None)
    elif wait == "0":
        sessions.session_start(session_id=access.play_session.pk)
    elif wait == "without":
        press = Press(request.user, request.POST.get("reason", ""))
        seats = bots.session_start_without(session_id=access.play_session.pk, named=named_in(request), press=press)
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


def _away_unasked(request: HttpRequest, access: SessionAccess) -> Collection[Place]:
    """The seats that *start with bots* is about to give away and did not name yet."""
    is_asked = request.POST.get("in") != "without" or request.POST.get("sure")
    if is_asked or access.play_session.status != SessionStatus.OPEN:
        return ()
    return away_from(access.play_session, clock.now()).seats


def _finish(request: HttpRequest, access: SessionAccess) -> None:
    sessions.session_finish(session_id=access.play_session.pk, by=request.user, reason=request.POST.get("reason", ""))


def _delete(request: HttpRequest, access: SessionAccess) -> None:
    if not request.POST.get("sure"):
        raise BadRequest(field="sure", reason=_("tick the box to delete the session"))
    sessions.session_delete(session_id=access.play_session.pk)


ACTS = {
    "open": Act(Right.RUN, _open, gettext_lazy("The session is open: people can come in."), "session-lobby"),
    "start": Act(Right.RUN, _start, ""),
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
    """The page that says what ending the session does, with the button that does it."""
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


def act(name: str) -> Callable[..., HttpResponse]:
    """The view that does one of `ACTS` when it is posted to, for members with its right."""
    doing = ACTS[name]

    @require_POST
    @for_session(doing.right)
    def done(request: HttpRequest, access: SessionAccess) -> HttpResponse:
        if name == "finish" and not request.POST.get("sure"):
            return ending(request, access)
        away = _away_unasked(request, access) if name == "start" else ()
        if away:
            back_url = reverse("classrooms:session-lobby", args=[access.play_session.pk])
            return asking(request, access, away, act_url=request.path, back_url=back_url, start=True)
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
    """To the page that the form names, else to the one of that name."""
    otherwise = (
        reverse("classrooms:sessions")
        if to == "sessions"
        else reverse(f"classrooms:{to or 'session'}", args=[access.play_session.pk])
    )
    return onward(request, otherwise)


@require_POST
@for_session(Right.MANAGE)
def clone(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """A new draft from this session, in the course named by `course` (this one if empty), of which the reader must be
    an instructor too.
    """
    wanted = request.POST.get("course", "")
    target = access.course
    if wanted.isascii() and wanted.isdecimal() and int(wanted[:9]) != access.course.pk:
        try:
            target = course_access(int(wanted[:9]), request.user, Right.MANAGE).course
        except NotAllowed:
            raise PermissionDenied from None
    draft = sessions.session_clone(session_id=access.play_session.pk, by=request.user, course=target)
    tables = draft.session_teams.count()
    messages.success(
        request,
        ngettext(
            "A new draft with %(number)d table. Look it over and open it.",
            "A new draft with %(number)d tables. Look it over and open it.",
            tables,
        )
        % {"number": tables},
    )
    return redirect("classrooms:session-edit", draft.pk)

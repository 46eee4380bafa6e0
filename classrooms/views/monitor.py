"""The monitor: one row per team, what needs somebody, and the whole room's buttons."""

from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import SESSION_KEY
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from classrooms.models import SessionStatus
from classrooms.permissions import Right, SessionAccess, session_access
from classrooms.selectors import monitor as selectors
from classrooms.selectors.session_pages import page_url
from classrooms.services import cockpit_room, sessions
from classrooms.views.cockpit import minutes_in, onward, press_of
from classrooms.views.monitor_cells import cells
from classrooms.views.session_guards import for_session
from games import clock, pace
from games.errors import BadRequest, ServiceError

GIVEN: Final = {"live": (2, 5, 15), "free": (), "async": (60, 240, 1440)}
"""Minutes that are offered at once, by the pace of the session."""


@require_safe
@for_session(Right.LOOK)
def monitor(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """The monitor, in the order of `?sort=`. Staff and observers of the course may look; who may run the session has
    buttons too. A draft has none yet.
    """
    if access.play_session.status == SessionStatus.DRAFT:
        return redirect("session", access.play_session.pk)
    context = monitor_context(request, access)
    return render(request, "classrooms/cockpit/monitor.html", context)


@require_safe
def monitor_live(request: HttpRequest, session_id: int) -> HttpResponse:
    """The regions of the monitor, or 304 after one query if nothing changed and the minute is the same. For who may
    see the monitor; everybody else gets 404.
    """
    user_id = request.session.get(SESSION_KEY)
    told = selectors.pulse(session_id, int(user_id)) if user_id else None
    if told is None:
        raise Http404
    etag = etag_for(told, user_id, request.GET.get("sort", ""))
    response: HttpResponse
    if request.headers.get("If-None-Match") == etag:
        response = HttpResponseNotModified()
    else:
        access = session_access(session_id, request.user, Right.LOOK)
        with timezone.override(getattr(request.user, "time_zone", "") or settings.TIME_ZONE):
            response = render(request, "classrooms/cockpit/monitor_live.html", monitor_context(request, access))
    response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    return response


monitor_live.reads_person_late = True  # type: ignore[attr-defined]


def etag_for(told: tuple[int, int | None, str], user_id: object, sort: str) -> str:
    """Names what the reader sees: revisions, role, order, language and the minute by which times are told."""
    revision, moves, role = told
    minute = int(timezone.now().timestamp()) // 60
    order = sort if sort.isidentifier() else ""
    return f'"{revision}-{moves or 0}-{role}-{user_id}-{order[:20]}-{translation.get_language()}-{minute}"'


def monitor_context(request: HttpRequest, access: SessionAccess) -> dict[str, Any]:
    """What the page and its regions show."""
    play_session, now = access.play_session, clock.now()
    sort = request.GET.get("sort", "")
    told = selectors.monitor(play_session, now, sort)
    columns = next((row.progress.gauges for row in told.rows if row.progress and row.progress.gauges), ())
    offered = GIVEN[pace.read(play_session.pace).mode] if play_session.pace else ()
    return {
        "access": access,
        "play_session": play_session,
        "monitor": told,
        "now": now,
        "sort": sort if sort in {gauge.name for gauge in columns} | {"name", "turn"} else "need",
        "sorts": [("need", _("Need of help")), ("name", _("Name")), ("turn", _("Turn"))]
        + [(gauge.name, gauge.label) for gauge in columns],
        "columns": columns,
        "lines": [(row, cells(row, columns)) for row in told.rows],
        "menus": {},
        "bot_word": _("bot"),
        "may_run": access.may(Right.RUN) and play_session.status not in ("finished", "archived"),
        "offered": [(minutes, time_words(minutes)) for minutes in offered],
        "projector_url": page_url("projector", play_session.pk),
        "live_url": reverse("monitor-live", args=[play_session.pk]) + (f"?sort={sort}" if sort else ""),
    }


def time_words(minutes: int) -> str:
    """2 minutes, 4 hours."""
    if minutes % 60:
        return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
    hours = minutes // 60
    return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}


@require_POST
@for_session(Right.RUN)
def room_act(request: HttpRequest, access: SessionAccess, act: str) -> HttpResponse:
    """What is done to all teams at once: pause, resume, extend, remind, message, end. For those who run sessions."""
    try:
        messages.success(request, _room_done(request, access, act))
    except ServiceError as error:
        messages.error(request, str(error))
    return onward(request, access)


def _room_done(request: HttpRequest, access: SessionAccess, act: str) -> str:
    """Do it and say so."""
    session_id, press = access.play_session.pk, press_of(request)
    match act:
        case "pause":
            sessions.session_pause(session_id=session_id, by=press.by, reason=press.reason, now=press.at)
            return _("All teams are paused: all clocks stand still.")
        case "resume":
            sessions.session_resume(session_id=session_id, by=press.by, reason=press.reason, now=press.at)
            return _("The session goes on.")
        case "extend":
            minutes = minutes_in(request)
            tables = cockpit_room.room_extend(session_id=session_id, minutes=minutes, press=press)
            words = ngettext("%(n)d team has %(time)s more.", "%(n)d teams have %(time)s more.", tables)
            return words % {"n": tables, "time": time_words(minutes)}
        case "remind":
            tables = cockpit_room.room_remind(session_id=session_id, press=press)
            return ngettext("%(n)d team was reminded.", "%(n)d teams were reminded.", tables) % {"n": tables}
        case "message":
            tables = cockpit_room.room_message(session_id=session_id, text=request.POST.get("text", ""), press=press)
            return ngettext("%(n)d team can read it.", "%(n)d teams can read it.", tables) % {"n": tables}
        case "end" if request.POST.get("sure"):
            sessions.session_finish(session_id=session_id, by=press.by, reason=press.reason, now=press.at)
            return _("The session is over. Matches that were not ended without a result.")
        case "end":
            raise BadRequest(field="sure", reason=_("tick the box to end the session for everybody"))
        case other:
            raise BadRequest(field="act", reason=other[:40])

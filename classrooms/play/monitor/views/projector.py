"""The projector's view of a session, for a computer without a signed-in person, and its controls for staff."""

from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from classrooms.models import Session, SessionStatus
from classrooms.people.access.permissions import Right, SessionAccess
from classrooms.people.access.session_guards import for_session
from classrooms.play.monitor.queries.room import SCREEN_SECONDS, room_of, screen_of, turn_of
from classrooms.play.monitor.views.pages import asked_query
from classrooms.play.questions.queries.polls import displayed_poll
from classrooms.play.questions.queries.predictions import outcome_of, told_of
from classrooms.play.sessions import services as sessions
from classrooms.play.sessions.queries.joining import is_open_to
from classrooms.play.sessions.queries.lobby import lobby_tag, topics_of
from classrooms.play.sessions.services.projecting import projected, projector_close, projector_renew, projector_token
from games.public.base import BadRequest, ServiceError, clock, full_url
from games.public.matches import undo_window
from games.public.pages import has_news, renewed, stamped, stream

POLL_SECONDS = 2


@require_safe
def projector(request: HttpRequest, token: str) -> HttpResponse:
    """The projector's view for everybody who has the link, without signing in. It shows names of teams and no person's.
    With the number of a session in place of the link's secret, it leads staff to the controls.
    """
    if token.isascii() and token.isdecimal() and len(token) < 10:
        return redirect("classrooms:session-projector", int(token))
    play_session = projected(token)
    response = _render_projector(request, play_session, token, "projector")
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _render_projector(request: HttpRequest, play_session: Session, token: str, template: str) -> HttpResponse:
    """Render in the time zone of the course, since the clocks of the room use it."""
    with timezone.override(play_session.course.time_zone):
        context = _context(request, play_session, token)
        return render(request, f"classrooms/monitor/{template}.html", context)


@require_safe
def projector_live(request: HttpRequest, token: str) -> HttpResponse:
    """The regions of the projector's view, 304 if nothing changed. Open as the view itself."""
    play_session = projected(token)
    now = clock.now()
    page = request.GET.get("page", "")
    turn = turn_of(play_session.session_teams.count(), now, page)
    etag = _tag(play_session, now, turn or page)
    fresh = renewed(request, lambda: _topics(play_session))
    again = SCREEN_SECONDS - now.timestamp() % SCREEN_SECONDS if turn is not None else None
    if not has_news(request, etag):
        return stamped(HttpResponseNotModified(), etag, fresh, again)
    return stamped(_render_projector(request, play_session, token, "projector_live"), etag, fresh, again)


def _topics(play_session: Session) -> list[str]:
    return [*topics_of(play_session.pk), f"poll-{play_session.pk}"]


def _tag(play_session: Session, now: Any, part: int | str) -> str:
    """The ETag of the view. The planned debrief is a part of it, since it changes the clock without a change of the
    session. So is the minute, since ranks of the league follow the expected end, and the part of a long list.
    """
    passed = play_session.debrief_at is not None and play_session.debrief_at <= now
    poll = displayed_poll(play_session)
    minute = int(now.timestamp()) // 60 if play_session.shows_league else 0
    asked = poll and (*poll.tag, outcome_of(poll.poll))
    parts = (lobby_tag(play_session, 0, now), passed, minute, asked, part, get_language())
    return f'"{sha256(repr(parts).encode()).hexdigest()[:32]}"'


def _context(request: HttpRequest, play_session: Session, token: str) -> dict[str, Any]:
    now = clock.now()
    address = full_url(request, "classrooms:join")
    poll = displayed_poll(play_session)
    asked = request.GET.get("page", "")
    room = undo_window.read_for(
        None, lambda: room_of(play_session, now), lambda found: [team.row.match for team in found.teams]
    )
    return {
        "play_session": play_session,
        "page": screen_of(room.league or room.teams, now, asked),
        "is_by_turns": (turn := turn_of(len(room.teams), now, asked)) is not None,
        "poll": poll,
        "told": told_of(poll) if poll is not None else None,
        "room": room,
        "now": now,
        "join_address": address.partition("://")[2].rstrip("/"),
        "is_open": is_open_to(play_session),
        "live_url": reverse("classrooms:projector-live", args=[token]) + asked_query(request),
        "poll_seconds": POLL_SECONDS,
        "etag": _tag(play_session, now, turn or asked),
    } | stream(request, lambda: _topics(play_session))


@require_http_methods(["GET", "HEAD", "POST"])
@for_session(Right.LOOK)
def session_projector(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """The projector's controls: its link, and the league table. Staff and observers may look, people who run sessions
    may change them.
    """
    play_session = access.play_session
    if play_session.status == SessionStatus.DRAFT:
        raise Http404
    if request.method == "POST":
        if not access.may(Right.RUN):
            raise PermissionDenied
        try:
            _steered(request, play_session)
        except ServiceError as error:
            messages.error(request, str(error))
        return redirect("classrooms:session-projector", play_session.pk)
    token = projector_token(play_session)
    context = {
        "access": access,
        "may_run": access.may(Right.RUN),
        "token": token,
        "link": full_url(request, "classrooms:projector", token) if token else "",
    }
    return render(request, "classrooms/monitor/projector_controls.html", context)


def _steered(request: HttpRequest, play_session: Session) -> None:
    match request.POST.get("action", ""):
        case "show":
            sessions.session_adjust(session_id=play_session.pk, shows_league=True)
            messages.success(request, _("The room sees the league table."))
        case "hide":
            sessions.session_adjust(session_id=play_session.pk, shows_league=False)
            messages.success(request, _("The league table is hidden from the room."))
        case "renew":
            projector_renew(session_id=play_session.pk)
            messages.success(request, _("There is a new link. An older one leads nowhere now."))
        case "close":
            projector_close(session_id=play_session.pk)
            messages.success(request, _("The link is withdrawn."))
        case other:
            raise BadRequest(field="action", reason=other[:40])

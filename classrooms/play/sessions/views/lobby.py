"""The lobby of a session: people present, free seats, and the start."""

from collections.abc import Collection, Mapping
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseGone, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from classrooms.models import SeatPlan, SessionStatus
from classrooms.people.access.permissions import Right, SessionAccess
from classrooms.people.access.session_guards import for_session
from classrooms.play.sessions import services as sessions
from classrooms.play.sessions.queries.lobby import Lobby, lobby_of, lobby_tag, place_of, topics_of
from classrooms.play.sessions.queries.sessions import my_table
from classrooms.play.sessions.queries.set_up import BEGUN, purposes_of
from classrooms.play.sessions.queries.tables import TableLine
from classrooms.play.sessions.views.sessions import SOFT_START_SECONDS
from games.public.base import ServiceError, clock, full_url
from games.public.models import Status
from games.public.pages import has_news, renewed, stamped, stream
from games.public.work import news, presence
from games.ui import faces

SMALL_ROOM = 8
"""The number of tables up to which all are shown to everybody."""
MOST_OFFERED = 12
PER_PAGE: Final = 24
"""The greatest number of tables on a page for staff."""


@require_safe
@for_session()
def session_lobby(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """Every member of the course may open it: staff manage the room, students find or take their seat. Students whose
    session has begun are redirected.
    """
    play_session = access.play_session
    if play_session.status == SessionStatus.DRAFT:
        return (
            redirect("classrooms:session-edit", play_session.pk)
            if access.may(Right.MANAGE)
            else redirect("classrooms:sessions")
        )
    if not access.may(Right.LOOK) and _plays(access):
        return redirect("classrooms:session", play_session.pk)
    now = clock.now()
    presence.seen(place_of(play_session), access.user.pk, now)
    news.publish(f"session-{play_session.pk}")  # the others see who comes
    context = _context(request, access, now)
    return render(request, "classrooms/sessions/lobby.html", context)


def _plays(access: SessionAccess) -> bool:
    """Has the reader's own match left the lobby?"""
    table = my_table(access.user, access.play_session)
    return table is not None and table.match is not None and table.match.status != Status.LOBBY


@require_safe
@for_session()
def session_lobby_live(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """The lobby's regions, 304 if nothing changed, 410 if the session's state changed since the page was made
    (`?status=`). Open as the lobby itself.
    """
    play_session, now = access.play_session, clock.now()
    presence.seen(place_of(play_session), access.user.pk, now)
    if play_session.status != request.GET.get("status"):
        return stamped(HttpResponseGone())
    etag = lobby_tag(play_session, access.user.pk, now)
    fresh = renewed(request, lambda: topics_of(play_session.pk), place_of(play_session))
    if not has_news(request, etag):
        return stamped(HttpResponseNotModified(), etag, fresh)
    page = render(request, "classrooms/sessions/lobby_live.html", _context(request, access, now))
    return stamped(page, etag, fresh)


def _context(request: HttpRequest, access: SessionAccess, now: Any) -> dict[str, Any]:
    play_session = access.play_session
    lobby = lobby_of(play_session, now)
    mine = next((line for line in lobby.lines if request.user in line.people), None)
    offered = _offered(request, access, mine is not None)
    visible = _visible_tables(access, lobby, mine, offered)
    page = Paginator(visible, PER_PAGE).get_page(request.GET.get("page"))
    asked = {"status": play_session.status} | ({"page": str(page.number)} if page.has_other_pages() else {})
    live_url = reverse("classrooms:session-lobby-live", args=[play_session.pk])
    return {
        "access": access,
        "play_session": play_session,
        "face": faces.get(play_session.game),
        "lobby": lobby,
        "mine": mine,
        "my_seats": [seat for seat in mine.seats if request.user in seat.people] if mine is not None else [],
        "roles": purposes_of(play_session),
        "game": play_session.game,
        "reader": access.user.pk,
        "offered": offered,
        "shown": [(line, offered.get(line.table.pk, frozenset())) for line in page],
        "hidden": len(lobby.lines) - len(visible),
        "page": page,
        "is_staff": access.may(Right.LOOK),
        "may_run": access.may(Right.RUN),
        "is_open": play_session.status == SessionStatus.OPEN,
        "has_begun": play_session.status in BEGUN,
        "join_url": full_url(request, "classrooms:join-session", play_session.join_code),
        "soft_starts": SOFT_START_SECONDS,
        "live_url": f"{live_url}?{urlencode(asked)}",
        "etag": lobby_tag(play_session, access.user.pk, now),
    } | stream(request, lambda: topics_of(play_session.pk), place_of(play_session))


def _visible_tables(
    access: SessionAccess, lobby: Lobby, mine: TableLine | None, offered: Mapping[int, Collection[int]]
) -> list[TableLine]:
    """The shown tables: all for staff and in a small room; in a large room a student sees their own and those with a
    free seat for them. On several pages for staff, tables at which somebody is missing come first.
    """
    if access.may(Right.LOOK) and len(lobby.lines) > PER_PAGE:
        return sorted(lobby.lines, key=lobby.is_complete)
    if access.may(Right.LOOK) or len(lobby.lines) <= SMALL_ROOM:
        return lobby.lines
    return [line for line in lobby.lines if line is mine or line.table.pk in offered][:MOST_OFFERED]


def _offered(request: HttpRequest, access: SessionAccess, is_seated: bool) -> dict[int, frozenset[int]]:
    """The seats that the reader may take, by table: students without a planned seat, in the lobby or as late comers."""
    play_session = access.play_session
    if not access.may(Right.PLAY) or play_session.status not in (SessionStatus.OPEN, *BEGUN):
        return {}
    if play_session.status in BEGUN and (is_seated or not play_session.late_join):
        return {}
    if SeatPlan.objects.filter(session_team__session=play_session, user=access.user).exists():
        return {}
    return {table.pk: frozenset(seats) for table, seats in sessions.seats_offered(play_session, request.user)}


@require_POST
@for_session(Right.PLAY)
def session_seat(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """Take a seat in the lobby (`seat` is "table-seat", empty: any free seat). Students of the course may."""
    table, _dash, seat = request.POST.get("seat", "").partition("-")
    asked = (int(table), int(seat)) if _is_number(table) and _is_number(seat) else (None, None)
    try:
        place = sessions.session_join(
            session_id=access.play_session.pk, user=request.user, session_team_id=asked[0], seat=asked[1]
        )
    except ServiceError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("You sit at %(name)s.") % {"name": place.table.name})
    return redirect("classrooms:session", access.play_session.pk)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10

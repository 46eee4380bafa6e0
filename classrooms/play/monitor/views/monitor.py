"""The monitor: one row per team, cards for urgent needs, and buttons for the whole room."""

from collections.abc import Collection
from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from classrooms.models import SessionStatus
from classrooms.people.access.onward import onward
from classrooms.people.access.permissions import Right, SessionAccess, session_access
from classrooms.people.access.posted import number_in
from classrooms.people.access.session_guards import for_session
from classrooms.play.monitor.queries import monitor as selectors
from classrooms.play.monitor.queries.needs import Need
from classrooms.play.monitor.queries.reminded import reminded_words
from classrooms.play.monitor.services import room as cockpit_room
from classrooms.play.monitor.views.monitor_cells import cells
from classrooms.play.monitor.views.pages import asked_query, chosen, groups_of, page_of
from classrooms.play.monitor.views.presses import actor_of, minutes_in
from classrooms.play.sessions import services as sessions
from classrooms.play.sessions.queries.absence import Absence, Place, absence_of
from classrooms.play.sessions.queries.hand_overs import handed_over
from classrooms.play.sessions.queries.lobby import topics_of
from classrooms.play.sessions.queries.pages import page_url
from classrooms.play.sessions.services import bots
from classrooms.play.sessions.views.sessions import ending
from classrooms.play.sessions.views.to_bots import EXCUSED, asking, counting, is_until_back, named_in
from games.public.base import BadRequest, ServiceError, clock, view_options
from games.public.matches import pace, undo_window
from games.public.pages import has_news, renewed, stamped, stream
from games.public.people import reader_id

GIVEN: Final = {"live": (2, 5, 15), "free": (), "async": (60, 240, 1440)}
"""Minutes that are offered at once, by the pace of the session."""
SEVERAL: Final = 3


@require_safe
@for_session(Right.LOOK)
def monitor(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """The monitor, in the order of `?sort=`; in a large session the group of `?show=`, page by page. Staff and
    observers of the course may look; people who may run the session have buttons too. A draft has none yet.
    """
    if access.play_session.status == SessionStatus.DRAFT:
        return redirect("classrooms:session", access.play_session.pk)
    context = monitor_context(request, access)
    return render(request, "classrooms/monitor/monitor.html", context)


@view_options(reads_person_late=True)
@require_safe
def monitor_live(request: HttpRequest, session_id: int) -> HttpResponse:
    """The regions of the monitor, or 304 after one query if nothing changed and the minute is the same. For people who
    may see the monitor; everybody else gets 404.
    """
    user_id = reader_id(request)
    told = selectors.pulse(session_id, user_id) if user_id else None
    if told is None:
        raise Http404
    etag = etag_for(told, user_id, asked_query(request))
    response: HttpResponse
    if not has_news(request, etag):
        response = HttpResponseNotModified()
    else:
        access = session_access(session_id, request.user, Right.LOOK)
        with timezone.override(getattr(request.user, "time_zone", "") or settings.TIME_ZONE):
            response = render(request, "classrooms/monitor/monitor_live.html", monitor_context(request, access))
    return stamped(response, etag, renewed(request, lambda: topics_of(session_id)))


def etag_for(told: tuple[int, int | None, str], user_id: object, query: str) -> str:
    """The ETag of the view: revisions, role, order and page, language and the minute in which times are shown."""
    revision, moves, role = told
    minute = int(timezone.now().timestamp()) // 60
    return f'"{revision}-{moves or 0}-{role}-{user_id}-{query}-{translation.get_language()}-{minute}"'


def monitor_context(request: HttpRequest, access: SessionAccess) -> dict[str, Any]:
    """The context of the page and its live regions."""
    play_session, now = access.play_session, clock.now()
    sort = request.GET.get("sort", "")
    told = undo_window.read_for(
        request.user.pk,
        lambda: selectors.monitor(play_session, now, sort),
        lambda found: [row.match for row in found.rows],
    )
    columns = next((row.progress.gauges for row in told.rows if row.progress and row.progress.gauges), ())
    groups = groups_of(told.rows, sort)
    page = page_of(request, told.rows, groups)
    offered = GIVEN[pace.parse_pace(play_session.pace).mode] if play_session.pace else ()
    absence = absence_of(play_session, now)
    return {
        "access": access,
        "play_session": play_session,
        "monitor": told,
        "now": now,
        "sort": sort if sort in {gauge.name for gauge in columns} | {"name", "turn"} else "need",
        "sorts": [("need", _("Need of help")), ("name", _("Name")), ("turn", _("Turn"))]
        + [(gauge.name, gauge.label) for gauge in columns],
        "columns": columns,
        "groups": groups,
        "shown": chosen(groups, request.GET.get("show", "")),
        "page": page,
        "query": (query := asked_query(request)),
        "lines": [(row, cells(row, columns)) for row in page],
        "menus": {},
        "bot_word": _("bot"),
        "absence": absence,
        "needy": told.needy({match for match, _seat in absence.seats}),
        "cards": cards_of(told, absence),
        "handed_over": handed_over(play_session),
        "undoes_start": sessions.unstart_until(play_session, now),
        "may_undo": access.may(Right.RUN) and play_session.status != "archived",
        "may_run": access.may(Right.RUN) and play_session.status not in ("finished", "archived"),
        "offered": [(minutes, time_words(minutes)) for minutes in offered],
        "projector_url": page_url("projector", play_session.pk),
        "live_url": reverse("classrooms:monitor-live", args=[play_session.pk]) + query,
    } | stream(request, lambda: topics_of(play_session.pk))


def cards_of(told: selectors.Monitor, absence: Absence) -> list[tuple[selectors.Row, Need]]:
    """Cards of urgent needs. If several people were never seen, one card says so and replaces the cards of
    single teams.
    """
    if len(absence.seats) < SEVERAL:
        return told.needs
    covered = set(absence.seats)
    tables = {match for match, _seat in covered}
    return [
        (row, need)
        for row, need in told.needs
        if not (need.kind == "absent" and (row.table.match_id, need.seat) in covered)
        and not (need.kind == "first" and row.table.match_id in tables)
    ]


def time_words(minutes: int) -> str:
    """2 minutes, 4 hours."""
    if minutes % 60:
        return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
    hours = minutes // 60
    return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}


def why_words() -> str:
    """The request for a reason, shown after an urgent action that changes a result."""
    return _("Say why under Interventions, for the log and the debrief.")


def seats_words(seats: int) -> str:
    """The number of seats given to bots, in words."""
    if not seats:
        return _("Nothing had to be done: nobody was absent any more.")
    words = ngettext("A bot plays %(n)d seat now.", "Bots play %(n)d seats now.", seats)
    return words % {"n": seats}


def back_words(done: bots.Back) -> str:
    """The number of seats and matches given back, in words."""
    words = [ngettext("%(n)d seat is given back.", "%(n)d seats are given back.", done.given) % {"n": done.given}]
    if done.set_back:
        back = ngettext(
            "%(n)d match goes on from where its seats were given.",
            "%(n)d matches go on from where their seats were given.",
            done.set_back,
        )
        words.append(back % {"n": done.set_back})
    if done.kept:
        kept = ngettext(
            "%(n)d has changed since, and stays as it is.", "%(n)d have changed since, and stay as they are.", done.kept
        )
        words.append(kept % {"n": done.kept})
    if done.over:
        over = ngettext(
            "%(n)d is of a match that has ended since.", "%(n)d are of matches that have ended since.", done.over
        )
        words.append(over % {"n": done.over})
    return " ".join(words)


@require_POST
@for_session(Right.RUN)
def room_act(request: HttpRequest, access: SessionAccess, act: str) -> HttpResponse:
    """Act on all teams at once: pause, resume, extend, remind, message, end, give seats to bots, give them back.
    For people who run sessions.
    """
    if act == "end" and not request.POST.get("sure"):
        return ending(request, access)
    try:
        seats = _unasked(request, access, act)
        if seats:
            return _asking(request, access, act, seats)
        messages.success(request, _room_done(request, access, act))
        if act in ("bots", "person-bots") and not request.POST.get("reason", "").strip():
            messages.info(request, why_words())
    except ServiceError as error:
        messages.error(request, str(error))
    return onward(request, reverse("classrooms:monitor", args=[access.play_session.pk]))


def _unasked(request: HttpRequest, access: SessionAccess, act: str) -> Collection[Place]:
    """Seats with people that would go to bots and have not been confirmed yet."""
    if request.POST.get("sure"):
        return ()
    if act == "bots":
        return absence_of(access.play_session, clock.now()).seats
    return bots.alone_held(access.play_session, _user_in(request)) if act == "person-bots" else ()


def _asking(request: HttpRequest, access: SessionAccess, act: str, seats: Collection[Place]) -> HttpResponse:
    is_person = act == "person-bots"
    return asking(
        request,
        access,
        seats,
        act_url=request.path,
        back_url=reverse("classrooms:monitor", args=[access.play_session.pk]),
        until=is_person,
        fields={"user": str(_user_in(request))} if is_person else {},
    )


def _user_in(request: HttpRequest) -> int:
    user_id = number_in(request, "user", most=2**31)
    if user_id is None:
        raise BadRequest(field="user", reason="")
    return user_id


def _room_done(request: HttpRequest, access: SessionAccess, act: str) -> str:
    """Do the action and report its result."""
    session_id, actor = access.play_session.pk, actor_of(request)
    match act:
        case "pause":
            sessions.session_pause(session_id=session_id, by=actor.user, reason=actor.reason, now=actor.at)
            return _("All teams are paused: all clocks stand still.")
        case "resume":
            sessions.session_resume(session_id=session_id, by=actor.user, reason=actor.reason, now=actor.at)
            return _("The session goes on.")
        case "extend":
            minutes = minutes_in(request)
            tables = cockpit_room.room_extend(session_id=session_id, minutes=minutes, actor=actor)
            words = ngettext("%(n)d team has %(time)s more.", "%(n)d teams have %(time)s more.", tables)
            return words % {"n": tables, "time": time_words(minutes)}
        case "remind":
            notes = cockpit_room.room_remind(session_id=session_id, actor=actor)
            return reminded_words(notes) if notes else _("Nobody is awaited: nobody was reminded.")
        case "bots":
            excused = request.POST.get("excused") == EXCUSED
            named = named_in(request)
            return seats_words(bots.absent_to_bots(session_id=session_id, named=named, actor=actor, excused=excused))
        case "person-bots":
            seats = bots.person_to_bots(
                session_id=session_id,
                user_id=_user_in(request),
                named=(named := named_in(request)),
                actor=counting(request, access.play_session, named, actor),
                until_back=is_until_back(request),
            )
            return seats_words(seats)
        case "back":
            batch = request.POST.get("batch", "")
            team = number_in(request, "team", most=2**31)
            return back_words(bots.seats_back(session_id=session_id, batch=batch, actor=actor, session_team_id=team))
        case "message":
            tables = cockpit_room.room_message(session_id=session_id, text=request.POST.get("text", ""), actor=actor)
            return ngettext("%(n)d team can read it.", "%(n)d teams can read it.", tables) % {"n": tables}
        case "end":
            sessions.session_finish(session_id=session_id, by=actor.user, reason=actor.reason, now=actor.at)
            return _("The session is over. Matches that were not ended without a result.")
        case other:
            raise BadRequest(field="act", reason=other[:40])

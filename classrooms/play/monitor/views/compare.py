"""The comparison of a session's teams: curves, prices, a scatter chart, waiting times, decisions side by side, and a
file of all numbers.
"""

from typing import Any, Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from classrooms.files.spreadsheets import csv_response
from classrooms.models import SessionStatus
from classrooms.people.access.permissions import Right, SessionAccess, session_access
from classrooms.people.access.session_guards import for_session
from classrooms.play.monitor.compare_drawing import curves, range_lines, scatter
from classrooms.play.monitor.queries.compare import HEAD, Compared, compared, tidy
from classrooms.play.monitor.queries.monitor import pulse
from classrooms.play.monitor.views.pages import asked_query
from classrooms.play.sessions.queries.lobby import topics_of
from games.public.base import view_options
from games.public.matches import undo_window
from games.public.pages import has_news, renewed, stamped, stream
from games.public.people import reader_id

SIDE_BY_SIDE: Final = 12
"""The greatest number of teams in the columns of a table; more teams are listed turn by turn."""


@require_safe
@for_session(Right.LOOK)
def compare(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """The teams side by side, live and after the end; `?turn=` chooses the turn whose decisions are shown by role,
    `?page=` the teams. For staff and observers of the course.
    """
    if access.play_session.status == SessionStatus.DRAFT:
        return redirect("classrooms:session", access.play_session.pk)
    return render(request, "classrooms/monitor/compare.html", _context(request, access))


@view_options(reads_person_late=True)
@require_safe
def compare_live(request: HttpRequest, session_id: int) -> HttpResponse:
    """The regions of the comparison, or 304 after one query if nothing changed and the minute is the same. For people
    who may see it, else 404.
    """
    user_id = reader_id(request)
    told = pulse(session_id, user_id) if user_id else None
    if told is None:
        raise Http404
    revision, moves, role = told
    minute = int(timezone.now().timestamp()) // 60  # by then a worker has what was asked of it
    etag = f'"c-{revision}-{moves or 0}-{role}-{user_id}-{asked_query(request)}-{translation.get_language()}-{minute}"'
    response: HttpResponse
    if not has_news(request, etag):
        response = HttpResponseNotModified()
    else:
        access = session_access(session_id, request.user, Right.LOOK)
        with timezone.override(getattr(request.user, "time_zone", "") or settings.TIME_ZONE):
            response = render(request, "classrooms/monitor/compare_live.html", _context(request, access))
    return stamped(response, etag, renewed(request, lambda: topics_of(session_id)))


@require_safe
@for_session(Right.LOOK)
def compare_csv(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """All numbers of the comparison as CSV, one per line. For staff and observers of the course."""
    name = slugify(access.play_session.title) or str(access.play_session.pk)
    return csv_response(f"{name}-teams.csv", [HEAD, *tidy(_found(request, access, None))])


def _turn(request: HttpRequest) -> int | None:
    text = request.GET.get("turn", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else None


def _found(request: HttpRequest, access: SessionAccess, page: str | None) -> Compared:
    """The compared teams, and those of a page. A move that another person has been shown can no longer be undone."""
    return undo_window.read_for(
        request.user.pk,
        lambda: compared(access.play_session, page),
        lambda found: [side.table.match for side in found.sides],
    )


def _context(request: HttpRequest, access: SessionAccess) -> dict[str, Any]:
    found = _found(request, access, request.GET.get("page", ""))
    decided = found.decided_turns
    asked = _turn(request)
    turn = asked if asked in decided else _usual_turn(found, decided)
    return {
        "access": access,
        "play_session": access.play_session,
        "found": found,
        "page": found.page,
        "charts": curves(found),
        "ranges": range_lines(found),
        "ranges_title": found.sides[0].comparison.ranges_title if found.sides else "",
        "ranges_unit": found.sides[0].comparison.ranges_unit if found.sides else "",
        "scatter": scatter(found),
        "waits": [(side, rows[0].sentence(side.table.name), rows) for side, rows in found.waits],
        "turn": turn,
        "turns": [(number, found.turns.get(number, str(number))) for number in decided],
        "together": _together(found, decided) if len(found.sides) <= SIDE_BY_SIDE else [],
        "by_role": _by_role(found, turn) if turn is not None else [],
        "roles": _deciding(found, turn) if turn is not None else [],
        "live_url": reverse("classrooms:compare-live", args=[access.play_session.pk]) + asked_query(request),
    } | stream(request, lambda: topics_of(access.play_session.pk))


def _usual_turn(found: Compared, decided: list[int]) -> int | None:
    """The latest turn that most teams have decided, else the latest of any."""
    common = [turn for turn in decided if 2 * sum(bool(side.decided(turn)) for side in found.sides) > len(found.sides)]
    return max(common or decided, default=None)


def _together(found: Compared, decided: list[int]) -> list[tuple[str, list[str]]]:
    """Each team's common decisions turn by turn; empty for a game without them."""
    rows = []
    for turn in decided:
        cells = [next((each.words for each in side.decided(turn) if each.seat is None), "") for side in found.sides]
        if any(cells):
            rows.append((found.turns.get(turn, str(turn)), cells))
    return rows


def _deciding(found: Compared, turn: int) -> list[Any]:
    """The roles that decided something in a turn, in any team."""
    seats = {each.seat for side in found.sides for each in side.decided(turn) if each.seat is not None}
    return [found.roles[seat] for seat in sorted(seats)]


def _by_role(found: Compared, turn: int) -> list[tuple[Any, list[str]]]:
    """Each role's decisions in a turn, for the teams of the page."""
    seats = sorted({each.seat for side in found.sides for each in side.decided(turn) if each.seat is not None})
    return [
        (side, ["; ".join(each.words for each in side.decided(turn) if each.seat == seat) for seat in seats])
        for side in found.page
    ]

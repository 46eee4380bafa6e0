"""History and replay: every event in words, the board after any move, and the terms of a number."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Min
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.models import Match
from games.platform import hooks, selectors
from games.platform.permissions import Access
from games.platform.selectors import event_log
from games.platform.selectors.position import game_of, has_other_rules
from games.platform.selectors.replaying import state_at
from games.web.opening import open_for
from games.web.page import match_title
from games.web.regions.history import beside, history_lines
from games.web.regions.recap import summary_of
from games.web.regions.seat_switch import seat_switch_part
from games.web.table import requested_seat
from games.web.table_read import TableRead

LONGEST_NUMBER = 9


def number_in(request: HttpRequest, name: str) -> int | None:
    """A whole number of the query; None for anything else."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER else None


def _begun(request: HttpRequest, match_id: int) -> tuple[Access, TableRead]:
    opened = open_for(request, match_id, former=True)
    access = opened.access
    if not access.match.has_begun:
        raise Http404
    return access, TableRead(opened, access.seat_for(requested_seat(request)))


def _context(read: TableRead) -> dict[str, Any]:
    match, seat = read.match, read.seat
    return {
        "table": read,
        "match": match,
        "access": read.access,
        "face": read.face,
        "match_title": match_title(match),
        "seat": seat,
        "seats": read.seats,
        "seat_query": read.seat_query,
        "me": read.me,
        "roles": read.roles,
        "debrief_url": read.debrief_url,
    }


def position_at(read: TableRead, at: int) -> dict[str, Any]:
    """The context of the position in a replay: the table after move `at`, as the page's seat saw it."""
    rules = game_of(read.match).rules
    state = state_at(read.match, at)
    view = rules.view(state, read.seat)
    scene = read.scene_of(view, rules.prompts(state), upto=at)
    heading = read.face.words.heading(read.scenario, view)
    return {"face": read.face, "scene": scene, "heading": heading, **read.face.table.context(scene)}


def _private(response: HttpResponse) -> HttpResponse:
    patch_cache_control(response, private=True, no_cache=True)
    return response


def turns_of(match: Match) -> list[tuple[int, int]]:
    """(turn, number of its first move), in one query."""
    rows = (
        match.events.filter(move__number__lte=match.number)
        .values("turn")
        .annotate(first=Min("move__number"))
        .order_by("turn")
    )
    return [(row["turn"], row["first"]) for row in rows if row["turn"]]


@require_safe
@login_required
def history(request: HttpRequest, match_id: int) -> HttpResponse:
    """The history, newest first, in pages, filtered by turn and by the seat concerned."""
    access, read = _begun(request, match_id)
    turn, about = number_in(request, "turn"), number_in(request, "role")
    below = number_in(request, "below")
    page = event_log.history(access.match, read.eyes, below=below, turn=turn, seat=about)
    newer = access.match.events.filter(number=below if below is not None else -1)
    before = newer.values_list("move__created_at", flat=True).first()
    # Entries beside the events belong to no turn.
    entries = beside(read, page, before=before, seat=about) if turn is None else []
    context = _context(read) | {
        "lines": history_lines(read, page.events, entries),
        "older": page.older,
        "turn": turn,
        "about": about,
        "turns": [(number, read.face.words.turn(read.scenario, number)) for number, _first in turns_of(access.match)],
    }
    return _private(render(request, "games/table/history_page.html", context))


@require_safe
@login_required
def replay(request: HttpRequest, match_id: int) -> HttpResponse:
    """The board as the seat saw it after move `?at=`, with the events of that move."""
    access, read = _begun(request, match_id)
    match = access.match
    if has_other_rules(match):
        messages.info(request, _("The rules have changed since this match: it cannot be played again move by move."))
        return redirect("games:history", match_id)
    asked = number_in(request, "at")
    at = match.number if asked is None else min(asked, match.number)
    position = position_at(read, at)
    scene = position["scene"]
    move = match.moves.select_related("author").get(number=at)
    told = selectors.events_for(match, read.eyes).filter(move=move).select_related("move").order_by("number")
    turns = [(read.face.words.turn(read.scenario, turn), first) for turn, first in turns_of(match)]
    context = _context(read) | {
        "at": at,
        "last": match.number,
        "previous": at - 1 if at else None,
        "next": at + 1 if at < match.number else None,
        "move": move,
        "move_role": read.roles[move.seat] if move.seat is not None else None,
        "lines": history_lines(read, told),
        "summary": summary_of(read, scene, list(told)),
        "turns": turns,
        "now_turn": max((first for _title, first in turns if first <= at), default=0),
        "marks": [each for each in hooks.highlights_for(access) if each.number <= match.number],
        "seat_switch": seat_switch_part(read),
        "replay_more": f"&at={at}",
    }
    return _private(render(request, "games/table/replay.html", context | position))


@require_safe
@login_required
def explain(request: HttpRequest, match_id: int) -> HttpResponse:
    """The terms that add up to a number of the page."""
    access, read = _begun(request, match_id)
    what = request.GET.get("what", "")[:40]
    kinds = read.face.explain.kinds(what)
    rows = event_log.record(access.match, read.eyes, kinds)
    scene = read.scene
    found = None
    if kinds:
        scene = type(scene)(
            scene.scenario, scene.view, scene.seat, (), tuple(read.value(row) for row in rows), (), scene.names
        )
        found = read.face.explain.number(scene, what)
    if found is None:
        return redirect(reverse("games:match", args=[match_id]))
    title = read.face.words.turn
    terms = [
        {
            "term": term,
            "amount": _with_minus_sign(term.amount),
            "title": title(read.scenario, term.turn) if term.turn else "",
            "moves": sorted({rows[place].move.number for place in term.places}),
        }
        for term in found.terms
    ]
    page, _hash, heading = found.rule.partition("#")
    context = _context(read) | {
        "found": found,
        "total": _with_minus_sign(found.total),
        "terms": terms,
        "heading": read.heading,
    }
    context |= {"rule_page": page, "rule_heading": heading}
    return _private(render(request, "games/table/explain.html", context))


def _with_minus_sign(number: int) -> str:
    """A number with a real minus sign."""
    return str(number).replace("-", "\u2212")

"""Matches that are played on paper: the page for typing their decisions, the sheets to fill in, and the order of the
cards. They are open to stewards without a seat in the match; everybody else gets 404.
"""

from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.engine.errors import RulesError
from games.models import Status
from games.platform.addresses import full_url
from games.platform.errors import ServiceError, StaleDecision
from games.platform.permissions import Opened
from games.platform.selectors.intervention_log import successor
from games.platform.selectors.position import draws_for, game_of
from games.platform.services.interventions import Actor
from games.platform.services.paper import paper_enter, paper_undo
from games.ui.commands import plain_command
from games.ui.faces import RoleName
from games.ui.paper import LONGEST, BadCode, BadLine, PaperLine, PaperRow, PaperTurn, SheetCode, choice_line, read_code
from games.ui.qr import inline_qr
from games.web.opening import open_for
from games.web.regions.tells import plain
from games.web.table_read import TableRead
from games.web.text import TextTable

UNDO: Final = "<"
"""The text that undoes the last line."""
LONGEST_TYPED: Final = 300
"""The most characters of a code or of an address with one."""
NEWS: Final = 8
"""The number of latest events on the page."""


@dataclass(frozen=True)
class TypedLine:
    """A line on the page, with the text of a refused one and the reason."""

    line: PaperLine
    role: RoleName
    typed: str = ""
    error: str = ""


class PaperTable:
    """A match as its paper pages show it."""

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        self.read = TableRead(opened, None)
        self.match = opened.access.match

    @property
    def lines(self) -> list[PaperLine]:
        """The open questions as lines to type, required ones first."""
        read, match = self.read, self.match
        if match.status not in (Status.RUNNING, Status.PAUSED):
            return []
        own = read.face.printing.lines
        if own is not None:
            return list(own(read.scenario, read.state, read.prompts))
        found = []
        for prompt in sorted(read.prompts, key=lambda each: (each.optional, each.passive)):
            scene = TableRead(self.opened, prompt.seat).bare_scene
            choices = game_of(match).rules.choices(read.state, prompt.seat, prompt.key)
            phrases = [
                read.face.table.command(scene, prompt, each) or plain_command(scene, prompt, each) for each in choices
            ]
            title = plain(read.face.words.decision(read.scenario, prompt))
            found.append(choice_line(prompt, title, choices, phrases))
        return found

    def turns(self) -> list[PaperTurn]:
        """The sheets to print: all turns from the present one on, else the open questions alone."""
        read = self.read
        known = read.face.printing.turns(read.scenario, read.options)
        if not self.match.has_begun:
            return list(known)
        heading = read.heading
        if known:
            return [each for each in known if each.number >= heading.turn]
        rows = tuple(each.row for each in self.lines)
        return [PaperTurn(heading.turn, f"{heading.title}, {heading.sub}", rows)] if rows else []


def _open(request: HttpRequest, match_id: int) -> PaperTable:
    opened = open_for(request, match_id)
    if not opened.access.looks_over_shoulders:
        raise Http404
    return PaperTable(opened)


@login_required
def entry(request: HttpRequest, match_id: int) -> HttpResponse:
    """The page for typing, and the answer to a typed line. Bad lines are shown again with the reason."""
    table = _open(request, match_id)
    if not table.match.has_begun:
        raise Http404
    if request.method != "POST":
        return _page(request, table)
    typed = request.POST.get("typed", "")[:LONGEST]
    if typed.strip() == UNDO:
        return _undo(request, table)
    place = (request.POST.get("seat", ""), request.POST.get("key", ""))
    try:
        line = next((each for each in table.lines if (str(each.prompt.seat), each.prompt.key) == place), None)
        if line is None:
            raise StaleDecision(key=place[1])
        at_number = _number(request.POST.get("at", ""))
        paper_enter(match_id=match_id, answers=line.read(typed), at_number=at_number, user=request.user)
    except BadLine as error:
        return _page(request, table, place, typed, str(error))
    except RulesError as error:
        return _page(request, table, place, typed, plain(table.read.face.refusal(table.read.scenario, error)))
    except ServiceError as error:
        return _page(request, _open(request, match_id), place, typed, str(error))
    return redirect("games:paper", match_id)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 9 else -1


def _undo(request: HttpRequest, table: PaperTable) -> HttpResponse:
    actor = Actor(request.user, _("a line from paper was typed wrongly"))
    try:
        fork = paper_undo(match_id=table.match.pk, actor=actor)
    except ServiceError as error:
        messages.error(request, str(error))
        return redirect("games:paper", table.match.pk)
    messages.success(request, _("The last line is undone. Type it again."))
    return redirect("games:paper", fork.pk)


def _page(
    request: HttpRequest, table: PaperTable, place: tuple[str, str] = ("", ""), typed: str = "", error: str = ""
) -> HttpResponse:
    read = table.read
    found = [
        TypedLine(line, read.roles[line.row.seat], typed, error)
        if (str(line.prompt.seat), line.prompt.key) == place
        else TypedLine(line, read.roles[line.row.seat])
        for line in table.lines
    ]
    text, counters = TextTable(read), read.face.printing.counters(read.scenario, read.view)
    context = {
        "match": read.match,
        "face": read.face,
        "scenario_name": read.face.words.scenario(read.scenario),
        "heading": read.heading,
        "lines": found,
        "focus": next((number for number, each in enumerate(found) if each.error), 0),
        "lost": typed if error and not any(each.error for each in found) else "",
        "error": error,
        "news": text.news()[-NEWS:],
        "counters": counters,
        "position": [] if counters else text.position(),
        "takes_words": read.face.printing.lines is None,
        "debrief_url": read.debrief_url,
        "successor": successor(read.match),
        "has_order": bool(_order_of(table)) and not read.match.is_over,
    }
    response = render(request, "games/paper/entry.html", context, status=422 if error else 200)
    patch_cache_control(response, private=True, no_cache=True)
    return response


@require_safe
@login_required
def sheets(request: HttpRequest, match_id: int) -> HttpResponse:
    """The decision sheets of a table, to print."""
    table = _open(request, match_id)
    roles = table.read.roles

    def shown(turn: PaperTurn) -> dict[str, Any]:
        code = str(SheetCode(match_id, turn.number))
        address = full_url(request, "games:paper-sheet", code)
        rows: list[tuple[RoleName, PaperRow]] = [(roles[row.seat], row) for row in turn.rows]
        return {"turn": turn, "code": code, "qr": inline_qr(address), "rows": rows}

    return _printed(request, table, "games/paper/sheets.html", {"turns": [shown(each) for each in table.turns()]})


@require_safe
@login_required
def order(request: HttpRequest, match_id: int) -> HttpResponse:
    """The order of the cards of a table, for the facilitator. 404 for a match whose chance cannot be printed."""
    table = _open(request, match_id)
    tables = _order_of(table)
    if not tables:
        raise Http404
    return _printed(request, table, "games/paper/order.html", {"tables": tables})


def _order_of(table: PaperTable) -> Any:
    read = table.read
    return read.face.printing.chance(read.scenario, read.options, draws_for(table.match, table.match.number + 1))


def _printed(request: HttpRequest, table: PaperTable, template: str, more: dict[str, Any]) -> HttpResponse:
    read = table.read
    context = {"match": read.match, "face": read.face, "scenario_name": read.face.words.scenario(read.scenario)}
    response = render(request, template, {**context, **more})
    patch_cache_control(response, private=True, no_store=True)
    return response


@require_safe
@login_required
def code(request: HttpRequest) -> HttpResponse:
    """The form for the code of a sheet. A typed `?code=`, or the whole address of a sheet, leads to its page."""
    typed = request.GET.get("code", "")[:LONGEST_TYPED].strip().rstrip("/").rpartition("/")[2][:LONGEST]
    return sheet(request, typed) if typed else render(request, "games/paper/code.html")


@require_safe
@login_required
def sheet(request: HttpRequest, code: str) -> HttpResponse:
    """The page for typing the sheet with this code. A sheet of another turn than the present one says so there."""
    try:
        found = read_code(code)
    except BadCode as error:
        return render(request, "games/paper/code.html", {"error": str(error), "code": code[:LONGEST]}, status=404)
    table = _open(request, found.match)
    now = successor(table.match) or table.match
    if now != table.match:
        table = _open(request, now.pk)
    if not now.has_begun:
        raise Http404
    present = table.read.heading.turn
    if now.is_over:
        messages.info(request, _("This sheet is entered already: the match is over."))
    elif found.turn < present:
        messages.info(request, _("This sheet is entered already: turn %(turn)d.") % {"turn": found.turn})
    elif found.turn > present:
        words = _("This sheet is for turn %(turn)d. First enter turn %(present)d.")
        messages.warning(request, words % {"turn": found.turn, "present": present})
    return redirect(f"{reverse('games:paper', args=[now.pk])}?{urlencode({'turn': found.turn})}#lines")

"""Matches that are played on paper: the page for typing their decisions, the sheets to fill in, and the order of the
cards. They are open to stewards without a seat in the match; everybody else gets 404.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
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
from games.models import Match, Status
from games.platform.addresses import full_url
from games.platform.errors import ServiceError, StaleDecision
from games.platform.permissions import Access, Opened
from games.platform.selectors.intervention_log import successor
from games.platform.selectors.position import deals_own, draws_for, game_of
from games.platform.services.interventions import Actor
from games.platform.services.paper import paper_enter, paper_undo
from games.ui.commands import plain_command
from games.ui.faces import RoleName
from games.ui.paper import (
    LONGEST,
    BadCode,
    BadLine,
    CardAsked,
    Hand,
    PaperDraw,
    PaperLine,
    PaperRow,
    PaperTurn,
    SheetCode,
    choice_line,
    read_code,
)
from games.ui.printing import PrintTable
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
    """A line on the page, with the texts of a refused one and the reason, or the card that is `asked` next. `cards` are
    the numbers of the cards of a table that draws its own.
    """

    line: PaperLine
    role: RoleName
    typed: str = ""
    error: str = ""
    cards: str = ""
    asked: PaperDraw | None = None


@dataclass(frozen=True)
class PaperProgress:
    """The progress in the present turn: the rows of the sheet that are entered, of those that are due, and the rows
    `left` with their roles. `due` is 0 in a game that does not know the questions of a turn before they are asked;
    then the open questions are left. Such a game has no number of `turns` either.
    """

    turn: int
    turns: int
    entered: int
    due: int
    left: tuple[tuple[RoleName, PaperRow], ...]

    @property
    def turns_entered(self) -> int:
        """The number of turns that are entered whole."""
        return self.turn - 1


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

    def sheets(self, address: Callable[[str], str], *, in_pdf: bool = False) -> list[dict[str, Any]]:
        """The sheets to print, each with its code, a QR code of the code's `address`, and its rows with their roles."""
        found = []
        for turn in self.turns():
            code = str(SheetCode(self.match.pk, turn.number))
            qr = inline_qr(address(code), _("QR code %(code)s") % {"code": code} if in_pdf else "")
            rows = [(self.read.roles[row.seat], row) for row in turn.rows]
            found.append({"turn": turn, "code": code, "qr": qr, "rows": rows})
        return found

    @property
    def order(self) -> Sequence[PrintTable]:
        """The order of the cards, for the facilitator. Empty before the start, after the end, for a table with its own
        cards, and for a game whose chance cannot be printed.
        """
        match, read = self.match, self.read
        if not match.has_begun or match.is_over or deals_own(match):
            return ()
        return read.face.printing.chance(read.scenario, read.options, draws_for(match, match.number + 1))

    @cached_property
    def progress(self) -> PaperProgress | None:
        """The progress in the present turn; None before the start and after the end."""
        read, match = self.read, self.match
        if match.status not in (Status.RUNNING, Status.PAUSED):
            return None
        printing, turn = read.face.printing, read.heading.turn
        rows = printing.rows(read.scenario, read.state)
        if rows is None:
            asked = [each for each in read.prompts if not each.optional and not each.passive]
            words = read.face.words
            left = tuple(PaperRow(each.seat, plain(words.decision(read.scenario, each)), ()) for each in asked)
            return PaperProgress(turn, 0, 0, 0, self._with_roles(left))
        turns = len(printing.turns(read.scenario, read.options))
        due = len(rows.entered) + len(rows.left)
        return PaperProgress(turn, turns, len(rows.entered), due, self._with_roles(rows.left))

    def _with_roles(self, rows: Sequence[PaperRow]) -> tuple[tuple[RoleName, PaperRow], ...]:
        return tuple((self.read.roles[row.seat], row) for row in rows)

    @property
    def has_own_cards(self) -> bool:
        """Does the table draw its own cards?"""
        return deals_own(self.match)

    def hand(self, text: str) -> Hand | None:
        """The cards typed with a line; None for a table whose cards the site draws. Raises BadLine."""
        draw, read = self.read.face.printing.draw, self.read
        if draw is None or not self.has_own_cards:
            return None
        return Hand(text, lambda state, label, earlier: draw(read.scenario, state, label, earlier))


def paper_table(match: Match) -> PaperTable:
    """A match as paper shows it, for pages and papers of a whole room. The caller checks who may read them."""
    return PaperTable(Opened(Access(match, None, (), True)))


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
    cards = request.POST.get("cards", "")[:LONGEST]
    try:
        line = next((each for each in table.lines if (str(each.prompt.seat), each.prompt.key) == place), None)
        if line is None:
            raise StaleDecision(key=place[1])
        at_number = _number(request.POST.get("at", ""))
        answers, hand = line.read(typed), table.hand(cards)
        paper_enter(match_id=match_id, answers=answers, at_number=at_number, user=request.user, hand=hand)
    except CardAsked as asked:
        return _page(request, table, place, typed, cards=cards, asked=asked.draw)
    except BadLine as error:
        return _page(request, table, place, typed, str(error), cards)
    except RulesError as error:
        told = plain(table.read.face.refusal(table.read.scenario, error))
        return _page(request, table, place, typed, told, cards)
    except ServiceError as error:
        return _page(request, _open(request, match_id), place, typed, str(error), cards)
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
    request: HttpRequest,
    table: PaperTable,
    place: tuple[str, str] = ("", ""),
    typed: str = "",
    error: str = "",
    cards: str = "",
    asked: PaperDraw | None = None,
) -> HttpResponse:
    read = table.read
    found = [
        TypedLine(line, read.roles[line.row.seat], typed, error, cards, asked)
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
        "focus": next((number for number, each in enumerate(found) if each.error or each.asked), 0),
        "lost": typed if error and not any(each.error for each in found) else "",
        "error": error,
        "news": text.news()[-NEWS:],
        "counters": counters,
        "position": [] if counters else text.position(),
        "takes_words": read.face.printing.lines is None,
        "debrief_url": read.debrief_url,
        "successor": successor(read.match),
        "has_order": bool(table.order),
        "progress": table.progress,
        "has_own_cards": table.has_own_cards,
    }
    response = render(request, "games/paper/entry.html", context, status=422 if error or asked else 200)
    patch_cache_control(response, private=True, no_cache=True)
    return response


@require_safe
@login_required
def sheets(request: HttpRequest, match_id: int) -> HttpResponse:
    """The decision sheets of a table, to print."""
    table = _open(request, match_id)
    turns = table.sheets(lambda code: full_url(request, "games:paper-sheet", code))
    return _printed(request, table, "games/paper/sheets.html", {"turns": turns})


@require_safe
@login_required
def order(request: HttpRequest, match_id: int) -> HttpResponse:
    """The order of the cards of a table, for the facilitator. 404 for a match without one (see `PaperTable.order`)."""
    table = _open(request, match_id)
    tables = table.order
    if not tables:
        raise Http404
    return _printed(request, table, "games/paper/order.html", {"tables": tables})


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

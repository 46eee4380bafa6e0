"""The history: stored events in words, and the region with the newest ones."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from msgspec import structs

from games.models import AuthorKind, Event
from games.platform.selectors import event_log
from games.platform.selectors.banks import BankUse, bank_uses
from games.platform.selectors.position import deals_own
from games.platform.selectors.seats import SeatChange, seat_changes
from games.ui import faces
from games.ui.faces import RoleName, Words
from games.ui.languages import Same, by_language

if TYPE_CHECKING:
    from games.web.table_read import TableRead


@dataclass(frozen=True)
class HistoryLine:
    """An event in words. `heading` is set if a turn begins here in the list."""

    heading: str
    role: RoleName | None
    words: Words
    at: datetime
    by: str
    why_url: str = ""


@dataclass(frozen=True)
class HistoryPart:
    """The newest events, newest first, and the seats by which they can be filtered."""

    match_id: int
    seat: int | None
    seat_query: str
    lines: tuple[HistoryLine, ...]
    roles: tuple[tuple[int, str], ...]
    marked: tuple[str, ...]


reads: Final = ("asks", "marked", "newest", "sat", "seats", "view")


def history_part(read: "TableRead") -> HistoryPart:
    """The region of the history."""
    return HistoryPart(
        match_id=read.match.pk,
        seat=read.seat,
        seat_query=read.seat_query,
        lines=tuple(history_lines(read, read.newest.events, beside(read, read.newest))),
        roles=tuple((line.index, line.role.short) for line in read.seats),
        marked=read.marked,
    )


def describe(read: "TableRead", row: Event) -> Words | None:
    """A stored event in words, with board places replaced by the things on them. None for one that is no news."""
    words = _describe_event(read.face.game.key, Same(read.scenario), read.value(row))
    if words is None or read.face.words.located is None:
        return words
    return structs.replace(words, html=read.face.words.located(read.view, words.html))


@by_language(2048)
def _describe_event(game: str, scenario: Same, event: Any) -> Words | None:
    """The words of an event. They do not depend on the reader: all seats that may know it read the same."""
    return faces.get(game).words.event(scenario.it, event)


def history_lines(
    read: "TableRead", rows: Iterable[Event], beside: Iterable[SeatChange | BankUse] = ()
) -> list[HistoryLine]:
    """Stored events in words, newest first, with the entries of `beside` sorted in. Events without words are left
    out.
    """
    lines: list[HistoryLine] = []
    shown_turn: int | None = None
    left = list(beside)
    dealt = read.face.printing.drawn_kinds if deals_own(read.match) else ()
    ways = {"deadline": _("time was up"), "plan": _("by plan"), "brought": _("brought by the facilitator")}
    for row in rows:
        while left and left[0].at >= row.move.created_at:
            lines.append(_beside(read, left.pop(0)))
        words = describe(read, row)
        if words is None:
            continue
        heading = read.face.words.turn(read.scenario, row.turn) if row.turn != shown_turn else ""
        shown_turn = row.turn
        role = read.roles[row.seat] if row.seat is not None and row.seat < len(read.roles) else None
        if row.kind in dealt and row.move.author_kind == AuthorKind.PAPER:
            by = _("the table's own cards")
        else:
            by = ways.get(row.move.author_kind, "")
        lines.append(HistoryLine(heading, role, words, row.move.created_at, by, _why_url(read, words.why)))
    return lines + [_beside(read, each) for each in left]


def _why_url(read: "TableRead", what: str) -> str:
    if not what:
        return ""
    query = f"&{read.seat_query}" if read.seat_query else ""
    return f"{reverse('games:explain', args=[read.match.pk])}?what={what}{query}"


def _beside(read: "TableRead", what: SeatChange | BankUse) -> HistoryLine:
    if isinstance(what, SeatChange):
        words = Words(change_words(what), "person")
    else:
        words = Words(format_html(_("<b>{time}</b> taken from the reserve."), time=what.duration_text), "clock")
    return HistoryLine("", read.roles[what.seat], words, what.at, "")


def beside(
    read: "TableRead", page: event_log.HistoryPage, *, before: datetime | None = None, seat: int | None = None
) -> list[SeatChange | BankUse]:
    """Changes of seats' holders, and uses of the reader's own reserves, in the time of a page of history; newest
    first. Nothing is newer than the reader's table.
    """
    since = page.events[-1].move.created_at if page.older is not None else None
    until = min((at for at in (before, read.access.left_at) if at is not None), default=None)
    uses = bank_uses(read.match, read.eyes, since=since, before=until)
    found: list[SeatChange | BankUse] = [each for each in uses if seat in (None, each.seat)]
    found += seat_changes(read.match, read.sat, read.asks, since=since, before=until, seat=seat)
    return sorted(found, key=lambda each: each.at, reverse=True)


def change_words(change: SeatChange) -> str:
    """A change of a seat in words, as safe HTML."""
    names = {
        "name": change.user.get_short_name(),
        "by": change.by.get_short_name() if change.by is not None else "",
    }
    match change.what:
        case "sat" if change.by is not None:
            return format_html(_("<b>{name}</b> sits down here: {by} agreed."), **names)
        case "sat":
            return format_html(_("<b>{name}</b> sits down here."), **names)
        case "left":
            return format_html(_("<b>{name}</b> leaves this seat."), **names)
        case "asked":
            return format_html(_("<b>{name}</b> asks to sit down beside the person who is here."), **names)
        case _:
            return format_html(_("<b>{name}</b> does not sit down here: {by} refused."), **names)

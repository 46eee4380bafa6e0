"""The first three lines at a table: the role, the aim and the current question. A person who joins in mid-match also
reads a summary so far.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import structs

from games.models import AuthorKind, Move, SeatHolder, Status
from games.platform import selectors
from games.platform.selectors import event_log
from games.platform.selectors.position import game_of
from games.ui.faces import RoleName
from games.ui.progress import Gauge
from games.ui.sentences import listed, phrase, sentences
from games.web.regions.history import describe

if TYPE_CHECKING:
    from games.web.table_read import TableRead

GAUGES = 3
"""The number of figures in the summary."""


@dataclass(frozen=True)
class Briefing:
    """The briefing of the shown seat. `also` are the reader's other roles, `people` the others at the table. `asked`
    means that an answer is open. `first` is true until this seat has seen its first events.
    """

    role: RoleName
    aim: str
    now: str
    asked: bool
    first: bool
    also: str = ""
    people: str = ""
    so_far: tuple[SafeString, ...] = ()


def briefing_of(read: "TableRead") -> Briefing | None:
    """The briefing of a player of a running match; None in a lesson, which briefs step by step."""
    match, seat = read.match, read.seat
    if seat is None or seat not in read.access.seats or match.is_over or match.is_lesson:
        return None
    role, first = read.roles[seat], read.holding.seen.get(seat) is None
    also = ", ".join(read.roles[each].name for each in read.access.seats if each != seat)
    now, asked = _now(read, seat)
    return Briefing(
        role=role,
        aim=read.face.words.aim(read.bare_scene),
        now=now,
        asked=asked,
        first=first,
        also=also,
        people="" if role.purpose else _people(read),
        so_far=tuple(_so_far(read, seat)) if first else (),
    )


def _now(read: "TableRead", seat: int) -> tuple[str, bool]:
    """The question to the seat in words; the second item is true if there is one."""
    pending = read.required(seat)
    if read.match.status == Status.RUNNING and pending:
        return read.face.words.decision(read.scenario, pending[0]), True
    if read.match.status == Status.PAUSED:
        return _("The match is paused."), False
    return _("Nothing is asked of you now: others decide."), False


def _people(read: "TableRead") -> str:
    """The names of the others at the table, for games whose roles say nothing about each other."""
    others = [line for line in read.seats if not line.mine]
    bots = sum(not line.people for line in others)
    found = [line.name for line in others if line.people]
    if bots:
        found.append(ngettext("%(number)d bot", "%(number)d bots", bots) % {"number": bots})
    return ", ".join(found)


def _so_far(read: "TableRead", seat: int) -> Iterator[SafeString]:
    """Three sentences for a person who sat down after others had decided here; none for all others."""
    match = read.match
    since = next((row.since for row in read.holders if _is_own(read, row, seat)), None)
    if since is None or match.started_at is None or since <= match.started_at:
        return
    before = match.moves.kept().filter(number__gt=0, created_at__lt=since)
    if not before.exists():
        return
    heading = read.heading
    where = {"title": heading.title, "sub": heading.sub}
    yield phrase(
        _("The match is at “%(title)s”, %(sub)s.") if heading.sub else _("The match is at “%(title)s”."), **where
    )
    gauges = _gauges(read)[:GAUGES]
    if gauges:
        yield phrase("%(figures)s.", figures=listed(map(_figure, gauges)))
    last = before.filter(seat=seat).select_related("author").order_by("-number").first()
    if last is None:
        yield phrase(_("Nobody has decided in this role before you."))
    else:
        yield _decided(read, last)


def _is_own(read: "TableRead", row: SeatHolder, seat: int) -> bool:
    return bool(row.user_id == read.access.user.pk and row.seat.index == seat)


def _gauges(read: "TableRead") -> tuple[Gauge, ...]:
    """The public figures that a monitor shows."""
    scene = read.scene_of(game_of(read.match).rules.view(read.state, None), read.prompts)
    rows = event_log.record(read.match, (), read.face.progress.kinds)
    record = tuple(read.value(row) for row in rows)
    return read.face.progress.current(structs.replace(scene, seat=None, record=record, mine=()), read.heading).gauges


def _figure(gauge: Gauge) -> str:
    words = {"label": gauge.label, "value": f"{gauge.value}\xa0{gauge.unit}".strip(), "target": gauge.target}
    return (_("%(label)s %(value)s, target %(target)s") if gauge.target is not None else "%(label)s %(value)s") % words


def _decided(read: "TableRead", last: Move) -> SafeString:
    """The last decision in this seat, and its author."""
    rows = selectors.events_for(read.match, read.eyes).filter(move=last).select_related("move").order_by("number")
    told: list[Any] = [words.html for row in rows if (words := describe(read, row)) is not None]
    author = last.author
    name = author.get_short_name() if author is not None and author.pk != read.access.user.pk else ""
    if last.author_kind == AuthorKind.BOT:
        began = phrase(_("A bot decided here before you, last:"))
    elif name:
        began = phrase(_("%(name)s decided here before you, last:"), name=name)
    else:
        began = phrase(_("The last decision here before you:"))
    return sentences(began, *told[:1]) if told else SafeString()

"""All data of a match's table page, in a number of queries that does not grow with its moves."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.html import format_html
from django.utils.translation import gettext as _
from msgspec import structs

from games.engine import codec
from games.engine.types import Prompt, Result
from games.models import Decision, Event, Match, Seat, SeatAsk, Status
from games.platform import selectors, undo_window
from games.platform.permissions import Access
from games.platform.selectors import authorship
from games.platform.selectors.authorship import SeatStory
from games.platform.selectors.authorship_words import names_of, seat_words, until_of
from games.platform.selectors.banks import Bank, BankUse, bank_of, bank_uses
from games.platform.selectors.position import event_value, game_of, hides, scenario_of, state_of
from games.platform.selectors.recaps import Holding, holding_of
from games.platform.selectors.seats import SeatChange, asks_of, seat_changes, seats_of
from games.platform.services.seat_claims import hands_known
from games.platform.work import expected
from games.ui import faces
from games.ui.expected import Outlook
from games.ui.faces import DecisionCard, DecisionForm, Face, Heading, RoleName, Scene, TimedEvent, Words
from games.ui.languages import Same, by_language

HISTORY_ON_PAGE = 12
MOVES_ON_PAGE = HISTORY_ON_PAGE + 6
"""The number of moves with enough events for the page, unless the reader may not know some of them."""
THREAD_LENGTH = 40


@dataclass(frozen=True)
class SeatLine:
    """A seat at the table: its holders and its relation to the reader. For a match that is over, `played_by` names
    the authors of its decisions.
    """

    index: int
    role: RoleName
    bot: str
    people: tuple[Any, ...]
    mine: bool
    awaited: bool
    shown: bool
    invite: str = ""
    """The open personal link, for stewards."""
    pending: tuple[str, ...] = ()
    """The open questions to a seat of the reader's, in words."""
    thinks_of: str = ""
    """The first open question to another seat that is awaited, in words."""
    played_by: str = ""
    may_take: bool = False
    """May the reader, a steward, claim this seat or ask for it?"""

    @property
    def pending_more(self) -> int:
        """The number of open questions to the seat besides the first."""
        return len(self.pending) - 1

    @property
    def name(self) -> str:
        """The holders' names, or a word for the bot; for a match that is over, the authors of decisions."""
        return self.played_by or ", ".join(str(user.get_short_name()) for user in self.people) or _("Bot")


@dataclass(frozen=True)
class HistoryLine:
    """An event in words. `heading` is set if a turn begins here in the list."""

    heading: str
    role: RoleName | None
    words: faces.Words
    at: datetime
    by: str


@dataclass
class TablePage:
    """A running or finished match as one person sees it from one seat."""

    access: Access
    seat: int | None
    links: dict[int, str] = field(default_factory=dict)
    """Open invitations by the seat's id."""

    @cached_property
    def match(self) -> Match:
        return self.access.match

    @property
    def kept(self) -> undo_window.Kept | None:
        """The undo data of the last decision."""
        return self.access.kept

    @cached_property
    def eyes(self) -> tuple[int, ...]:
        """The seats whose knowledge the page may show."""
        return self.access.eyes(self.seat)

    @property
    def over_a_shoulder(self) -> bool:
        """Does the reader look from a seat of another person?"""
        return self.seat is not None and self.seat not in self.access.seats

    @cached_property
    def face(self) -> Face:
        return faces.get(self.match.game)

    @cached_property
    def scenario(self) -> Any:
        return scenario_of(self.match)

    @cached_property
    def state(self) -> Any:
        return state_of(self.match)

    @cached_property
    def roles(self) -> tuple[RoleName, ...]:
        return self.face.words.roles(self.scenario)

    @cached_property
    def prompts(self) -> tuple[Prompt, ...]:
        return game_of(self.match).rules.prompts(self.state) if self.match.status != Status.ABORTED else ()

    @cached_property
    def people(self) -> dict[int, list[Any]]:
        found: dict[int, list[Any]] = {}
        for row in self.access.holders:
            found.setdefault(row.seat.index, []).append(row.user)
        return found

    @cached_property
    def stories(self) -> dict[int, SeatStory]:
        """The authors of decisions by seat, for a match that is over; empty before."""
        return {story.seat: story for story in authorship.stories(self.match)} if self.match.is_over else {}

    @cached_property
    def names(self) -> dict[int, str]:
        """The people on the seats, without bots'; for a match that is over, the people who moved."""
        if self.match.is_over:
            return {seat: names_of(story.own) for seat, story in self.stories.items() if story.own}
        return {index: ", ".join(str(user.get_short_name()) for user in users) for index, users in self.people.items()}

    @cached_property
    def heading(self) -> Heading:
        return self.face.words.heading(self.scenario, self.view)

    @cached_property
    def view(self) -> Any:
        return game_of(self.match).rules.view(self.state, self.seat)

    @cached_property
    def scene(self) -> Scene:
        """The scene from which the game's regions are rendered."""
        return structs.replace(self.plain_scene, expected=self.outlook)

    @cached_property
    def plain_scene(self) -> Scene:
        """The scene without the expected end, for the recap of events."""
        kinds = self.face.table.record_kinds
        record = [row for row in self.events if row.kind in kinds]
        return self._scene(self.view, self.prompts, record, self._thread())

    @cached_property
    def bare_scene(self) -> Scene:
        """The scene without any events, for reading forms."""
        return self._scene(self.view, self.prompts, (), ())

    @cached_property
    def holding(self) -> Holding:
        """The last seen moves of the reader's seats."""
        return holding_of(self.access)

    @cached_property
    def events(self) -> list[Event]:
        """All events for the page, oldest first: the game's record, this turn, unseen events, and the last moves."""
        seen = None if self.seat is None else self.holding.seen.get(self.seat)
        since = self._last_moves if seen is None else min(seen, self._last_moves)
        return selectors.known_events(self.match, self.eyes, self.face.table.record_kinds, self.heading.turn, since)

    @property
    def _last_moves(self) -> int:
        """The number after which the last moves begin; -1 if they are all moves."""
        return max(-1, self.match.number - MOVES_ON_PAGE)

    @cached_property
    def newest(self) -> selectors.HistoryPage:
        """The newest events. They are read separately if the last moves have too few that the reader may know."""
        last = [row for row in self.events if row.move.number > self._last_moves]
        if len(last) <= HISTORY_ON_PAGE and self._last_moves >= 0:
            return selectors.history(self.match, self.eyes, length=HISTORY_ON_PAGE)
        shown = last[: -HISTORY_ON_PAGE - 1 : -1]
        return selectors.HistoryPage(shown, shown[-1].number if len(last) > HISTORY_ON_PAGE else None)

    def events_of(self, number: int) -> list[Event]:
        """The events of one of the last moves, in order."""
        return [row for row in self.events if row.move.number == number]

    @property
    def outlook(self) -> Outlook | None:
        """The expected end, for a holder of the seat."""
        return self._look.outlook

    @cached_property
    def _look(self) -> expected.Look:
        if self.seat is None or self.seat not in self.access.seats or not self.match.has_begun:
            return expected.Look()
        return expected.look(self.match, self.view, self.seat)

    def expected_stamp(self) -> str:
        """The part of the page's tag for the expected end."""
        place = self._look.place
        return expected.stamp(self.match.pk, self.seat) if place is None else expected.stamp_at(self.match.pk, place)

    def scene_of(
        self, view: Any, prompts: tuple[Prompt, ...], thread: tuple[TimedEvent, ...] = (), upto: int | None = None
    ) -> Scene:
        """A scene with the record up to a move."""
        return self._scene(
            view, prompts, selectors.record(self.match, self.eyes, self.face.table.record_kinds, upto), thread
        )

    def _scene(
        self, view: Any, prompts: tuple[Prompt, ...], rows: Iterable[Event], thread: tuple[TimedEvent, ...]
    ) -> Scene:
        record = tuple(self.value(row) for row in rows)
        return Scene(self.scenario, view, self.seat, prompts, record, thread, self.names, tuple(self.access.seats))

    def _thread(self) -> tuple[TimedEvent, ...]:
        kinds = self.face.table.thread_kinds
        if not kinds or self.seat is None or self.match.is_over:
            return ()
        rows = [row for row in self.events if row.turn == self.heading.turn and row.kind in kinds]
        return tuple(TimedEvent(self.value(row), row.move.created_at) for row in rows[-THREAD_LENGTH:])

    def value(self, row: Event) -> Any:
        """A stored event as the game's value."""
        return event_value(self.match, row.data)

    @cached_property
    def awaited(self) -> frozenset[int]:
        """The seats that the match awaits."""
        if self.match.is_over:
            return frozenset()
        return frozenset(p.seat for p in self.prompts if not p.optional and not p.passive)

    @cached_property
    def seats(self) -> tuple[SeatLine, ...]:
        return tuple(
            SeatLine(
                row.index,
                self.roles[row.index],
                row.bot,
                tuple(self.people.get(row.index, ())),
                row.index in self.access.seats,
                row.index in self.awaited,
                row.index == self.seat,
                self.links.get(row.pk, ""),
                pending=self._pending(row.index),
                thinks_of=self._thinks_of(row.index),
                played_by=self._played_by(row.index),
                may_take=row.index not in self.access.seats and self._may_take(row.index),
            )
            for row in self._rows
        )

    @property
    def _rows(self) -> list[Seat]:
        """The seats in their order. If all have had people, they were read with these."""
        held = {row.seat.index: row.seat for row in self.access.sat}
        return [held[index] for index in sorted(held)] if len(held) == len(self.roles) else seats_of(self.match.pk)

    @property
    def hides(self) -> bool:
        """May a seat know secrets?"""
        return hides(self.match)

    @cached_property
    def _known(self) -> frozenset[int]:
        """The seats whose secrets the reader knows, if they exclude the reader from other seats."""
        return hands_known([self.match], self.access.user)[self.match.pk]

    def _may_take(self, seat: int) -> bool:
        if not self.access.steward or self.match.is_over:
            return False
        return self.match.supervised or not self._known or seat in self._known

    def _pending(self, seat: int) -> tuple[str, ...]:
        if seat not in self.access.seats or len(self.access.seats) < 2 or self.match.is_over:
            return ()
        asked = [each for each in self.prompts if each.seat == seat and not each.optional and not each.passive]
        return tuple(self.face.words.decision(self.scenario, each) for each in asked)

    def _thinks_of(self, seat: int) -> str:
        """The first open question to another seat. It is no secret: the rules determine the order of decisions."""
        if seat in self.access.seats or seat not in self.awaited:
            return ""
        asked = (each for each in self.prompts if each.seat == seat and not each.optional and not each.passive)
        return self.face.words.decision(self.scenario, next(asked))

    def _played_by(self, seat: int) -> str:
        """The authors of a seat's decisions in words; people who did not play are named to stewards only."""
        story = self.stories.get(seat)
        if story is None:
            return ""
        return seat_words(story, until_of(self.face, self.scenario), named=self.access.steward, bot=_("Bot"))

    @cached_property
    def asks(self) -> list[SeatAsk]:
        """All requests for seats, and their outcomes."""
        return asks_of(self.match) if "asks" in self.access.has else []

    @cached_property
    def decisions(self) -> list[Decision]:
        """All open decisions, earliest deadline first."""
        return selectors.decisions_open_in(self.match.pk)

    @cached_property
    def pending_prompts(self) -> list[str]:
        """The open questions to the seat at which a steward looks, in words."""
        if not self.over_a_shoulder or self.match.is_over:
            return []
        pending = [row for row in self.decisions if row.seat == self.seat and not row.passive]
        return [self.face.words.decision(self.scenario, row) for row in pending]

    @property
    def inbox_count(self) -> int:
        """The number of matches in which it is the reader's turn: other matches, and this one as shown on the page."""
        elsewhere = self.access.pending_elsewhere
        if elsewhere is None:
            return selectors.inbox_count(self.access.user.pk)
        counts = self.match.status == Status.RUNNING and not self.match.is_lesson
        return elsewhere + int(
            counts and any(row.seat in self.access.seats and not row.passive for row in self.decisions)
        )

    @property
    def due_at(self) -> datetime | None:
        """The deadline of this seat's answer; else the earliest one of all seats."""
        own = [row.due_at for row in self.decisions if row.seat == self.seat and row.due_at]
        return min(own or [row.due_at for row in self.decisions if row.due_at], default=None)

    @cached_property
    def bank(self) -> Bank | None:
        """The reserve of the shown seat; None if there is none."""
        if self.seat is None or self.match.is_over:
            return None
        return bank_of(self.match, self.seat)

    @property
    def waiting_since(self) -> datetime | None:
        """The time at which the oldest open question was asked."""
        return min((row.opened_at for row in self.decisions), default=None)

    def card(self, bound: DecisionForm | None = None) -> DecisionCard | None:
        """The decision card of the reader's seat. None while the match is paused or over, and for a steward who looks
        at a seat.
        """
        if self.seat is None or self.over_a_shoulder or self.match.status != Status.RUNNING:
            return None
        return self.face.table.decision(self.scene, bound)

    @cached_property
    def result(self) -> Result | None:
        return codec.convert(self.match.result, Result) if self.match.result else None

    def describe(self, row: Event) -> Words | None:
        """A stored event in words, with board places replaced by the things on them. None for one that is no news."""
        words = _describe_event(self.face.game.key, Same(self.scenario), self.value(row))
        if words is None or self.face.words.located is None:
            return words
        return structs.replace(words, html=self.face.words.located(self.scene.view, words.html))

    def history(self, rows: Iterable[Event], beside: Iterable[SeatChange | BankUse] = ()) -> list[HistoryLine]:
        """Stored events in words, newest first, with the entries of `beside` sorted in. Events without words are left
        out.
        """
        lines: list[HistoryLine] = []
        shown_turn: int | None = None
        left = list(beside)
        ways = {"deadline": _("time was up"), "plan": _("by plan")}
        for row in rows:
            while left and left[0].at >= row.move.created_at:
                lines.append(self._beside(left.pop(0)))
            words = self.describe(row)
            if words is None:
                continue
            heading = self.face.words.turn(self.scenario, row.turn) if row.turn != shown_turn else ""
            shown_turn = row.turn
            role = self.roles[row.seat] if row.seat is not None and row.seat < len(self.roles) else None
            by = ways.get(row.move.author_kind, "")
            lines.append(HistoryLine(heading, role, words, row.move.created_at, by))
        return lines + [self._beside(each) for each in left]

    def _beside(self, what: SeatChange | BankUse) -> HistoryLine:
        if isinstance(what, SeatChange):
            words = faces.Words(change_words(what), "person")
        else:
            words = faces.Words(
                format_html(_("<b>{time}</b> taken from the reserve."), time=what.duration_text), "clock"
            )
        return HistoryLine("", self.roles[what.seat], words, what.at, "")

    def beside(
        self, page: selectors.HistoryPage, *, before: datetime | None = None, seat: int | None = None
    ) -> list[SeatChange | BankUse]:
        """Changes of seats' holders, and uses of the reader's own reserves, in the time of a page of history; newest
        first. Nothing is newer than the reader's table.
        """
        since = page.events[-1].move.created_at if page.older is not None else None
        until = min((at for at in (before, self.access.left_at) if at is not None), default=None)
        uses = bank_uses(self.match, self.eyes, since=since, before=until)
        found: list[SeatChange | BankUse] = [each for each in uses if seat in (None, each.seat)]
        found += seat_changes(self.match, self.access.sat, self.asks, since=since, before=until, seat=seat)
        return sorted(found, key=lambda each: each.at, reverse=True)


@by_language(2048)
def _describe_event(game: str, scenario: Same, event: Any) -> Words | None:
    """The words of an event. They do not depend on the reader: all seats that may know it read the same."""
    return faces.get(game).words.event(scenario.it, event)


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


def to_seat(match_id: int, seat: int | None, place: str) -> HttpResponse:
    """A redirect after a POST: to a place on the table's page, for the same seat."""
    query = "" if seat is None else f"?seat={seat}"
    return HttpResponse(status=303, headers={"Location": f"{reverse('games:match', args=[match_id])}{query}#{place}"})


def back_to_table(request: HttpRequest, match_id: int) -> HttpResponse:
    """A redirect for GET requests to the address of a refused form: links and the language menu lead there."""
    query = request.META.get("QUERY_STRING", "")
    return redirect(reverse("games:match", args=[match_id]) + (f"?{query}" if query else ""))


def match_title(match: Match) -> str:
    """The names of session and team, or the game's name."""
    named = ", ".join(part for part in (match.title, match.team_name) if part)
    return named or str(faces.get(match.game).title)

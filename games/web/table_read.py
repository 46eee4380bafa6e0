"""One match, read for the page of its table and one reader, in a number of queries that moves do not change."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cached_property
from types import EllipsisType
from typing import Any, Final

from django.db.models import QuerySet
from django.utils import timezone
from msgspec import structs

from games.engine import codec
from games.engine.types import Prompt, Result
from games.models import Decision, Event, Match, Message, Notification, Seat, SeatAsk, SeatHolder, SeatInvite, Status
from games.models.prepared import Prepared
from games.platform import hooks, selectors, undo_window
from games.platform.permissions import Access, Opened, sat_at
from games.platform.selectors import authorship, event_log
from games.platform.selectors.authorship import SeatStory
from games.platform.selectors.authorship_words import names_of
from games.platform.selectors.away import AwayLine, away_lines
from games.platform.selectors.banks import Bank, bank_of
from games.platform.selectors.intervention_log import played_now, successor
from games.platform.selectors.position import game_of, hides, options_of, scenario_of, state_of
from games.platform.selectors.recaps import Holding, holding_of
from games.platform.selectors.seats import asks_of, invites_of, seats_of
from games.platform.services.seat_claims import hands_known
from games.platform.work import expected
from games.ui import faces
from games.ui.expected import Changed, Figure, Line, Outlook, changed_by, lines_of
from games.ui.faces import DecisionCard, Face, Heading, RoleName, Scene, TimedEvent
from games.web.asked import Asked
from games.web.briefing import Briefing, briefing_of
from games.web.lessons import LessonCard, lesson_card
from games.web.seat_lines import SeatLine, seat_lines

HISTORY_ON_PAGE: Final = 12
MOVES_ON_PAGE: Final = HISTORY_ON_PAGE + 6
"""The number of moves with enough events for the page, unless the reader may not know some of them."""
THREAD_LENGTH: Final = 40
GIVEN: Final = (
    *("access", "asked", "eyes", "match", "me", "now", "over_a_shoulder", "seat", "seat_query", "user"),
    *("face", "roles", "scenario", "value"),
)
"""The properties of TableRead that are known with the match: reader, game and roles. All regions may use them."""


class TableRead:
    """A running or finished match as one person sees it from one seat. Each property is loaded once, when it is first
    used. The regions of the page (games.web.regions) read nothing else.
    """

    def __init__(self, opened: Opened, seat: int | None, asked: Asked | None = None) -> None:
        self.opened, self.seat, self.asked = opened, seat, asked or Asked()
        self.now = timezone.now()

    # The reader

    @property
    def access(self) -> Access:
        return self.opened.access

    @property
    def match(self) -> Match:
        return self.opened.access.match

    @property
    def user(self) -> Any:
        return self.opened.access.user

    @cached_property
    def eyes(self) -> tuple[int, ...]:
        """The seats whose knowledge the page may show."""
        return self.access.eyes(self.seat)

    @property
    def over_a_shoulder(self) -> bool:
        """Does the reader look from a seat of another person?"""
        return self.seat is not None and self.seat not in self.access.seats

    @property
    def seat_query(self) -> str:
        """The part of a URL's query that keeps the seat."""
        return "" if self.seat is None else f"seat={self.seat}"

    @cached_property
    def kept(self) -> undo_window.Kept | None:
        """The undo data of the last decision."""
        kept = self.opened.kept
        return undo_window.kept(self.match.pk) if isinstance(kept, EllipsisType) else kept

    @property
    def has_unread(self) -> bool:
        """May the reader have unread notices of this match?"""
        return "unread" in self.opened.has

    # The game and its position

    @cached_property
    def face(self) -> Face:
        return faces.get(self.match.game)

    @cached_property
    def scenario(self) -> Any:
        return scenario_of(self.match)

    @cached_property
    def options(self) -> Any:
        return options_of(self.match)

    @cached_property
    def roles(self) -> tuple[RoleName, ...]:
        return self.face.words.roles(self.scenario)

    @property
    def me(self) -> RoleName | None:
        """The role of the seat; None for an observer."""
        return None if self.seat is None else self.roles[self.seat]

    @property
    def hides(self) -> bool:
        """May a seat know secrets?"""
        return hides(self.match)

    @cached_property
    def state(self) -> Any:
        return state_of(self.match)

    @cached_property
    def view(self) -> Any:
        return game_of(self.match).rules.view(self.state, self.seat)

    @cached_property
    def heading(self) -> Heading:
        return self.face.words.heading(self.scenario, self.view)

    @cached_property
    def prompts(self) -> tuple[Prompt, ...]:
        return game_of(self.match).rules.prompts(self.state) if self.match.status != Status.ABORTED else ()

    @cached_property
    def awaited(self) -> frozenset[int]:
        """The seats that the match awaits."""
        if self.match.is_over:
            return frozenset()
        return frozenset(p.seat for p in self.prompts if not p.optional and not p.passive)

    def required(self, seat: int) -> list[Prompt]:
        """The required open questions to a seat."""
        return [each for each in self.prompts if each.seat == seat and not each.optional and not each.passive]

    @cached_property
    def result(self) -> Result | None:
        return codec.convert(self.match.result, Result) if self.match.result else None

    @cached_property
    def seed_is_public(self) -> bool:
        """May the seed be shown?"""
        return selectors.seed_is_public(self.match)

    # The people

    @cached_property
    def sat(self) -> tuple[SeatHolder, ...]:
        """Current and former holders of seats, with the seats and the people, in the order of their claims."""
        return sat_at(self.match.pk) if self.opened.sat is None else self.opened.sat

    @property
    def holders(self) -> list[SeatHolder]:
        """The current holders."""
        return [row for row in self.sat if row.released_at is None]

    @cached_property
    def people(self) -> dict[int, list[Any]]:
        """The current holders by seat."""
        found: dict[int, list[Any]] = {}
        for row in self.holders:
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
    def seat_rows(self) -> list[Seat]:
        """The seats in their order. If all have had people, they were read with these."""
        held = {row.seat.index: row.seat for row in self.sat}
        return [held[index] for index in sorted(held)] if len(held) == len(self.roles) else seats_of(self.match.pk)

    @cached_property
    def seats(self) -> tuple[SeatLine, ...]:
        return seat_lines(self)

    @cached_property
    def hands(self) -> frozenset[int]:
        """The seats whose secrets the reader knows, if they exclude the reader from other seats."""
        return hands_known([self.match], self.user)[self.match.pk]

    @cached_property
    def asks(self) -> list[SeatAsk]:
        """All requests for seats, and their outcomes."""
        return asks_of(self.match) if "asks" in self.opened.has else []

    @cached_property
    def invites(self) -> list[SeatInvite]:
        """The open invitations, for a steward of a match that is not over."""
        wanted = self.access.steward and not self.match.is_over and "invites" in self.opened.has
        return invites_of(self.match.pk) if wanted else []

    @cached_property
    def away(self) -> list[AwayLine]:
        """Plans of people who are away."""
        return away_lines(self.match, self.user, self.now) if "plans" in self.opened.has else []

    @cached_property
    def observers(self) -> list[hooks.Observer]:
        """The people who were let look on."""
        return hooks.observers_of(self.match) if "watched" in self.opened.has else []

    @cached_property
    def own_view(self) -> hooks.Observer | None:
        """The reader among the observers."""
        looks_on = self.access.observer
        return next((each for each in self.observers if looks_on and each.user_id == self.user.pk), None)

    @cached_property
    def note_sheet(self) -> hooks.Panel | None:
        """The reader's note sheet, for a critical friend."""
        own = self.own_view
        return own.note_sheet() if own is not None and own.note_sheet is not None else None

    @cached_property
    def talk(self) -> list[Message]:
        """The latest messages to the reader, oldest first."""
        access = self.access
        return selectors.talk(self.match, access.seats, steward=access.steward) if "talk" in self.opened.has else []

    @cached_property
    def reminded(self) -> bool:
        """Did a steward remind the reader of an open question?"""
        if not self.access.seats or self.match.is_over or "reminded" not in self.opened.has:
            return False
        return any(seat in self.access.seats for (seat,) in _reminded(self.match.pk, self.user.pk))

    @cached_property
    def fork(self) -> Match | None:
        """The fork to which a step back moved the match. For a player: only if the player has a seat there."""
        return played_now(self.access) if self.access.seats else successor(self.match)

    # The events

    @cached_property
    def holding(self) -> Holding:
        """The last seen moves of the reader's seats."""
        return holding_of(self.holders, self.user.pk)

    @cached_property
    def events(self) -> list[Event]:
        """All events for the page, oldest first: the game's record, this turn, unseen events, and the last moves."""
        seen = None if self.seat is None else self.holding.seen.get(self.seat)
        since = self._last_moves if seen is None else min(seen, self._last_moves)
        return event_log.known_events(self.match, self.eyes, self.face.table.record_kinds, self.heading.turn, since)

    @property
    def _last_moves(self) -> int:
        """The number after which the last moves begin; -1 if they are all moves."""
        return max(-1, self.match.number - MOVES_ON_PAGE)

    @cached_property
    def newest(self) -> event_log.HistoryPage:
        """The newest events. They are read separately if the last moves have too few that the reader may know."""
        last = [row for row in self.events if row.move_number > self._last_moves]
        if len(last) <= HISTORY_ON_PAGE and self._last_moves >= 0:
            return event_log.history(self.match, self.eyes, length=HISTORY_ON_PAGE)
        shown = last[: -HISTORY_ON_PAGE - 1 : -1]
        return event_log.HistoryPage(shown, shown[-1].number if len(last) > HISTORY_ON_PAGE else None)

    def events_of(self, number: int) -> list[Event]:
        """The events of one of the last moves, in order."""
        return [row for row in self.events if row.move_number == number]

    def value(self, row: Event) -> Any:
        """A stored event as the game's value."""
        return event_log.value_of(self.match, row)

    @cached_property
    def end_record(self) -> tuple[Any, ...]:
        """The events that give the reason for a result."""
        return tuple(map(self.value, event_log.record(self.match, self.eyes, self.face.words.ending_kinds)))

    # The scenes, from which games draw

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
    def game_context(self) -> Mapping[str, Any]:
        """The game's own variables of its regions."""
        return self.face.table.context(self.scene)

    def scene_of(self, view: Any, prompts: tuple[Prompt, ...], upto: int | None = None) -> Scene:
        """A scene with the record up to a move."""
        return self._scene(
            view, prompts, event_log.record(self.match, self.eyes, self.face.table.record_kinds, upto), ()
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

    # The expected end

    @property
    def outlook(self) -> Outlook | None:
        """The expected end, for a holder of the seat."""
        return self._look.outlook

    @cached_property
    def _look(self) -> expected.Look:
        if self.seat is None or self.seat not in self.access.seats or not self.match.has_begun:
            return expected.Look()
        return expected.look(self.match, self.view, self.seat)

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """The figures of the end that the page shows."""
        return self.face.table.expected_figures(self.scene)

    @cached_property
    def expected_lines(self) -> tuple[Line, ...]:
        """The figures with their expected values; empty while none is known."""
        return lines_of(self.figures, self.outlook) if self.outlook is not None else ()

    @cached_property
    def changed(self) -> tuple[Changed, ...]:
        """The figures that the reader's last choice changed."""
        return changed_by(self.figures, self.outlook) if self.outlook is not None else ()

    @cached_property
    def expected_stamp(self) -> str:
        """The part of the page's tag for the expected end."""
        place = self._look.place
        return expected.stamp(self.match.pk, self.seat) if place is None else expected.stamp_at(self.match.pk, place)

    # The decision

    @cached_property
    def card(self) -> DecisionCard | None:
        """The decision card of the reader's seat. None while the match is paused or over, and for a steward who looks
        at a seat.
        """
        if self.seat is None or self.over_a_shoulder or self.match.status != Status.RUNNING:
            return None
        return self.face.table.decision(self.scene, self.asked.bound)

    @cached_property
    def decisions(self) -> list[Decision]:
        """All open decisions, earliest deadline first."""
        return selectors.decisions_open_in(self.match.pk)

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
    def inbox_count(self) -> int:
        """The number of matches in which it is the reader's turn: other matches, and this one as shown on the page."""
        elsewhere = self.opened.pending_elsewhere
        if elsewhere is None:
            return selectors.inbox_count(self.user.pk)
        counts = self.match.status == Status.RUNNING and not self.match.is_lesson
        return elsewhere + int(
            counts and any(row.seat in self.access.seats and not row.passive for row in self.decisions)
        )

    # What other modules and apps add

    @cached_property
    def briefing(self) -> Briefing | None:
        return briefing_of(self)

    @cached_property
    def lesson(self) -> LessonCard | None:
        return lesson_card(self)

    @property
    def marked(self) -> tuple[str, ...]:
        """The elements that the lesson highlights."""
        return self.lesson.guidance.marks if self.lesson is not None else ()

    @cached_property
    def panels(self) -> list[hooks.Panel]:
        return hooks.table_panels(self.match, self.user)

    @cached_property
    def sequels(self) -> list[hooks.Panel]:
        return hooks.sequels(self.access)

    @cached_property
    def debrief_url(self) -> str:
        """The debrief's URL; empty before the end, or if there is none."""
        return hooks.debrief_url(self.match) if self.match.is_over else ""


@Prepared
def _reminded(match_id: int, user_id: int) -> QuerySet[Notification, Any]:
    """The seats about which the user was reminded."""
    return Notification.objects.filter(
        decision__match=match_id,
        decision__closed_at__isnull=True,
        decision__optional=False,
        decision__passive=False,
        user=user_id,
        reminded_at__isnull=False,
    ).values_list("decision__seat")

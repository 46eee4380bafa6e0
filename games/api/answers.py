"""Response bodies of the API. Each answer names everything that it shows."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec

from games.engine.types import Choice, Prompt
from games.models import AuthorKind, Event, Match, Message, SeatAsk
from games.platform import selectors
from games.platform.permissions import Access
from games.platform.selectors import authorship
from games.platform.selectors.position import game_of, state_of
from games.platform.selectors.seats import asks_for


class Refusal(msgspec.Struct, frozen=True):
    """Every refusal: `code` is stable, `message` for people, `params` hold the numbers of the message. A stale decision
    carries the fresh `view`.
    """

    code: str
    message: str
    params: dict[str, Any]
    view: "ViewAnswer | msgspec.UnsetType" = msgspec.UNSET


class TokenAnswer(msgspec.Struct, frozen=True):
    """A token for the header `Authorization: Bearer TOKEN`, and what it is for."""

    token: str
    expires_at: datetime
    scopes: tuple[str, ...]


class GameAnswer(msgspec.Struct, frozen=True):
    """A game: JSON Schemas of its options and moves, its scenarios with the numbers of seats, its bots from weakest
    to strongest.
    """

    key: str
    title: str
    summary: str
    rules_version: int
    scenarios: tuple["ScenarioAnswer", ...]
    bots: tuple[str, ...]
    options_schema: dict[str, Any]
    move_schema: dict[str, Any]


class ScenarioAnswer(msgspec.Struct, frozen=True):
    """A shipped scenario and the names of its roles, by seat."""

    key: str
    name: str
    roles: tuple[str, ...]
    seat_counts: tuple[int, ...]


class SeatAnswer(msgspec.Struct, frozen=True):
    """A seat: its role, the names of its holders, and the bot that plays while there is none. In a finished match
    `holders` are the people who moved there. `bot` is then empty if no bot moved.
    """

    index: int
    role: str
    holders: tuple[str, ...]
    bot: str
    yours: bool


class AskAnswer(msgspec.Struct, frozen=True):
    """A request to share `seat` with its holder; `answer` is empty until the holder answers."""

    id: int
    seat: int
    asker: str
    yours: bool
    asked_at: datetime
    answer: str


class MatchLine(msgspec.Struct, frozen=True):
    """A match in a list."""

    id: int
    game: str
    title: str
    status: str
    number: int
    revision: int
    created_at: datetime
    ended_at: datetime | None


class MatchList(msgspec.Struct, frozen=True):
    """Matches, newest first; `next` is the `before` of the following page, null at the end."""

    matches: tuple[MatchLine, ...]
    next: int | None


class MatchAnswer(msgspec.Struct, frozen=True):
    """A match. `revision` grows with everything that a seat can see. With `undo`, decisions can be undone.
    `commitment` is the SHA-256 of the seed, `seed` the seed itself once it reveals nothing. `asks` are the open
    requests to the caller's seats, and the caller's own. While the match `awaits_people`, nothing is due and no
    bot moves.
    """

    id: int
    game: str
    rules_version: int
    scenario: str
    title: str
    team: str
    status: str
    number: int
    revision: int
    options: dict[str, Any]
    pace: dict[str, Any]
    late_policy: str
    undo: bool
    seats: tuple[SeatAnswer, ...]
    asks: tuple[AskAnswer, ...]
    commitment: str
    seed: str | None
    steward: bool
    parent: int | None
    forked_at: int | None
    awaits_people: bool
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None


class PromptAnswer(msgspec.Struct, frozen=True):
    """A prompt that this seat must or may answer, and its deadline."""

    key: str
    kind: str
    words: str
    simultaneous: bool
    optional: bool
    passive: bool
    minutes: int | None
    params: dict[str, Any]
    due_at: datetime | None


class PromptList(msgspec.Struct, frozen=True):
    """All open prompts of a seat."""

    number: int
    prompts: tuple[PromptAnswer, ...]


class ChoiceList(msgspec.Struct, frozen=True):
    """Legal answers to one prompt: each `move`, and those made from it by setting the fields of its `spans` to numbers
    from `low` to `high`. `free` fields may hold any text.
    """

    number: int
    key: str
    choices: tuple[Choice, ...]


class ViewAnswer(msgspec.Struct, frozen=True):
    """The table as one seat sees it: `view` is the game's own."""

    match: int
    seat: int
    status: str
    number: int
    revision: int
    view: Any


class EventAnswer(msgspec.Struct, frozen=True):
    """A fact; `number` is dense in the match, so that gaps are facts that this reader may not know yet."""

    number: int
    move: int
    by: str
    at: datetime
    data: dict[str, Any]


class HistoryAnswer(msgspec.Struct, frozen=True):
    """Events, newest first; `next` is the `before` of the following page, null at the beginning."""

    events: tuple[EventAnswer, ...]
    next: int | None


class MoveAnswer(msgspec.Struct, frozen=True):
    """A move that was played: its number, its events as far as the seat may know, and the fresh view. `repeated` is
    true if the same submission had been played before.
    """

    number: int
    repeated: bool
    events: tuple[EventAnswer, ...]
    view: ViewAnswer


class ResultAnswer(msgspec.Struct, frozen=True):
    """Scores and ranks by seat and the collective targets; null until the match is finished."""

    status: str
    result: dict[str, Any] | None


class MessageAnswer(msgspec.Struct, frozen=True):
    """A chat message; `seat` is null for the owner or instructor, who may write `to_seat` alone (null: to all)."""

    id: int
    seat: int | None
    author: str
    text: str
    at: datetime
    to_seat: int | None = None


class MessageList(msgspec.Struct, frozen=True):
    """The latest messages, oldest first."""

    messages: tuple[MessageAnswer, ...]


def match_line(match: Match) -> MatchLine:
    """One line of the list."""
    return MatchLine(
        match.pk, match.game, match.title, match.status, match.number, match.revision, match.created_at, match.ended_at
    )


def _seats(access: Access) -> Iterator[SeatAnswer]:
    """The seats in order, with their current holders or the current bot. For a finished match: with the people who
    moved there, and the bot only if it moved.
    """
    match = access.match
    held = {} if match.is_over else selectors.holders_of(match)
    told = {story.seat: story for story in authorship.stories(match)} if match.is_over else {}
    for seat in match.seats.order_by("index"):
        names = tuple(user.get_full_name() for user in held.get(seat.index, ()))
        has_bot = not names
        if match.is_over:
            story = told.get(seat.index)
            names = tuple(person.name for person in story.own) if story is not None else ()
            has_bot = story is not None and any(each.kind == AuthorKind.BOT for each in story.stretches)
        yield SeatAnswer(seat.index, seat.role, names, seat.bot if has_bot else "", seat.index in access.seats)


def ask_answer(ask: SeatAsk, user: Any) -> AskAnswer:
    """A request to share a seat, for a reader who holds the seat or made the request."""
    return AskAnswer(ask.pk, ask.seat.index, ask.user.get_full_name(), ask.user_id == user.pk, ask.asked_at, ask.answer)


def match_answer(access: Access) -> MatchAnswer:
    """A match for somebody who may see it."""
    match = access.match
    seats = tuple(_seats(access))
    public = selectors.seed_is_public(match)
    return MatchAnswer(
        id=match.pk,
        game=match.game,
        rules_version=match.rules_version,
        scenario=match.scenario_key,
        title=match.title,
        team=match.team_name,
        status=match.status,
        number=match.number,
        revision=match.revision,
        options=msgspec.json.decode(match.options),
        pace=match.pace,
        late_policy=match.late_policy,
        undo=match.undo,
        seats=seats,
        asks=tuple(ask_answer(ask, access.user) for ask in asks_for(access)),
        commitment=match.commitment,
        seed=match.seeds[0][1] if public else None,
        steward=access.steward,
        parent=match.parent_id,
        forked_at=match.forked_at,
        awaits_people=match.awaits_people,
        created_at=match.created_at,
        started_at=match.started_at,
        ended_at=match.ended_at,
    )


def view_answer(match: Match, seat: int) -> ViewAnswer:
    """The table as `seat` sees it; null before the start."""
    view = game_of(match).rules.view(state_of(match), seat) if match.state else None
    return ViewAnswer(match.pk, seat, match.status, match.number, match.revision, view)


def prompt_answer(prompt: Prompt, words: str, due_at: datetime | None) -> PromptAnswer:
    """A prompt with its words and its deadline."""
    return PromptAnswer(
        prompt.key,
        prompt.kind,
        words,
        prompt.simultaneous,
        prompt.optional,
        prompt.passive,
        prompt.minutes,
        dict(prompt.params),
        due_at,
    )


def event_answer(event: Event) -> EventAnswer:
    """A stored event, its move fetched with it."""
    return EventAnswer(
        event.number, event.move.number, event.move.visible_author_kind, event.move.created_at, event.data
    )


def message_answer(message: Message) -> MessageAnswer:
    """A message, its author fetched with it."""
    author = message.author.get_full_name() if message.author else ""
    return MessageAnswer(message.pk, message.seat, author, message.text, message.created_at, message.to_seat)

"""The frozen facts of a match: the platform's own (people, times, texts) and the game's tables. They are made from
stored records only and never change by themselves: a debrief shows them, not today's rules.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

import msgspec
from msgspec import structs

from games.engine import codec
from games.engine.record import Record
from games.public.matches import (
    AuthoredMove,
    Person,
    SeatStory,
    deeds,
    event_value,
    game_of,
    holdings_in,
    idle_in,
    moves_made,
    options_of,
    scenario_of,
    stories,
    story_of,
)
from games.public.models import AuthorKind, Intervention, Match

FORMAT = 1


class PersonFact(msgspec.Struct, frozen=True):
    """A person by name. `id` is the user's: two people may have one name."""

    id: int
    name: str


class SeatFact(msgspec.Struct, frozen=True):
    """A seat, and the people who ever held it, in order, with or without moves. `bot` is the bot that played without a
    holder; `idle` people held it while others decided and made no move.
    """

    role: str
    holders: tuple[str, ...]
    bot: str
    idle: tuple[PersonFact, ...] = ()


class MoveFact(msgspec.Struct, frozen=True):
    """The author and time of a move. `by` is an AuthorKind, `author` a name or empty. `people` are all its authors:
    people at one screen share a move. `held` says that a person held the seat then. Facts of older versions have a name
    only, and no turn.
    """

    number: int
    seat: int | None
    kind: str
    by: str
    author: str
    at: datetime
    people: tuple[PersonFact, ...] = ()
    turn: int = 0
    held: bool = False


class EventFact(msgspec.Struct, frozen=True):
    """A stored event, and the move that produced it."""

    move: int
    data: dict[str, Any]


class MessageFact(msgspec.Struct, frozen=True):
    """A line of team talk; an instructor's has no seat."""

    at: datetime
    seat: int | None
    author: str
    text: str


class AnswerFact(msgspec.Struct, frozen=True):
    """A seat's time for a decision, in seconds of real time."""

    seat: int
    key: str
    seconds: int


class DeedFact(msgspec.Struct, frozen=True):
    """An intervention after move `number`. `kind` is that of an Intervention, `by` and `about` are names or empty.
    `left` says that it was on a branch abandoned by a step back.
    """

    at: datetime
    kind: str
    number: int
    by: str
    reason: str = ""
    seat: int | None = None
    about: str = ""
    params: dict[str, Any] = {}
    left: bool = False
    about_id: int = 0


class Facts(msgspec.Struct, frozen=True):
    """Everything that a debrief shows. `game_facts` belong to the game and are read by its Debriefing. Facts of
    versions without `deeds` have none.
    """

    format: int
    game: str
    rules_version: int
    scenario: str
    title: str
    team: str
    started_at: datetime
    ended_at: datetime
    commitment: str
    seats: tuple[SeatFact, ...]
    moves: tuple[MoveFact, ...]
    events: tuple[EventFact, ...]
    answers: tuple[AnswerFact, ...]
    messages: tuple[MessageFact, ...]
    result: dict[str, Any]
    game_facts: Any
    deeds: tuple[DeedFact, ...] = ()

    @property
    def is_stopped(self) -> bool:
        """Was the match stopped before it had a result?"""
        return not self.result


def facts_of(match: Match) -> dict[str, Any]:
    """The facts of an ended match as JSON values; a stopped one has an empty `result`."""
    made = moves_made(match)
    facts = Facts(
        format=FORMAT,
        game=match.game,
        rules_version=match.rules_version,
        scenario=match.scenario_key,
        title=match.title,
        team=match.team_name,
        started_at=match.started_at or match.created_at,
        ended_at=match.ended_at or match.created_at,
        commitment=match.commitment,
        seats=_seats(match, made),
        moves=_moves(match, made),
        events=tuple(
            EventFact(number, data)
            for number, data in match.events.order_by("number").values_list("move__number", "data")
        ),
        answers=_answers(match),
        messages=_messages(match),
        result=match.result or {},
        game_facts=_game_facts(match),
        deeds=_deeds(match),
    )
    built: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(facts))
    return built


def digest_of(facts: dict[str, Any]) -> str:
    """SHA-256 of the facts' JSON with sorted keys, which does not change if a database reorders them."""
    text = json.dumps(facts, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def digests_of(facts: dict[str, Any]) -> dict[str, Any]:
    """Digests for papers that show parts of the facts. `record` covers everything but people and their texts, so it
    stays when one of them is erased. `seats` has, for each seat, the digest of the authors of its moves and their ids.
    """
    about, moves = ("by", "reason", "about"), facts["moves"]
    record = {
        **facts,
        "seats": [{"role": seat["role"], "bot": seat["bot"]} for seat in facts["seats"]],
        "moves": [{**move, "author": "", "people": len(move.get("people", ()))} for move in moves],
        "messages": [message["seat"] for message in facts["messages"]],
        "deeds": [{name: deed[name] for name in deed if name not in about} for deed in facts.get("deeds", ())],
    }
    made = [[move for move in moves if move["seat"] == seat] for seat in range(len(facts["seats"]))]
    return {"record": digest_of(record), "seats": [_by_whom(each) for each in made]}


def _by_whom(moves: Sequence[Mapping[str, Any]]) -> list[Any]:
    people = [[move["number"], move["by"], move["author"], move.get("people", [])] for move in moves]
    text = json.dumps(people, sort_keys=True, ensure_ascii=False)
    ids = {each["id"] for move in moves for each in move.get("people", ())}
    return [hashlib.sha256(text.encode()).hexdigest(), sorted(ids)]


def parse_facts(facts: dict[str, Any]) -> Facts:
    """Stored facts as values. Raises msgspec.ValidationError for an older format."""
    return codec.convert(facts, Facts)


def _game_facts(match: Match) -> Any:
    game = game_of(match)
    if game.facts is None:
        return None
    return game.facts(scenario_of(match), options_of(match), _records(match))


def _records(match: Match) -> list[Record]:
    """The match as its game's facts are computed from it: a decision on paper is a player's."""
    events: dict[int, list[Any]] = defaultdict(list)
    for number, data in match.events.order_by("number").values_list("move__number", "data"):
        events[number].append(event_value(match, data))
    return [
        Record(
            move.number,
            move.seat,
            move.key,
            AuthorKind.PLAYER.value if move.author_kind == AuthorKind.PAPER else move.author_kind,
            move.created_at.isoformat(),
            tuple(events[move.number]),
        )
        for move in match.moves.kept().order_by("number")
    ]


def _seats(match: Match, made: Mapping[int, Sequence[AuthoredMove]]) -> tuple[SeatFact, ...]:
    holders, idle = holdings_in([match.pk])[match.pk], idle_in([match], {match.pk: made})[match.pk]
    return tuple(
        SeatFact(
            seat.role,
            tuple(dict.fromkeys(row.user.get_full_name() for row in holders.get(seat.index, ()))),
            seat.bot,
            _people(idle.get(seat.index, ())),
        )
        for seat in match.seats.order_by("index")
    )


def _moves(match: Match, made: Mapping[int, Sequence[AuthoredMove]]) -> tuple[MoveFact, ...]:
    told = {each.number: each for moves in made.values() for each in moves}
    found = []
    for move in match.moves.kept().order_by("number").select_related("author"):
        author = move.author.get_full_name() if move.author and move.author_kind != AuthorKind.BROUGHT else ""
        fact = MoveFact(move.number, move.seat, move.kind, move.author_kind, author, move.created_at)
        if move.number in told:
            by = told[move.number]
            fact = structs.replace(fact, people=_people(by.people), turn=by.turn, held=by.held)
        found.append(fact)
    return tuple(found)


def _people(people: Iterable[Person]) -> tuple[PersonFact, ...]:
    return tuple(PersonFact(person.id, person.name) for person in people)


def stories_of(match: Match, facts: Facts) -> tuple[SeatStory, ...]:
    """The people who decided for each seat of a match, from its frozen facts. Facts of versions with names only are
    replaced by the record.
    """
    if not any(move.turn or move.people for move in facts.moves):
        return stories(match)
    made: dict[int, list[AuthoredMove]] = defaultdict(list)
    for move in facts.moves:
        if move.seat is not None and move.by != AuthorKind.SETTLED:
            people = tuple(Person(each.id, each.name) for each in move.people)
            made[move.seat].append(AuthoredMove(move.number, move.by, people, move.turn, move.at, move.held))
    return tuple(
        story_of(seat, made[seat], [Person(each.id, each.name) for each in fact.idle])
        for seat, fact in enumerate(facts.seats)
    )


def _answers(match: Match) -> tuple[AnswerFact, ...]:
    """Times of answers, without answers that had no alternative, and without those entered from paper."""
    closed = match.decisions.filter(closed_at__isnull=False, closed_by__isnull=False).order_by("opened_at", "pk")
    closed = closed.exclude(closed_by__author_kind__in=(AuthorKind.SETTLED, AuthorKind.PAPER))
    return tuple(
        AnswerFact(seat, key, max(0, round((closed_at - opened_at).total_seconds())))
        for seat, key, opened_at, closed_at in closed.values_list("seat", "key", "opened_at", "closed_at")
        if closed_at is not None
    )


def _deeds(match: Match) -> tuple[DeedFact, ...]:
    """Interventions in the match and the branches it comes from, without messages to one seat and planned events."""
    return tuple(
        DeedFact(
            deed.row.created_at,
            deed.row.kind,
            deed.row.number,
            deed.row.by.get_full_name() if deed.row.by else "",
            deed.row.reason,
            deed.row.seat,
            deed.row.user.get_full_name() if deed.row.user else "",
            {name: value for name, value in deed.row.params.items() if name in TOLD},
            deed.left,
            deed.row.user_id or 0,
        )
        for deed in deeds([match])[match.pk]
        if deed.row.kind not in (Intervention.Kind.EVENT_PLAN, Intervention.Kind.EVENT_OFF)
    )


TOLD: Final = ("minutes", "to", "same_cards", "beside", "moves", "from_start", "event", "amount", "marked")


def _messages(match: Match) -> tuple[MessageFact, ...]:
    """Messages that everybody at the table could read."""
    return tuple(
        MessageFact(
            message.created_at, message.seat, message.author.get_full_name() if message.author else "", message.text
        )
        for message in match.messages.filter(to_seat=None).select_related("author").order_by("created_at", "pk")
    )

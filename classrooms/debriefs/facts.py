"""The frozen facts of a match: the platform's own (who, when, what was said) and the game's tables.

They are made from stored records only and never change by themselves: a debrief shows them, not today's rules.
"""

import hashlib
import json
from collections import defaultdict
from datetime import datetime
from typing import Any, Final

import msgspec

from games.deeds import deeds
from games.engine import codec
from games.engine.record import Record
from games.models import Match
from games.position import event_value, options_of, scenario_of, spec_of

FORMAT = 1


class SeatFact(msgspec.Struct, frozen=True):
    """A seat, and the people who ever acted for it, in order. `bot` is the one that played while nobody did."""

    role: str
    holders: tuple[str, ...]
    bot: str


class MoveFact(msgspec.Struct, frozen=True):
    """Who made a move, when. `by` is an AuthorKind, `author` a name or empty."""

    number: int
    seat: int | None
    kind: str
    by: str
    author: str
    at: datetime


class EventFact(msgspec.Struct, frozen=True):
    """A stored event as it was written, and the move that produced it."""

    move: int
    data: dict[str, Any]


class MessageFact(msgspec.Struct, frozen=True):
    """A line of team talk; no seat is an instructor's."""

    at: datetime
    seat: int | None
    author: str
    text: str


class AnswerFact(msgspec.Struct, frozen=True):
    """How long a seat took for a decision, in seconds of the clock on the wall."""

    seat: int
    key: str
    seconds: int


class DeedFact(msgspec.Struct, frozen=True):
    """What somebody who ran the match did to it after move `number`. `kind` is an Intervention's, `by` and `about` are
    names or empty, `left` says that it was on a branch that a step back left.
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


class Facts(msgspec.Struct, frozen=True):
    """Everything a debrief shows. `game_facts` belong to the game and are read by its Debriefing. Facts that were
    frozen before `deeds` were kept have none.
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
    """The facts of a match that is over as JSON values; one that was stopped has an empty `result`."""
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
        seats=_seats(match),
        moves=_moves(match),
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
    """SHA-256 of the facts' JSON with sorted keys: the same after a database reordered them."""
    text = json.dumps(facts, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def read(facts: dict[str, Any]) -> Facts:
    """Stored facts as values. Raises msgspec.ValidationError if they are of an older form."""
    return codec.convert(facts, Facts)


def _game_facts(match: Match) -> Any:
    spec = spec_of(match)
    if spec.facts is None:
        return None
    return spec.facts(scenario_of(match), options_of(match), _records(match))


def _records(match: Match) -> list[Record]:
    """The match as its game's facts read it."""
    events: dict[int, list[Any]] = defaultdict(list)
    for number, data in match.events.order_by("number").values_list("move__number", "data"):
        events[number].append(event_value(match, data))
    return [
        Record(
            move.number, move.seat, move.key, move.author_kind, move.created_at.isoformat(), tuple(events[move.number])
        )
        for move in match.moves.order_by("number")
    ]


def _seats(match: Match) -> tuple[SeatFact, ...]:
    holders: dict[int, list[str]] = defaultdict(list)
    seats = list(match.seats.order_by("index").prefetch_related("holders__user"))
    for seat in seats:
        for holder in sorted(seat.holders.all(), key=lambda row: (row.since, row.pk)):
            name = holder.user.get_full_name()
            if name not in holders[seat.index]:
                holders[seat.index].append(name)
    return tuple(SeatFact(seat.role, tuple(holders[seat.index]), seat.bot) for seat in seats)


def _moves(match: Match) -> tuple[MoveFact, ...]:
    return tuple(
        MoveFact(
            move.number,
            move.seat,
            move.kind,
            move.author_kind,
            move.author.get_full_name() if move.author else "",
            move.created_at,
        )
        for move in match.moves.order_by("number").select_related("author")
    )


def _answers(match: Match) -> tuple[AnswerFact, ...]:
    closed = match.decisions.filter(closed_at__isnull=False, closed_by__isnull=False).order_by("opened_at", "pk")
    return tuple(
        AnswerFact(seat, key, max(0, round((closed_at - opened_at).total_seconds())))
        for seat, key, opened_at, closed_at in closed.values_list("seat", "key", "opened_at", "closed_at")
        if closed_at is not None
    )


def _deeds(match: Match) -> tuple[DeedFact, ...]:
    """Those of the match and of the branches that it comes from. What was said to one seat is no business of others."""
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
        )
        for deed in deeds([match])[match.pk]
    )


TOLD: Final = ("minutes", "to", "same_cards", "beside")


def _messages(match: Match) -> tuple[MessageFact, ...]:
    """What all at the table could read."""
    return tuple(
        MessageFact(
            message.created_at, message.seat, message.author.get_full_name() if message.author else "", message.text
        )
        for message in match.messages.filter(to_seat=None).select_related("author").order_by("created_at", "pk")
    )

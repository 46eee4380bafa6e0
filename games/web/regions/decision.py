"""The decision: the card that asks, the result, or the people that the match awaits."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from games.models import Status
from games.ui.faces import DecisionCard, RoleName
from games.web.regions import drawing, result
from games.web.regions.drawing import game_variables
from games.web.regions.result import ResultPart, result_part
from games.web.seat_lines import SeatLine
from games.web.table_read import TableRead


@dataclass(frozen=True)
class Waiting:
    """The state of a match that asks the reader nothing. `asked` are the questions to the seat at which a steward
    looks. `lines` are the awaited seats, each with its first question if it is another person's. It is no secret: the
    rules determine the order of decisions. `own` are awaited seats of the reader's that are not shown.
    """

    over_a_shoulder: bool
    asked: tuple[str, ...]
    lines: tuple[tuple[SeatLine, str], ...]
    own: tuple[SeatLine, ...]
    since: datetime | None
    awaits_people: bool
    due_at: datetime | None
    late_policy: str


@dataclass(frozen=True)
class DecisionPart:
    """One of four: `card`, `result`, `paused`, or `waiting`. `me` is the reader's role. `context` are the variables of
    the card's template.
    """

    me: RoleName | None
    card: DecisionCard | None
    result: ResultPart | None
    paused: bool
    waiting: Waiting | None
    marked: tuple[str, ...]
    context: Mapping[str, Any] = field(default_factory=dict)


reads: Final = (*drawing.reads, *result.reads, "decisions", "due_at", "required")


def decision_part(read: TableRead) -> DecisionPart:
    """The region of the decision."""
    paused = read.match.status == Status.PAUSED
    has_other = read.card is not None or read.match.is_over or paused
    return DecisionPart(
        me=read.me,
        card=read.card,
        result=result_part(read) if read.match.is_over else None,
        paused=paused,
        waiting=None if has_other else _waiting(read),
        marked=read.marked,
        context=game_variables(read) if read.card is not None else {},
    )


def _waiting(read: TableRead) -> Waiting:
    awaited = [line for line in read.seats if line.awaited]
    return Waiting(
        over_a_shoulder=read.over_a_shoulder,
        asked=_asked(read),
        lines=tuple((line, "" if line.mine else _first_question(read, line.index)) for line in awaited),
        own=tuple(line for line in awaited if line.mine and not line.shown),
        since=min((row.opened_at for row in read.decisions), default=None),
        awaits_people=read.match.awaits_people,
        due_at=read.due_at,
        late_policy=read.match.late_policy,
    )


def _asked(read: TableRead) -> tuple[str, ...]:
    if not read.over_a_shoulder:
        return ()
    pending = [row for row in read.decisions if row.seat == read.seat and not row.passive]
    return tuple(read.face.words.decision(read.scenario, row) for row in pending)


def _first_question(read: TableRead, seat: int) -> str:
    return read.face.words.decision(read.scenario, read.required(seat)[0])

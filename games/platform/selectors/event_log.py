"""The events of matches, kept in the process: an open page asks for those that it has seen many times.

The log of a match only grows: a move is appended, and an undone move loses its events by a further move. All else that
changes stored events (a text that is forgotten, a move that is credited to another person) raises the revision without
a move. So kept events stay right while the revision has grown by as much as the number of moves, and the last kept move
is still the same in the database. Otherwise all events are read again.
"""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final

from django.db import connection
from django.db.models import QuerySet

from games.engine.undo import KIND as TAKE_BACK
from games.models import Event, Match, Move
from games.models.prepared import Prepared
from games.platform.selectors import knows_all, mask_of
from games.platform.selectors.position import event_value

HISTORY_LENGTH: Final = 30
MOST_KEPT: Final = 6_000
"""Events kept in a process, over all matches: some 15 MB."""


@dataclass(frozen=True)
class Log:
    """All events of a match at a position, oldest first, with their moves; `last` is the newest of these moves."""

    number: int
    revision: int
    state: str
    last: Move | None
    events: tuple[Event, ...]


_logs: OrderedDict[int, Log] = OrderedDict()
_lock = Lock()


def forget_all() -> None:
    """Drop all kept events of this process."""
    with _lock:
        _logs.clear()


def log_of(match: Match) -> Log:
    """The events up to the moment at which `match` was read. They are shared: nobody may change them."""
    kept = _logs.get(match.pk)
    if kept is not None and _is_at(kept, match):
        return kept
    log = (kept is not None and _appended(kept, match)) or _read(match)
    _keep(match.pk, log)
    return log


def value_of(match: Match, row: Event) -> Any:
    """A stored event as the game's typed event, converted once."""
    kept = vars(row)
    if "_value" not in kept:
        kept["_value"] = event_value(match, row.data)
    return kept["_value"]


def _is_at(log: Log, match: Match) -> bool:
    return (log.revision, log.number, log.state) == (match.revision, match.number, match.state)


def _keep(pk: int, log: Log) -> None:
    # What a transaction reads of its own may be rolled back; a test's around all of it is none.
    blocks = connection.atomic_blocks
    if not all(block._from_testcase for block in blocks):  # type: ignore[attr-defined]
        return
    with _lock:
        _logs[pk] = log
        _logs.move_to_end(pk)
        while len(_logs) > 1 and sum(len(each.events) for each in _logs.values()) > MOST_KEPT:
            _logs.popitem(last=False)


def _read(match: Match) -> Log:
    moves = {move.pk: move for move in _moves_from(match.pk, 0) if move.number <= match.number}
    return Log(match.number, match.revision, match.state, _newest(moves), _with(moves, _events_from(match.pk, 0)))


def _appended(kept: Log, match: Match) -> Log | None:
    """The kept events with those of newer moves; None if anything else has changed."""
    if kept.last is None or not 0 < match.number - kept.number == match.revision - kept.revision:
        return None
    found = [move for move in _moves_from(match.pk, kept.number) if move.number <= match.number]
    is_same = bool(found) and (found[0].pk, found[0].created_at) == (kept.last.pk, kept.last.created_at)
    newer = found[1:]
    if not is_same or any(move.kind == TAKE_BACK for move in newer):
        return None
    moves = {move.pk: move for move in newer}
    after = kept.events[-1].number + 1 if kept.events else 0
    events = (*kept.events, *_with(moves, _events_from(match.pk, after)))
    return Log(match.number, match.revision, match.state, _newest(moves), events)


def _newest(moves: dict[int, Move]) -> Move | None:
    return max(moves.values(), key=lambda move: move.number, default=None)


def _with(moves: dict[int, Move], rows: Iterable[Event]) -> tuple[Event, ...]:
    """The events of these moves, each with its move."""
    found = [row for row in rows if row.move_id in moves]
    for row in found:
        move = row.move = moves[row.move_id]
        row.move_number = move.number
    return tuple(found)


@Prepared
def _moves_from(match_id: int, number: int) -> QuerySet[Move]:
    """The moves from a number on, without their contents."""
    rows = Move.objects.filter(match=match_id, number__gte=number).order_by("number")
    return rows.defer("args", "draws", "state_hash")


@Prepared
def _events_from(match_id: int, number: int) -> QuerySet[Event]:
    return Event.objects.filter(match=match_id, number__gte=number).order_by("number")


# The events that a reader may know


@dataclass(frozen=True)
class HistoryPage:
    """A part of the history, newest first; `older` is the event number for the next page, None at the beginning."""

    events: list[Event]
    older: int | None


def known(match: Match, seats: Iterable[int]) -> Sequence[Event]:
    """The events that a person with these seats may know, oldest first. In a finished match they are all events,
    unless it `is_closed`.
    """
    events = log_of(match).events
    if knows_all(match):
        return events
    mask = mask_of(seats)
    return [row for row in events if row.audience is None or row.audience & mask]


def history(
    match: Match,
    seats: Iterable[int],
    *,
    below: int | None = None,
    turn: int | None = None,
    seat: int | None = None,
    length: int = HISTORY_LENGTH,
) -> HistoryPage:
    """The newest known events, filtered by turn and by the seat concerned."""
    found = [
        row
        for row in reversed(known(match, seats))
        if (below is None or row.number < below)
        and (turn is None or row.turn == turn)
        and (seat is None or row.seat == seat)
    ]
    return HistoryPage(found[:length], found[length - 1].number if len(found) > length else None)


def known_events(match: Match, seats: Iterable[int], kinds: Iterable[str], turn: int, after: int) -> list[Event]:
    """The known events of these kinds, of `turn` or later, or after move `after`; oldest first."""
    wanted = frozenset(kinds)
    return [row for row in known(match, seats) if row.turn >= turn or row.move_number > after or row.kind in wanted]


def record(match: Match, seats: Iterable[int], kinds: Iterable[str], upto: int | None = None) -> list[Event]:
    """All known events of some kinds, oldest first; with `upto`, those of moves up to that number."""
    wanted = frozenset(kinds)
    if not wanted:
        return []
    return [row for row in known(match, seats) if row.kind in wanted and (upto is None or row.move_number <= upto)]

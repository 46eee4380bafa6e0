"""Writing the result of a move: the Move, its Events, the snapshot and the inbox; and undoing all that. Always inside
the transaction that locked the match.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import msgspec
from django.db.models import QuerySet

from games.engine import codec
from games.engine.draws import LabelledDraws
from games.engine.types import Outcome, Prompt
from games.engine.undo import TakeBack
from games.models import AuthorKind, Decision, Event, Match, Move, Status
from games.models.inserts import Insert
from games.models.prepared import Prepared
from games.platform.selectors.banks import has_bank
from games.platform.selectors.position import game_of
from games.platform.services.authors import Author
from games.platform.services.bank import bank_go_on, bank_stop
from games.platform.services.due_times import DueTimes
from games.platform.work import outbox
from games.platform.work.news import prompt_digests

Changed = tuple[tuple[int, Mapping[str, Any]], ...]
"""Decisions by id, with their former field values."""
CHANGING: Final = (
    "optional", "passive", "required", "due_at", "opened_at", "opened_number", "closed_at", "closed_by_id", "params",
    "bot_looked_at", "lease_until", "in_bank",
)  # fmt: skip
"""The fields of existing Decisions that a move may change."""


@dataclass(frozen=True)
class Before:
    """The state before a move: the snapshot, and the Decisions that it changed."""

    state: str
    decisions: Changed


@dataclass(frozen=True)
class StoredMove:
    """A stored move, and the data for its undo. `pending` are the open decisions after it, earliest deadline first;
    `asks` is true if one of them is new.
    """

    move: Move
    before: Before
    pending: tuple[Decision, ...] = ()
    asks: bool = False


def write_outcome(
    *,
    match: Match,
    seat: int | None,
    key: str,
    move: Any | None,
    outcome: Outcome,
    draws: LabelledDraws,
    by: Author,
    submission_id: str | None,
    now: datetime,
    last_event: int | None = None,
) -> StoredMove:
    """Store a move as the next one (number 0 if `move` is None: the set-up) and update the inbox to the new prompts.
    The number of the `last_event` before it is read if it is not given.
    """
    before = match.state
    text = codec.to_json(outcome.state)
    args = msgspec.to_builtins(move) if move is not None else {}
    number = match.number + 1 if move is not None else 0
    row = Move(
        match=match,
        number=number,
        seat=seat,
        key=key,
        kind=args.get("kind", "setup"),
        args=args,
        draws=msgspec.to_builtins(draws.taken),
        state_hash=codec.state_hash(text),
        author_kind=by.kind,
        author=by.user,
        submission_id=submission_id,
        created_at=now,
    )
    _store_moves([row])
    _write_events(match, row, outcome.events, last_event)
    match.number, match.state = number, text.decode()
    match.revision += 1
    inbox = _reconcile(match, row, outcome.state, now)
    finish = _finish(match, outcome.state, now) if inbox.is_empty else []
    bank_stop(match, now)
    match.open_prompts = prompt_digests(match.pk, ((row.seat, row.key) for row in inbox.pending))
    match.save(update_fields=["number", "state", "revision", *finish])
    return StoredMove(row, Before(before, inbox.changed), inbox.pending, inbox.asks)


def write_take_back(*, match: Match, written: StoredMove, by: Author, now: datetime) -> Move:
    """Store, as the next move, the undo of the last one. The undone move stays in the log and loses its events.
    Snapshot and inbox are those from before it.
    """
    gone, before = written.move, written.before
    row = Move.objects.create(
        match=match,
        number=gone.number + 1,
        seat=gone.seat,
        key=gone.key,
        kind=(args := msgspec.to_builtins(TakeBack(gone.number)))["kind"],
        args=args,
        state_hash=codec.state_hash(before.state.encode()),
        author_kind=by.kind,
        author=by.user,
        created_at=now,
    )
    gone.events.all().delete()
    gone.taken_back = True
    gone.save(update_fields=["taken_back"])
    match.decisions.filter(opened_number=gone.number).exclude(pk__in=[pk for pk, _ in before.decisions]).delete()
    for pk, fields in before.decisions:
        Decision.objects.filter(pk=pk).update(**fields)
    if has_bank(match):
        bank_go_on(match, match.decisions.filter(closed_at__isnull=True, in_bank=True), now)
    match.number, match.state = row.number, before.state
    match.revision += 1
    match.save(update_fields=["number", "state", "revision"])
    return row


_store_moves, _store_events, _store_decisions = Insert(Move), Insert(Event), Insert(Decision)


def _as_they_are(rows: Iterable[Decision]) -> Changed:
    return tuple((row.pk, {name: getattr(row, name) for name in CHANGING}) for row in rows)


def _write_events(match: Match, move: Move, events: tuple[Any, ...], after: int | None) -> None:
    if not events:
        return
    if after is None:
        last = _last_event(match.pk)
        after = last[0][0] if last else 0
    _store_events(
        [
            Event(
                match=match,
                move=move,
                number=after + i,
                kind=(data := msgspec.to_builtins(event))["kind"],
                turn=event.turn,
                seat=event.seat,
                audience=None if event.audience is None else sum(1 << seat for seat in set(event.audience)),
                data=data,
            )
            for i, event in enumerate(events, start=1)
        ]
    )


@Prepared
def _last_event(match_id: int) -> QuerySet[Event, Any]:
    return Event.objects.filter(match=match_id).order_by("-number").values_list("number")[:1]


@Prepared
def _open_in(match_id: int) -> QuerySet[Decision]:
    return Decision.objects.filter(match=match_id, closed_at__isnull=True).order_by()


@dataclass(frozen=True)
class _Inbox:
    """The former fields of changed Decisions, and the current state of the inbox."""

    changed: Changed
    is_empty: bool
    pending: tuple[Decision, ...]
    asks: bool


def _reconcile(match: Match, move: Move, state: Any, now: datetime) -> _Inbox:
    """Open and close Decisions to match the prompts. An event of the facilitator may change figures of open ones."""
    rules = game_of(match).rules
    prompts = {(prompt.seat, prompt.key): prompt for prompt in rules.prompts(state)}
    rows = {(row.seat, row.key): row for row in _open_in(match.pk)}
    closed = [row for place, row in rows.items() if place not in prompts]
    changed = _as_they_are(closed)
    if closed:
        Decision.objects.filter(pk__in=[row.pk for row in closed]).update(
            closed_at=now, closed_by=move, lease_until=None
        )
    times = DueTimes(match, prompts.values())
    for place, prompt in prompts.items():
        row = rows.get(place)
        if row is not None and (row.optional, row.passive) != (prompt.optional, prompt.passive):
            changed += _as_they_are([row])
            if row.optional and not prompt.optional:
                row.due_at, row.required = times.due_at(prompt, now), True
            row.optional, row.passive = prompt.optional, prompt.passive
            row.save(update_fields=["optional", "passive", "required", "due_at"])
        if row is not None and move.author_kind == AuthorKind.BROUGHT and row.params != dict(prompt.params):
            changed += _as_they_are([row])
            row.params = dict(prompt.params)
            row.save(update_fields=["params"])
    new = {place: prompt for place, prompt in prompts.items() if place not in rows}
    reopened = _reopened(match, new)
    changed += _as_they_are(reopened)
    for row in reopened:
        prompt = new.pop((row.seat, row.key))
        row.opened_at, row.opened_number, row.closed_at, row.closed_by = now, move.number, None, None
        row.params, row.bot_looked_at = dict(prompt.params), -1
        row.save(update_fields=["opened_at", "opened_number", "closed_at", "closed_by", "params", "bot_looked_at"])
    made = [
        Decision(
            match=match,
            seat=prompt.seat,
            key=prompt.key,
            kind=prompt.kind,
            minutes=prompt.minutes,
            params=dict(prompt.params),
            optional=prompt.optional,
            passive=prompt.passive,
            required=not prompt.optional,
            opened_at=now,
            opened_number=move.number,
            due_at=times.due_at(prompt, now),
        )
        for prompt in new.values()
    ]
    _store_decisions(made)
    still = [row for place, row in rows.items() if place in prompts]
    pending = [row for row in (*still, *reopened, *made) if not row.optional]
    pending.sort(key=lambda row: (row.due_at is None, row.due_at, row.pk))
    return _Inbox(changed, not prompts, tuple(pending), any(not row.optional for row in made))


def _reopened(match: Match, new: Mapping[tuple[int, str], Prompt]) -> list[Decision]:
    """The rows of new optional prompts that had been closed for a while (such as an order that could
    not be changed).
    """
    keys = {prompt.key for prompt in new.values() if prompt.optional}
    closed = match.decisions.filter(closed_at__isnull=False, key__in=keys) if keys else []
    return [row for row in closed if (prompt := new.get((row.seat, row.key))) is not None and prompt.optional]


def _finish(match: Match, state: Any, now: datetime) -> list[str]:
    match.status, match.ended_at = Status.FINISHED, now
    match.result = msgspec.to_builtins(game_of(match).rules.result(state))
    outbox.jobs_at_end(match, now)
    return ["status", "ended_at", "result"]

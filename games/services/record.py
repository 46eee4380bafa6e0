"""Writing what a move led to: the Move, its Events, the snapshot and the inbox. Always inside the transaction that
locked the match.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec

from games import outbox
from games.engine import codec
from games.engine.draws import LabelledDraws
from games.engine.types import Outcome, Prompt
from games.models import Decision, Event, Match, Move, Status
from games.position import spec_of
from games.services.authors import Author
from games.services.due_times import DueTimes


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
) -> Move:
    """Store a move as the next one (number 0 if `move` is None: the set-up) and bring the inbox in line with the new
    prompts.
    """
    text = codec.to_json(outcome.state)
    args = msgspec.to_builtins(move) if move is not None else {}
    number = match.number + 1 if move is not None else 0
    row = Move.objects.create(
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
    _write_events(match, row, outcome.events)
    match.number, match.state = number, text.decode()
    match.revision += 1
    finish = _reconcile(match, row, outcome.state, now)
    match.save(update_fields=["number", "state", "revision", *finish])
    return row


def _write_events(match: Match, move: Move, events: tuple[Any, ...]) -> None:
    if not events:
        return
    last = match.events.order_by("-number").values_list("number", flat=True).first() or 0
    Event.objects.bulk_create(
        Event(
            match=match,
            move=move,
            number=last + i,
            kind=(data := msgspec.to_builtins(event))["kind"],
            turn=event.turn,
            seat=event.seat,
            audience=None if event.audience is None else sum(1 << seat for seat in set(event.audience)),
            data=data,
        )
        for i, event in enumerate(events, start=1)
    )


def _reconcile(match: Match, move: Move, state: Any, now: datetime) -> list[str]:
    """Open and close Decisions to match the prompts; finish the match if there are none. Names the match's fields that
    it set.
    """
    rules = spec_of(match).rules
    prompts = {(prompt.seat, prompt.key): prompt for prompt in rules.prompts(state)}
    rows = {(row.seat, row.key): row for row in match.decisions.filter(closed_at__isnull=True)}
    closed = [row.pk for place, row in rows.items() if place not in prompts]
    if closed:
        Decision.objects.filter(pk__in=closed).update(closed_at=now, closed_by=move, lease_until=None)
    times = DueTimes(match, prompts.values())
    for place, prompt in prompts.items():
        row = rows.get(place)
        if row is not None and (row.optional, row.passive) != (prompt.optional, prompt.passive):
            if row.optional and not prompt.optional:
                row.due_at, row.owed = times.due_at(prompt, now), True
            row.optional, row.passive = prompt.optional, prompt.passive
            row.save(update_fields=["optional", "passive", "owed", "due_at"])
    new = {place: prompt for place, prompt in prompts.items() if place not in rows}
    for place in _reopened(match, move, new, now):
        del new[place]
    Decision.objects.bulk_create(
        Decision(
            match=match,
            seat=prompt.seat,
            key=prompt.key,
            kind=prompt.kind,
            minutes=prompt.minutes,
            params=dict(prompt.params),
            optional=prompt.optional,
            passive=prompt.passive,
            owed=not prompt.optional,
            opened_at=now,
            opened_number=move.number,
            due_at=times.due_at(prompt, now),
        )
        for prompt in new.values()
    )
    return _finish(match, state, now) if not prompts else []


def _reopened(match: Match, move: Move, new: Mapping[tuple[int, str], Prompt], now: datetime) -> list[tuple[int, str]]:
    """Open the rows of optional prompts that were closed for a while (a standing order that could not be changed just
    then). Answers their places.
    """
    keys = {prompt.key for prompt in new.values() if prompt.optional}
    closed = match.decisions.filter(closed_at__isnull=False, key__in=keys) if keys else []
    places = []
    for row in closed:
        prompt = new.get((row.seat, row.key))
        if prompt is not None and prompt.optional:
            row.opened_at, row.opened_number, row.closed_at, row.closed_by = now, move.number, None, None
            row.params, row.bot_looked_at = dict(prompt.params), -1
            row.save(update_fields=["opened_at", "opened_number", "closed_at", "closed_by", "params", "bot_looked_at"])
            places.append((row.seat, row.key))
    return places


def _finish(match: Match, state: Any, now: datetime) -> list[str]:
    match.status, match.ended_at = Status.FINISHED, now
    match.result = msgspec.to_builtins(spec_of(match).rules.result(state))
    outbox.jobs_at_end(match, now)
    return ["status", "ended_at", "result"]

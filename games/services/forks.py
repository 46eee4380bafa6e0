"""A new match from a prefix of another. Nothing of the old one is changed or deleted."""

import secrets
from datetime import datetime
from typing import Any

from django.db import transaction

from games import clock, outbox, pace
from games.engine.draws import SEED_BYTES, derive
from games.errors import BadRequest
from games.models import AuthorKind, Match, SeatHolder, Status
from games.replaying import replayed
from games.services.authors import Author
from games.services.record import write_outcome


@transaction.atomic
def match_fork(
    *, match_id: int, number: int, by: Any, reason: str, same_cards: bool = False, now: datetime | None = None
) -> Match:
    """Copy the first `number` moves into a new running match with the same people.

    Later draws come from a seed of its own, unless `same_cards`. Raises BadRequest for a number that the match does
    not have.
    """
    source = Match.objects.select_for_update().get(pk=match_id)
    if not 0 <= number <= source.number or not source.state:
        raise BadRequest(field="number", reason=number)
    now = now or clock.now()
    fork = _copy(source, number, by, reason, now)
    if not same_cards:
        seed = _seed_of_its_own(source, fork)
        fork.seeds = [part for part in source.seeds if part[0] <= number] + [[number + 1, seed.hex()]]
    fork.save()
    fork.stewards.set(source.stewards.all())
    _copy_seats(source, fork, now)
    _copy_moves(source, fork, number)
    _restart_clocks(fork, now)
    outbox.after_commit("games.after_move", fork.pk)
    return fork


def _seed_of_its_own(source: Match, fork: Match) -> bytes:
    """Derived from the seed of the match while that is a secret. When the match is over players may have read it, and
    chance decides.
    """
    if source.is_over:
        return secrets.token_bytes(SEED_BYTES)
    return derive(bytes.fromhex(source.seeds[-1][1]), f"fork/{fork.pk}")


def _copy(source: Match, number: int, by: Any, reason: str, now: datetime) -> Match:
    fork = Match.objects.get(pk=source.pk)
    fork.pk, fork._state.adding = None, True
    fork.parent, fork.forked_at, fork.fork_reason = source, number, reason
    fork.created_by, fork.created_at, fork.started_at = by, now, now
    fork.status, fork.result, fork.paused_at, fork.ended_at = Status.RUNNING, None, None, None
    fork.number, fork.revision, fork.state = 0, 0, ""
    fork.save()
    return fork


def _copy_seats(source: Match, fork: Match, now: datetime) -> None:
    for seat in source.seats.all():
        copied = fork.seats.create(index=seat.index, role=seat.role, bot=seat.bot)
        for holder in seat.holders.filter(released_at__isnull=True):
            SeatHolder.objects.create(seat=copied, user=holder.user, since=now)


def _copy_moves(source: Match, fork: Match, number: int) -> None:
    """Play the moves again into the fork, so that its events, draws and decisions are its own."""
    for step in list(replayed(source, number)):
        row = step.row
        write_outcome(
            match=fork,
            seat=row.seat,
            key=row.key,
            move=step.move,
            outcome=step.outcome,
            draws=step.draws,
            by=Author(AuthorKind(row.author_kind), row.author),
            submission_id=row.submission_id,
            now=row.created_at,
        )


def _restart_clocks(fork: Match, now: datetime) -> None:
    """What is open is due as if it had been asked now."""
    limits = pace.read(fork.pace)
    for decision in fork.decisions.filter(closed_at__isnull=True, optional=False):
        decision.due_at = pace.due_at(limits, decision.minutes, now)
        decision.save(update_fields=["due_at"])

"""The single writer: every move of a person, a bot, a deadline or an instructor goes through `submit`."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction

from games import clock, outbox
from games.errors import MatchNotRunning, StaleDecision, SubmissionReused
from games.models import Match, Move, Status
from games.position import draws_for, spec_of, state_of
from games.services.authors import Author
from games.services.record import write_outcome


@dataclass(frozen=True)
class Submitted:
    """A stored move. `repeated` says that the same submission had been played before and nothing happened now."""

    move: Move
    match: Match
    repeated: bool = False


def submit(
    *,
    match_id: int,
    seat: int,
    key: str,
    move: Any,
    by: Author,
    submission_id: str | None = None,
    at_number: int | None = None,
    now: datetime | None = None,
    announce: bool = True,
) -> Submitted:
    """Play a move in one transaction under the match's row lock.

    The same `submission_id` from the same author with the same move returns the first result. `at_number` refuses the
    move if others were played
    since (bots think outside the lock). With `announce`, `games.after_move` starts after commit. Raises IllegalMove,
    StaleDecision,
    SubmissionReused or MatchNotRunning, and then nothing has changed.
    """
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match_id)
        known = _known(match, seat, submission_id, move, by)
        if known is not None:
            return Submitted(known, match, repeated=True)
        if match.status != Status.RUNNING:
            raise MatchNotRunning(status=match.status)
        rules, state = spec_of(match).rules, state_of(match)
        is_open = any(prompt.seat == seat and prompt.key == key for prompt in rules.prompts(state))
        if not is_open or at_number not in (None, match.number):
            raise StaleDecision(key=key)
        draws = draws_for(match, match.number + 1)
        outcome = rules.apply(state, seat, key, move, draws)
        row = write_outcome(
            match=match,
            seat=seat,
            key=key,
            move=move,
            outcome=outcome,
            draws=draws,
            by=by,
            submission_id=submission_id,
            now=now or clock.now(),
        )
        if announce:
            outbox.after_commit("games.after_move", match.pk)
    return Submitted(row, match)


def _known(match: Match, seat: int, submission_id: str | None, move: Any, by: Author) -> Move | None:
    """The move that this submission made before, if any. Raises SubmissionReused for another author or body."""
    if submission_id is None:
        return None
    row = match.moves.filter(seat=seat, submission_id=submission_id).first()
    if row is None:
        return None
    same_author = (row.author_kind, row.author_id) == (by.kind, by.user.pk if by.user else None)
    if not same_author or row.args != msgspec.to_builtins(move):
        raise SubmissionReused(submission_id=submission_id)
    return row

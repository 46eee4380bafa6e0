"""The single writer: every move of a person, a bot, a deadline or an instructor goes through `submit`."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games import clock, undoing
from games.engine import codec
from games.engine.undo import reveals
from games.errors import BadRequest, MatchNotRunning, NotYourSeat, StaleDecision, SubmissionReused, TakenBack
from games.models import AuthorKind, Match, Move, SeatHolder, Status
from games.models.prepared import Prepared
from games.selectors.position import draws_for, game_of, state_of
from games.services.authors import Author
from games.services.matches import check_rules
from games.services.record import write_outcome
from games.work import outbox
from games.work.sweep import is_owed_work

SUBMISSION_ID = re.compile(r"[A-Za-z0-9_.-]{1,100}")
"""What people may choose. Those of bots and plans contain a colon, so that nobody can take one in advance."""
BY_THEMSELVES = (AuthorKind.BOT, AuthorKind.PLAN)


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
    move if others were played since (bots think outside the lock). With `announce`, `games.after_move` starts after
    commit, if there is somebody to tell or to let move. Raises IllegalMove, StaleDecision, SubmissionReused, TakenBack,
    MatchNotRunning, OtherRules, NotYourSeat or BadRequest, and then nothing has changed.
    """
    if submission_id is not None and by.kind not in BY_THEMSELVES and not SUBMISSION_ID.fullmatch(submission_id):
        raise BadRequest(field="submission_id", reason=_("letters, digits and the characters _ . - are allowed"))
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match_id)
        known = _known(match, seat, key, submission_id, move, by)
        if known is not None:
            return Submitted(known, match, repeated=True)
        if match.status != Status.RUNNING:
            raise MatchNotRunning(status=match.status)
        check_rules(match)
        _check_holds(match, seat, by)
        rules, state = game_of(match).rules, state_of(match)
        is_open = any(prompt.seat == seat and prompt.key == key for prompt in rules.prompts(state))
        if not is_open or at_number not in (None, match.number):
            raise StaleDecision(key=key)
        draws = draws_for(match, match.number + 1)
        outcome = rules.apply(state, seat, key, move, draws)
        written = write_outcome(
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
        if match.undo and by.kind == AuthorKind.PLAYER and match.status == Status.RUNNING:
            before, shows = written.before, reveals(game_of(match), state, seat, move, outcome, draws.taken)
            undoing.keep(match, written.move, before.state, before.decisions, reveals=shows)
        if announce and is_owed_work(match, now or clock.now()):
            outbox.after_commit("games.after_move", match.pk)
    return Submitted(written.move, match)


def _check_holds(match: Match, seat: int, by: Author) -> None:
    """Under the lock, a person who was released a moment ago no longer moves. Raises NotYourSeat."""
    if by.kind != AuthorKind.PLAYER or by.user is None:
        return
    if not _holding(match.pk, seat, by.user.pk):
        raise NotYourSeat(seat=seat)


@Prepared
def _holding(match_id: int, seat: int, user_id: int) -> QuerySet[SeatHolder, Any]:
    held = SeatHolder.objects.filter(seat__match=match_id, seat__index=seat, user=user_id, released_at__isnull=True)
    return held.order_by().values_list("pk")[:1]


def _known(match: Match, seat: int, key: str, submission_id: str | None, move: Any, by: Author) -> Move | None:
    """The move that this submission made before, if any. Raises SubmissionReused for another author, prompt or
    move, TakenBack for one that was taken back.
    """
    if submission_id is None:
        return None
    row = match.moves.filter(seat=seat, submission_id=submission_id).first()
    if row is None:
        return None
    same_author = (row.author_kind, row.author_id) == (by.kind, by.user.pk if by.user else None)
    same_move = row.key == key and row.args == msgspec.json.decode(codec.to_json(move))
    if not same_author or not same_move:
        raise SubmissionReused(submission_id=submission_id)
    if row.taken_back:
        raise TakenBack
    return row

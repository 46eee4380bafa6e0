"""Undo of a person's last decision."""

from datetime import datetime
from typing import Any

from django.db import transaction

from games.engine.undo import KIND
from games.models import AuthorKind, Match, Move, SeatHolder, Status
from games.platform import clock, undo_window
from games.platform.errors import (
    MatchNotRunning,
    NotYourMove,
    NotYourSeat,
    StaleDecision,
    UndoBuiltOn,
    UndoOff,
    UndoReveals,
    UndoSeen,
    UndoTooLate,
)
from games.platform.services.authors import Author
from games.platform.services.record import Before, StoredMove, write_take_back
from games.platform.work import outbox


def move_take_back(
    *, match_id: int, number: int, by: Any, seat: int | None = None, now: datetime | None = None
) -> Match:
    """Undo move `number` (of this `seat`, if one is named), in one transaction under the match's row lock.

    Only the last move can be undone, by its author, who still holds the seat, within `undo_window.UNDO_FOR`. It must
    be unseen by others, and must have revealed nothing. A move that is already undone stays so. `games.after_move`
    starts after commit. Raises the refusals of `games.platform.errors` whose codes begin with "undo", StaleDecision,
    MatchNotRunning, NotYourMove or NotYourSeat, and then nothing has changed.
    """
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match_id)
        row = match.moves.filter(number=number).first()
        if row is None or row.kind == KIND or seat not in (None, row.seat):
            raise StaleDecision(key="" if row is None else row.key)
        if (row.author_kind, row.author_id) != (AuthorKind.PLAYER, by.pk):
            raise NotYourMove
        if row.taken_back:
            return match
        kept = _still_open(match, row, now or clock.now())
        written = StoredMove(row, Before(kept.state, kept.decisions))
        write_take_back(match=match, written=written, by=Author(AuthorKind.PLAYER, by), now=now or clock.now())
        outbox.after_commit("games.after_move", match.pk)
    return match


def _still_open(match: Match, row: Move, now: datetime) -> undo_window.Kept:
    if not match.undo:
        raise UndoOff
    if match.status != Status.RUNNING:
        raise MatchNotRunning(status=match.status)
    holds = SeatHolder.objects.filter(
        seat__match=match, seat__index=row.seat or 0, user=row.author_id, released_at=None
    )
    if not holds.exists():
        raise NotYourSeat(seat=row.seat or 0)
    if match.number != row.number:
        raise UndoBuiltOn
    if now > row.created_at + undo_window.UNDO_FOR:
        raise UndoTooLate(seconds=round(undo_window.UNDO_FOR.total_seconds()))
    kept = undo_window.kept(match.pk)
    if kept is None or (kept.number, kept.state_hash) != (row.number, row.state_hash):
        raise UndoSeen
    if kept.reveals:
        raise UndoReveals
    # The author's own messages since are no obstacle; all other changes are.
    said = match.messages.filter(author=row.author_id, created_at__gte=row.created_at).count()
    if match.revision - kept.revision > said:
        raise UndoBuiltOn
    if not undo_window.claim(match, row.number):
        raise UndoSeen
    return kept

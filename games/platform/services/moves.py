"""The only writer of moves: every move of a person, a bot, a deadline or an instructor goes through `submit`."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from games.engine import codec
from games.engine.undo import reveals
from games.models import AuthorKind, Decision, Event, Match, Move, Seat, SeatHolder, Status
from games.models.prepared import Prepared
from games.platform import clock, undo_window
from games.platform.errors import (
    AwaitsPeople,
    BadRequest,
    MatchNotRunning,
    NotYourSeat,
    StaleDecision,
    SubmissionReused,
    TakenBack,
)
from games.platform.permissions import EVERY_SEAT
from games.platform.selectors.position import draws_for, game_of, state_of
from games.platform.services.authors import Author
from games.platform.services.facilitation import events_due
from games.platform.services.matches import begin, check_rules
from games.platform.services.read_markers import seen_by_holder
from games.platform.services.record import write_outcome
from games.platform.work import outbox
from games.platform.work.sweep import has_pending_work

SUBMISSION_ID = re.compile(r"[A-Za-z0-9_.-]{1,100}")
"""Ids that people may choose. Those of bots and plans contain a colon, so that nobody can take one in advance."""
BY_THEMSELVES = (AuthorKind.BOT, AuthorKind.PLAN)
BY_NOBODY = (*BY_THEMSELVES, AuthorKind.DEADLINE, AuthorKind.SETTLED)
"""Author kinds whose moves wait until the first person has opened the match."""


@dataclass(frozen=True)
class Submitted:
    """A stored move. `repeated` means that the same submission had been played before and nothing happened now.
    Otherwise `pending` are the open decisions, earliest deadline first, as `selectors.decisions_open_in` reads them.
    """

    move: Move
    match: Match
    repeated: bool = False
    pending: tuple[Decision, ...] = ()


def submit(
    *,
    match_id: int,
    seat: int,
    key: str,
    move: Any,
    by: Author,
    submission_id: str | None = None,
    at_number: int | None = None,
    shown: int | None = None,
    now: datetime | None = None,
    announce: bool = True,
) -> Submitted:
    """Play a move in one transaction under the match's row lock.

    The same `submission_id` from the same author with the same move returns the first result. `at_number` refuses the
    move if others were played since (bots think outside the lock). The author has seen all events up to move `shown`.
    With `announce`, `games.after_move` starts after commit, if there is somebody to notify or a bot to move. A
    player's move begins a match that waited for its first person. A move entered from paper begins nothing, and may
    be made in a paused match. Events planned for the turn that the move reaches are brought after it. Raises
    IllegalMove, StaleDecision,
    SubmissionReused, TakenBack, MatchNotRunning, AwaitsPeople, OtherRules, NotYourSeat or BadRequest, and then
    nothing has changed.
    """
    if submission_id is not None and by.kind not in BY_THEMSELVES and not SUBMISSION_ID.fullmatch(submission_id):
        raise BadRequest(field="submission_id", reason=_("letters, digits and the characters _ . - are allowed"))
    with transaction.atomic():
        match = _locked.first(match_id)
        if match is None:
            raise Match.DoesNotExist
        by_id = by.user.pk if by.user is not None else 0
        seated = _seated.first(match.pk, seat, by_id, submission_id or "") if seat in EVERY_SEAT else None
        holder, is_known, last_event = seated or (0, False, None)
        known = _known(match, seat, key, submission_id or "", move, by) if is_known else None
        if known is not None:
            return Submitted(known, match, repeated=True)
        takes_paper = match.status == Status.PAUSED and by.kind == AuthorKind.PAPER
        if match.status != Status.RUNNING and not takes_paper:
            raise MatchNotRunning(status=match.status)
        check_rules(match)
        if by.kind == AuthorKind.PLAYER and by.user is not None and not holder:
            raise NotYourSeat(seat=seat)  # released a moment ago
        if match.awaits_people and by.kind in BY_NOBODY:
            raise AwaitsPeople
        if match.awaits_people and by.kind == AuthorKind.PLAYER:
            begin(match, now or clock.now())
        rules, state = game_of(match).rules, state_of(match)
        is_open = any(prompt.seat == seat and prompt.key == key for prompt in rules.prompts(state))
        if not is_open or at_number not in (None, match.number):
            raise StaleDecision(key=key)
        if shown is not None and holder and shown <= match.number:
            seen_by_holder(holder_id=holder, user_id=by_id, number=shown)
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
            last_event=last_event,
        )
        brought = events_due(match, state, now or clock.now())
        if match.undo and by.kind == AuthorKind.PLAYER and match.status == Status.RUNNING and brought is None:
            before, shows = written.before, reveals(game_of(match), state, seat, move, outcome, draws.taken)
            undo_window.keep(match, written.move, before.state, before.decisions, reveals=shows)
        if announce and (written.asks or brought is not None or has_pending_work(match, now or clock.now())):
            outbox.after_commit("games.after_move", match.pk)
    return Submitted(written.move, match, pending=(brought or written).pending)


@Prepared
def _locked(match_id: int) -> QuerySet[Match]:
    return Match.objects.select_for_update().filter(pk=match_id)


@Prepared
def _seated(match_id: int, seat: int, user_id: int, submission_id: str) -> QuerySet[Seat, Any]:
    """The person's holding of the seat (0: none), whether this submission was played there, and the number of the
    last event.
    """
    holds = SeatHolder.objects.filter(seat=OuterRef("pk"), user=user_id, released_at__isnull=True).order_by()
    known = Move.objects.filter(match=OuterRef("match"), seat=OuterRef("index"), submission_id=submission_id)
    last = Event.objects.filter(match=OuterRef("match")).order_by("-number").values("number")[:1]
    found = Seat.objects.filter(match=match_id, index=seat).order_by()
    holder = Coalesce(Subquery(holds.values("pk")[:1]), 0)
    found = found.annotate(holder=holder, known=Exists(known), last=Coalesce(Subquery(last), 0))
    return found.values_list("holder", "known", "last")


def _known(match: Match, seat: int, key: str, submission_id: str, move: Any, by: Author) -> Move | None:
    """The move that this submission made before, if any. Raises SubmissionReused for another author, prompt or move,
    TakenBack for an undone one.
    """
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

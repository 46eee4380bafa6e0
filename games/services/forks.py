"""A new match from a prefix of another. Nothing of the old one is changed or deleted."""

import secrets
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from games import clock
from games.engine.draws import SEED_BYTES, derive
from games.engine.errors import IllegalMove
from games.engine.undo import NOTHING_TO_TAKE_BACK, TakeBack
from games.errors import AlreadyLeft, BadRequest
from games.models import AuthorKind, AwayPlan, Intervention, Match, SeatHolder, Status
from games.selectors.replaying import replayed
from games.services.authors import Author
from games.services.due_times import DueTimes
from games.services.interventions import Press, intervention_record
from games.services.matches import check_rules, match_abort, match_pause
from games.services.record import Written, write_outcome, write_take_back
from games.work import outbox

LONGEST_REASON: Final = 200
"""Of a step back: it is kept with the fork."""


@transaction.atomic
def match_fork(
    *, match_id: int, number: int, by: Any, reason: str, same_cards: bool = False, now: datetime | None = None
) -> Match:
    """Copy the first `number` moves into a new running match with the same people, those who run it and those who
    look on.

    Later draws come from a seed of its own, unless `same_cards`. A move that was taken back is not the last one of a
    fork: it goes on from before it. Raises BadRequest for a number that the match does not have, OtherRules.
    """
    source = Match.objects.select_for_update().get(pk=match_id)
    if not 0 <= number <= source.number or not source.state:
        raise BadRequest(field="number", reason=number)
    check_rules(source)
    if source.moves.filter(number=number, taken_back=True).exists():
        number -= 1
    now = now or clock.now()
    fork = _copy(source, number, by, reason, now)
    if not same_cards:
        seed = _seed_of_its_own(source, fork)
        fork.seeds = [part for part in source.seeds if part[0] <= number] + [[number + 1, seed.hex()]]
    fork.save()
    fork.stewards.set(source.stewards.all())
    fork.observers.set(source.observers.all())
    _copy_seats(source, fork)
    _copy_plans(source, fork, now)
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
    fork.revealed_at = None
    fork.number, fork.revision, fork.state = 0, 0, ""
    fork.save()
    return fork


def _copy_seats(source: Match, fork: Match) -> None:
    """Who ever acted for a seat made some of the moves that are copied, so all holders are there with their times."""
    for seat in source.seats.all():
        copied = fork.seats.create(index=seat.index, role=seat.role, bot=seat.bot)
        SeatHolder.objects.bulk_create(
            SeatHolder(
                seat=copied,
                user_id=holder.user_id,
                since=holder.since,
                extra_time=holder.extra_time,
                together_with_id=holder.together_with_id,
                released_at=holder.released_at,
            )
            for holder in seat.holders.order_by("since", "pk")
        )


def _copy_plans(source: Match, fork: Match, now: datetime) -> None:
    """Who is away is away from the fork too. The plans have not looked at any of its positions."""
    seats = {seat.index: seat for seat in fork.seats.all()}
    plans = AwayPlan.objects.filter(seat__match=source, ended_at__isnull=True, ends_at__gt=now).select_related("seat")
    AwayPlan.objects.bulk_create(
        AwayPlan(
            seat=seats[plan.seat.index],
            user_id=plan.user_id,
            starts_at=plan.starts_at,
            ends_at=plan.ends_at,
            instructions=plan.instructions,
            created_at=plan.created_at,
        )
        for plan in plans
    )


def _copy_moves(source: Match, fork: Match, number: int) -> None:
    """Play the moves again into the fork, so that its events, draws and decisions are its own."""
    last: Written | None = None
    for step in list(replayed(source, number)):
        row, by = step.row, Author(AuthorKind(step.row.author_kind), step.row.author)
        if isinstance(step.move, TakeBack):
            if last is None:
                raise IllegalMove(NOTHING_TO_TAKE_BACK, number=step.move.number)
            write_take_back(match=fork, written=last, by=by, now=row.created_at)
            continue
        last = write_outcome(
            match=fork,
            seat=row.seat,
            key=row.key,
            move=step.move,
            outcome=step.outcome,
            draws=step.draws,
            by=by,
            submission_id=row.submission_id,
            now=row.created_at,
        )


def _restart_clocks(fork: Match, now: datetime) -> None:
    """What is open was asked now, and is due as if it had been."""
    decisions = list(fork.decisions.filter(closed_at__isnull=True, optional=False))
    times = DueTimes(fork, decisions)
    for decision in decisions:
        decision.opened_at, decision.due_at = now, times.due_at(decision, now)
        decision.save(update_fields=["opened_at", "due_at"])


@transaction.atomic
def match_step_back(*, match_id: int, number: int, press: Press, same_cards: bool = False) -> Match:
    """Leave a match for a fork of its first `number` moves, with a reason; returns the fork.

    The match that is left ends and is kept; its people are led to the fork, which stands still if the match did. The
    same press leads to the same fork. Raises BadRequest without a reason or for a move that was not made, AlreadyLeft.
    """
    match = Match.objects.select_for_update().get(pk=match_id)
    done = match.interventions.filter(kind=Intervention.Kind.STEP_BACK).first()
    if done is not None:
        if done.batch == press.batch:
            return Match.objects.get(pk=done.params["fork"])
        raise AlreadyLeft
    if not press.reason or len(press.reason) > LONGEST_REASON:
        raise BadRequest(field="reason", reason=_("say why, in at most %(most)d characters") % {"most": LONGEST_REASON})
    if number >= match.number:
        raise BadRequest(field="number", reason=number)
    fork = match_fork(
        match_id=match_id, number=number, by=press.by, reason=press.reason, same_cards=same_cards, now=press.at
    )
    if match.status == Status.PAUSED:
        match_pause(match_id=fork.pk, now=press.at)
    if not match.is_over:
        match = match_abort(match_id=match_id, now=press.at)
    intervention_record(
        match=match,
        kind=Intervention.Kind.STEP_BACK,
        press=press,
        to=number,
        fork=fork.pk,
        same_cards=same_cards,
    )
    return Match.objects.get(pk=fork.pk)

"""Forks: a new match from a prefix of another, or from before its start. The old match is not changed or deleted."""

import secrets
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from games.engine import codec
from games.engine.draws import SEED_BYTES, commitment, derive
from games.engine.errors import IllegalMove
from games.engine.undo import NOTHING_TO_TAKE_BACK, TakeBack
from games.models import AuthorKind, AwayPlan, Intervention, Match, SeatHolder, Status
from games.platform import clock
from games.platform.errors import AlreadyLeft, BadRequest, MatchNotRunning
from games.platform.selectors.position import deals_own, game_of
from games.platform.selectors.replaying import replayed
from games.platform.services.authors import Author
from games.platform.services.due_times import DueTimes, give_time_left
from games.platform.services.interventions import HANDED_OVER, Actor, changed_hands, intervention_record, left_to_bot
from games.platform.services.matches import check_rules, match_abort, match_pause
from games.platform.services.record import StoredMove, write_outcome, write_take_back
from games.platform.work import outbox

LONGEST_REASON: Final = 200
"""The maximal length of a reason for a step back; it is stored with the fork."""


@transaction.atomic
def match_fork(
    *,
    match_id: int,
    number: int,
    by: Any,
    reason: str,
    same_cards: bool = False,
    as_at: Intervention | None = None,
    now: datetime | None = None,
) -> Match:
    """Copy the first `number` moves into a new running match with the same people, stewards and observers.

    Later draws come from the fork's own seed, unless `same_cards`. If the last move was undone, the fork continues
    from before it. Open decisions get their full time again. With `as_at`, they get the time left at that
    intervention. The fork waits for people if the match did then. Raises BadRequest for a number that the match does
    not have, OtherRules.
    """
    source = Match.objects.select_for_update().get(pk=match_id)
    if not 0 <= number <= source.number or not source.state:
        raise BadRequest(field="number", reason=number)
    check_rules(source)
    if source.moves.filter(number=number, taken_back=True).exists():
        number -= 1
    now = now or clock.now()
    fork = _copy(source, number, by, reason, now)
    if as_at is not None:
        fork.awaits_people = bool(as_at.params.get("awaited"))
    fork.seeds = _seeds_until(source, number)
    if not same_cards:
        seed = _seed_of_its_own(source, fork)
        fork.seeds = [part for part in fork.seeds if part[0] <= number] + [[number + 1, seed.hex()]]
    fork.save()
    fork.stewards.set(source.stewards.all())
    fork.observers.set(source.observers.all())
    _copy_seats(source, fork)
    _copy_plans(source, fork, now)
    _copy_moves(source, fork, number)
    if as_at is None:
        _restart_clocks(fork, now)
    else:
        _resume_clocks(source, fork, as_at, now)
    outbox.after_commit("games.after_move", fork.pk)
    return fork


def _seeds_until(source: Match, number: int) -> list[Any]:
    """The seeds of a match. Of the cards that the table drew itself, those of its first `number` moves stay."""
    if not deals_own(source):
        return list(source.seeds)
    (start, seed, dealt), *later = source.seeds
    made = source.moves.filter(number__lte=number).values_list("draws", flat=True)
    drawn = {each["label"] for draws in made for each in draws}
    return [[start, seed, [each for each in dealt if each["label"] in drawn]], *later]


def _seed_of_its_own(source: Match, fork: Match) -> bytes:
    """A seed derived from the match's seed while that is secret. After the match, players may have read it, so a
    random one is used.
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
    """Copy all holders with their times, former ones included: they made some of the copied moves."""
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
                has_stand_in=holder.has_stand_in,
            )
            for holder in seat.holders.order_by("since", "pk")
        )


def _copy_plans(source: Match, fork: Match, now: datetime) -> None:
    """Copy the current plans of people who are away. The copies have not been asked in any of the fork's positions."""
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
    """Replay the moves into the fork, so that it has its own events, draws and decisions."""
    last: StoredMove | None = None
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
    """Set the open decisions as opened now, with due times from now."""
    decisions = list(fork.decisions.filter(closed_at__isnull=True, optional=False))
    times = DueTimes(fork, decisions)
    for decision in decisions:
        decision.opened_at, decision.due_at = now, times.due_at(decision, now)
        decision.save(update_fields=["opened_at", "due_at"])


def _resume_clocks(source: Match, fork: Match, as_at: Intervention, now: datetime) -> None:
    """Give open decisions the time left that the intervention recorded, and each seat the reserve that it has in
    `source`.
    """
    _restart_clocks(fork, now)
    give_time_left(fork, as_at.params.get("left", {}), now)
    for index, used in source.seats.values_list("index", "bank_used"):
        fork.seats.filter(index=index).update(bank_used=used)


@transaction.atomic
def match_step_back(
    *, match_id: int, number: int, actor: Actor, same_cards: bool = False, as_at: Intervention | None = None
) -> Match:
    """Leave a match for a fork of its first `number` moves, with a reason; returns the fork. `as_at` is for its
    clocks, see `match_fork`.

    The old match ends and is kept. Its people are led to the fork, which is paused if the match was. A repeated
    action gives the same fork. Raises BadRequest without a reason or for a move that was not made, AlreadyLeft.
    """
    match = Match.objects.select_for_update().get(pk=match_id)
    known = _fork_of(match, actor)
    if known is not None:
        return known
    if not actor.reason or len(actor.reason) > LONGEST_REASON:
        raise BadRequest(field="reason", reason=_("say why, in at most %(most)d characters") % {"most": LONGEST_REASON})
    if number >= match.number:
        raise BadRequest(field="number", reason=number)
    fork = match_fork(
        match_id=match_id,
        number=number,
        by=actor.user,
        reason=actor.reason,
        same_cards=same_cards,
        as_at=as_at,
        now=actor.at,
    )
    if match.status == Status.PAUSED:
        match_pause(match_id=fork.pk, now=actor.at)
    return _leave(match, fork, actor, to=number, same_cards=same_cards)


@transaction.atomic
def match_unstart(
    *,
    match_id: int,
    actor: Actor,
    seed: bytes | None = None,
    options: Mapping[str, Any] | None = None,
    gone: Collection[int] = (),
) -> Match:
    """Leave a match that has begun for a new one in its lobby, with the same people and unseen cards. `seed` is for
    matches that share luck. The new match is returned. `options` are those from before the start, if the start
    changed some.

        The old match ends and is kept. People whose seats bots have had since the start get them back, except those who
        are `gone`. A repeated action gives the same match. Raises AlreadyLeft, MatchNotRunning before the start.
    """
    match = Match.objects.select_for_update().get(pk=match_id)
    known = _fork_of(match, actor)
    if known is not None:
        return known
    if match.started_at is None:
        raise MatchNotRunning(status=match.status)
    new = _copy(match, 0, actor.user, actor.reason, actor.at)
    seed = seed or secrets.token_bytes(SEED_BYTES)
    new.awaits_people = False
    new.status, new.started_at, new.seeds, new.commitment = Status.LOBBY, None, [[0, seed.hex()]], commitment(seed)
    new.seed_text = new.seed_salt = ""
    if options is not None:
        new.options = codec.to_json(
            codec.read_options(codec.to_json(options), game_of(match).rules.options_type)
        ).decode()
    new.save()
    new.stewards.set(match.stewards.all())
    new.observers.set(match.observers.all())
    _seat_again(match, new, gone, actor.at)
    return _leave(match, new, actor, start_undone=True)


def _seat_again(match: Match, new: Match, gone: Collection[int], now: datetime) -> None:
    """Give the seats of the new match to the old one's holders, and to the people whom bots replaced there."""
    for seat in match.seats.all():
        copied = new.seats.create(index=seat.index, role=seat.role, bot=seat.bot)
        rows = seat.holders.filter(Q(released_at__isnull=True) | Q(has_stand_in=True)).order_by("since", "pk")
        if not rows:
            rows = seat.holders.filter(user__in=set(_left_to_bot(match, seat.index)) - set(gone)).order_by(
                "since", "pk"
            )
        people = {row.user_id: row for row in rows}
        SeatHolder.objects.bulk_create(
            SeatHolder(
                seat=copied,
                user_id=user_id,
                since=now,
                extra_time=row.extra_time,
                together_with_id=row.together_with_id,
            )
            for user_id, row in people.items()
        )


def _left_to_bot(match: Match | None, seat: int) -> tuple[int, ...]:
    """The people whose seat a bot took to the end, in the match or before a step back."""
    while match is not None:
        rows = match.interventions.filter(seat=seat, kind__in=HANDED_OVER).order_by("-pk")
        latest = next(filter(changed_hands, rows), None)
        if latest is not None:
            return left_to_bot(latest)
        match = match.parent if match.started_at == match.created_at else None
    return ()


def _fork_of(match: Match, actor: Actor) -> Match | None:
    """The fork that the same action made of a match, if it did. Raises AlreadyLeft if another action was faster."""
    done = match.interventions.filter(kind=Intervention.Kind.STEP_BACK).first()
    if done is None:
        return None
    if done.batch != actor.batch:
        raise AlreadyLeft
    return Match.objects.get(pk=done.params["fork"])


def _leave(match: Match, new: Match, actor: Actor, **params: Any) -> Match:
    """End a match that continues as a `new` one, and record which."""
    if not match.is_over:
        match = match_abort(match_id=match.pk, now=actor.at)
    intervention_record(match=match, kind=Intervention.Kind.STEP_BACK, actor=actor, fork=new.pk, **params)
    return Match.objects.get(pk=new.pk)

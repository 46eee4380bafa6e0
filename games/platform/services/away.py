"""Plans of people who are away: create one, cancel it, and play its moves."""

import logging
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from games.engine import codec
from games.engine.away import MOST_IN_A_ROW, ByBot
from games.engine.errors import IllegalMove, RulesError
from games.engine.types import Prompt
from games.models import AwayPlan, Match, Seat, SeatHolder
from games.models.matches import OVER, Status
from games.models.prepared import Prepared
from games.platform import clock
from games.platform.errors import BadRequest, MatchNotRunning, NotYourSeat, ServiceError
from games.platform.selectors.away import made_in_a_row, plans_begun, plans_in_force
from games.platform.selectors.position import game_of, state_of
from games.platform.services.authors import PLAN
from games.platform.services.bots import bot_answer, play_bots
from games.platform.services.moves import submit
from games.platform.work import outbox

logger = logging.getLogger(__name__)

LONGEST: Final = timedelta(days=60)
End = AwayPlan.End


def plan_type(match: Match) -> Any:
    """The type of plans in the match's game."""
    away = game_of(match).away
    return away.plan_type if away is not None else ByBot


def instructions_of(match: Match, row: AwayPlan) -> Any:
    """A stored plan as the game's value. Raises msgspec.ValidationError for one of another version of the game."""
    return codec.convert(row.instructions, plan_type(match))


@transaction.atomic
def plan_write(
    *,
    match_id: int,
    seat: int,
    user: Any,
    instructions: Any,
    ends_at: datetime,
    starts_at: datetime | None = None,
    now: datetime | None = None,
) -> AwayPlan:
    """Let a plan act for a seat of this person until `ends_at`, from now on or from `starts_at`. It replaces an
    earlier plan of the person for the seat. Open decisions are answered after commit.

    Raises NotYourSeat, MatchNotRunning, BadRequest for impossible times, and IllegalMove for a plan against the
    rules.
    """
    match = Match.objects.select_for_update().get(pk=match_id)
    now = now or clock.now()
    if match.status in OVER or not match.has_begun:
        raise MatchNotRunning(status=match.status)
    row = _held(match, seat, user)
    begins = max(starts_at or now, now)
    _check_times(begins, ends_at, now)
    _check_instructions(match, seat, instructions)
    _end(AwayPlan.objects.filter(seat=row, user=user), End.REPLACED, now)
    plan = AwayPlan.objects.create(
        seat=row,
        user=user,
        starts_at=begins,
        ends_at=ends_at,
        instructions=msgspec.to_builtins(instructions),
        created_at=now,
    )
    _renew_revision(match)
    return plan


def _held(match: Match, seat: int, user: Any) -> Seat:
    held = SeatHolder.objects.filter(seat__match=match, seat__index=seat, user=user, released_at__isnull=True)
    found = held.select_related("seat").first()
    if found is None:
        raise NotYourSeat(seat=seat)
    return found.seat


def _check_times(starts_at: datetime, ends_at: datetime, now: datetime) -> None:
    if ends_at <= starts_at:
        raise BadRequest(field="ends_at", reason=_("You would be back before you are away."))
    if ends_at > now + LONGEST:
        raise BadRequest(field="ends_at", reason=_("A plan lasts %(days)d days at most.") % {"days": LONGEST.days})


def _check_instructions(match: Match, seat: int, instructions: Any) -> None:
    game = game_of(match)
    if game.away is not None:
        game.away.check(instructions, game.rules.view(state_of(match), seat), seat)
    elif instructions.strength and instructions.strength not in game.bots:
        raise IllegalMove("plan_no_bot", strength=instructions.strength, field="strength")


@transaction.atomic
def plan_take_back(*, match_id: int, seat: int, user: Any, now: datetime | None = None) -> None:
    """End the person's plan for a seat. Its moves stay. Safe to repeat."""
    match = Match.objects.select_for_update().get(pk=match_id)
    rows = AwayPlan.objects.filter(seat__match=match, seat__index=seat, user=user)
    if _end(rows, End.TAKEN_BACK, now or clock.now()):
        _renew_revision(match)


def _end(rows: Any, end: AwayPlan.End, now: datetime) -> int:
    ended: int = rows.filter(ended_at__isnull=True).update(ended_at=now, end=end)
    return ended


def _renew_revision(match: Match) -> None:
    match.revision += 1
    match.save(update_fields=["revision"])
    if match.status == Status.RUNNING:
        outbox.after_commit("games.after_move", match.pk)


def play_plans(*, match_id: int, now: datetime | None = None) -> int:
    """Let the plan of one seat make one move; 0 if none has an answer. Safe to run twice at once: a move is bound to
    the position that was seen. It is made under the match's lock, and only while the plan is current.

    A plan without an answer is marked, so that it is asked again only after another move.
    """
    now = now or clock.now()
    match = Match.objects.get(pk=match_id)
    if not match.goes_by_itself:
        return 0
    plans = plans_in_force(match, now)
    if plans and _one_move(match, plans, now):
        return 1
    _looked(match, now)
    return 0


def _one_move(match: Match, plans: dict[int, AwayPlan], now: datetime) -> bool:
    state = state_of(match)
    for prompt in game_of(match).rules.prompts(state):
        plan = plans.get(prompt.seat)
        if plan is None or prompt.optional or prompt.passive or made_in_a_row(match, prompt.seat) >= MOST_IN_A_ROW:
            continue
        move = _answer(match, state, prompt, plan)
        if move is not None and _play(match, prompt, move, plan, now):
            return True
    return False


def _looked(match: Match, now: datetime) -> None:
    """Mark all current plans as asked, also those of a seat with a holder who is not away. Otherwise the sweep would
    ask again and again, and its lease would delay the deadlines of the seat.
    """
    begun = plans_begun(match, now)
    seats = list(begun.values_list("seat__index", flat=True))
    if seats:
        begun.update(looked_number=match.number)
        match.decisions.filter(closed_at__isnull=True, seat__in=seats).update(lease_until=None)


def _answer(match: Match, state: Any, prompt: Prompt, plan: AwayPlan) -> Any | None:
    """The plan's answer; None leaves it to the person. A plan that fails or cannot be read has no answer."""
    game = game_of(match)
    try:
        instructions = instructions_of(match, plan)
        if game.away is not None:
            return game.away.answer(instructions, game.rules.view(state, prompt.seat), prompt)
        if instructions.strength:
            return bot_answer(match, state, prompt, instructions.strength)
        return game.rules.default(state, prompt.seat, prompt.key)
    except Exception:  # noqa: BLE001  a fault in a plan stops no match
        logger.exception("match %s: plan %s failed at %s", match.pk, plan.pk, prompt.key)
        return None


def _play(match: Match, prompt: Prompt, move: Any, plan: AwayPlan, now: datetime) -> bool:
    """False if the position, the plan or the holder has changed meanwhile, or if the rules refuse the move."""
    try:
        with transaction.atomic():
            locked = Match.objects.select_for_update().get(pk=match.pk)
            current = plans_in_force(locked, now).get(prompt.seat)
            if current is None or current.pk != plan.pk:
                return False
            submit(
                match_id=match.pk,
                seat=prompt.seat,
                key=prompt.key,
                move=move,
                by=PLAN,
                submission_id=f"plan:{match.number}:{prompt.key}",
                at_number=match.number,
                now=now,
                announce=False,
            )
    except ServiceError:
        return False
    except RulesError:
        logger.exception("match %s: what plan %s answers to %s was refused", match.pk, plan.pk, prompt.key)
        return False
    return True


@Prepared
def _moves_for_absent(match_id: int) -> QuerySet[Seat, Any]:
    """The seats without a holder, and those with a plan that has not ended."""
    held = SeatHolder.objects.filter(seat=OuterRef("pk"), released_at__isnull=True)
    planned = AwayPlan.objects.filter(seat=OuterRef("pk"), ended_at__isnull=True)
    return Seat.objects.filter(~Exists(held) | Exists(planned), match=match_id).order_by().values_list("pk")[:1]


def play_absent(*, match_id: int, now: datetime | None = None) -> int:
    """Let bots and plans move in turn until a person who is not away must move. The number of moves by plans is
    returned. One query if all seats have somebody and nobody has a plan.
    """
    made = 0
    if not _moves_for_absent.first(match_id):
        return made
    play_bots(match_id=match_id)
    while play_plans(match_id=match_id, now=now):
        made += 1
        play_bots(match_id=match_id)
    return made

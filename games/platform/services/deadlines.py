"""Default moves of passed deadlines. The due time is a column; the sweep finds overdue matches and
calls `apply_due`.
"""

import logging
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from games.engine.errors import RulesError
from games.engine.types import Prompt
from games.models import LatePolicy, Match, Status
from games.platform import clock
from games.platform.errors import ServiceError
from games.platform.selectors.position import game_of, state_of
from games.platform.services.authors import BOT, DEADLINE, Author
from games.platform.services.bank import bank_draw
from games.platform.services.bots import MOVES_AT_A_TIME, bot_answer
from games.platform.services.due_times import move_due_times
from games.platform.services.moves import submit
from games.platform.work import outbox

logger = logging.getLogger(__name__)


def apply_due(*, match_id: int, now: datetime | None = None) -> int:
    """Play the overdue decisions in the order of the game's prompts; returns the number of moves. Safe to repeat.

    With late policy "default" one transaction holds the match's lock until the last move, so that nobody answers in
    between. With "bot" the seat's bot thinks without the lock. Its move is bound to the position that it saw, and
    only decisions still overdue then are played. If the bot would wait or fails, the default is played. With "wait"
    nothing happens. People with a reserve of time use it first.
    """
    now = now or clock.now()
    bank_draw(match_id=match_id, now=now)
    policy = Match.objects.values_list("late_policy", flat=True).get(pk=match_id)
    played = _let_bots(match_id, now) if policy == LatePolicy.BOT else _play_defaults(match_id, now)
    if played:
        outbox.after_commit("games.after_move", match_id)
    return played


def _play_defaults(match_id: int, now: datetime) -> int:
    played = 0
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match_id)
        if not match.goes_by_itself or match.late_policy == LatePolicy.WAIT:
            return 0
        for late in _overdue(match, now):
            played += _play_default(match_id, (late.seat, late.key), now)
    return played


def _overdue(match: Match, now: datetime) -> list[Prompt]:
    """The overdue prompts in the position of a match as it was read."""
    due = match.decisions.filter(closed_at__isnull=True, optional=False, due_at__lte=now)
    places = set(due.values_list("seat", "key"))
    prompts = game_of(match).rules.prompts(state_of(match)) if places else ()
    return [prompt for prompt in prompts if (prompt.seat, prompt.key) in places and not prompt.optional]


def _play_default(match_id: int, place: tuple[int, str], now: datetime) -> bool:
    """Play one overdue default; False if an earlier one of the same call closed the prompt."""
    match = Match.objects.get(pk=match_id)
    if match.status != Status.RUNNING:
        return False
    rules, state = game_of(match).rules, state_of(match)
    prompt = next((p for p in rules.prompts(state) if (p.seat, p.key) == place and not p.optional), None)
    if prompt is None:
        return False
    return _played(match, prompt, rules.default(state, *place), DEADLINE, now) is True


def _let_bots(match_id: int, now: datetime) -> int:
    """Let bots answer the overdue decisions one by one. After a move by somebody else, the position is read again."""
    played, refused = 0, set[tuple[int, int, str]]()
    for _try in range(MOVES_AT_A_TIME):
        match = Match.objects.get(pk=match_id)
        if not match.goes_by_itself or match.late_policy != LatePolicy.BOT:
            break
        late = [p for p in _overdue(match, now) if (match.number, p.seat, p.key) not in refused]
        if not late:
            break
        prompt, state = late[0], state_of(match)
        strength = match.seats.get(index=prompt.seat).bot or game_of(match).usual_bot
        move = bot_answer(match, state, prompt, strength)
        done = _play_bound(match, prompt, move, BOT, now) if move is not None else False
        if done is False:
            default = game_of(match).rules.default(state, prompt.seat, prompt.key)
            done = _play_bound(match, prompt, default, DEADLINE, now)
        if done is False:
            refused.add((match.number, prompt.seat, prompt.key))
        played += done is True
    return played


def _play_bound(match: Match, prompt: Prompt, move: Any, by: Author, now: datetime) -> bool | None:
    """Play the move like `_played`, if the answer is still overdue in the same position; None if not."""
    with transaction.atomic():
        locked = Match.objects.select_for_update().get(pk=match.pk)
        open_rows = match.decisions.filter(seat=prompt.seat, key=prompt.key, closed_at__isnull=True, optional=False)
        if locked.late_policy != LatePolicy.BOT or not open_rows.filter(due_at__lte=now).exists():
            return None
        return _played(match, prompt, move, by, now, at_number=match.number)


def _played(
    match: Match, prompt: Prompt, move: Any, by: Author, now: datetime, at_number: int | None = None
) -> bool | None:
    """None if the platform refuses the move, as the match has moved on. False if the rules refuse it, which is a
    program fault.
    """
    try:
        submit(
            match_id=match.pk,
            seat=prompt.seat,
            key=prompt.key,
            move=move,
            by=by,
            at_number=at_number,
            now=now,
            announce=False,
        )
    except ServiceError:
        return None
    except RulesError:
        logger.exception("match %s: a late answer to %s was refused", match.pk, prompt.key)
        return False
    return True


@transaction.atomic
def deadlines_extend(*, match_id: int, minutes: int) -> None:
    """Give every open decision of a match more time. Seats with extra time get more of it. A due time in a quiet
    period is moved to its end.
    """
    match = Match.objects.select_for_update().get(pk=match_id)
    move_due_times(match, timedelta(minutes=minutes), given=True)
    match.revision += 1
    match.save(update_fields=["revision"])

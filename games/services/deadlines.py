"""What a passed deadline plays. The due time is a column; the sweep brings overdue matches here."""

import logging
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from games import clock, outbox
from games.engine.errors import RulesError
from games.engine.types import Prompt
from games.errors import ServiceError
from games.models import LatePolicy, Match, Status
from games.position import spec_of, state_of
from games.services.authors import BOT, DEADLINE, Author
from games.services.bots import bot_answer
from games.services.due_times import move_due_times
from games.services.moves import submit

logger = logging.getLogger(__name__)


def apply_due(*, match_id: int, now: datetime | None = None) -> int:
    """Play what is overdue, in the order of the game's prompts, and return how many moves that made. Safe to repeat.

    One transaction holds the match's lock from the look to the last move, so that nobody answers in between. With
    late policy "bot" the seat's
    bot decides (the default if it would wait), with "wait" nothing happens.
    """
    played = 0
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match_id)
        now = now or clock.now()
        if match.status != Status.RUNNING or match.late_policy == LatePolicy.WAIT:
            return 0
        due = match.decisions.filter(closed_at__isnull=True, optional=False, due_at__lte=now)
        places = set(due.values_list("seat", "key"))
        for prompt in spec_of(match).rules.prompts(state_of(match)):
            if (prompt.seat, prompt.key) in places and _play_late(match_id, prompt.seat, prompt.key, now):
                played += 1
        if played:
            outbox.after_commit("games.after_move", match_id)
    return played


def _play_late(match_id: int, seat: int, key: str, now: datetime) -> bool:
    """One overdue answer; False if an earlier one of the same sweep closed it."""
    match = Match.objects.get(pk=match_id)
    if match.status != Status.RUNNING:
        return False
    spec, state = spec_of(match), state_of(match)
    prompt = next((p for p in spec.rules.prompts(state) if (p.seat, p.key) == (seat, key) and not p.optional), None)
    if prompt is None:
        return False
    move = None
    if match.late_policy == LatePolicy.BOT:
        strength = match.seats.get(index=seat).bot or spec.usual_bot
        move = bot_answer(match, state, prompt, strength)
    default = spec.rules.default(state, seat, key)
    try:
        if move is not None and _played(match, prompt, move, BOT, now):
            return True
        return _played(match, prompt, default, DEADLINE, now)
    except ServiceError:
        return False


def _played(match: Match, prompt: Prompt, move: Any, by: Author, now: datetime) -> bool:
    """False if the rules refuse it, which for a bot's move is a fault of the program."""
    try:
        submit(match_id=match.pk, seat=prompt.seat, key=prompt.key, move=move, by=by, now=now, announce=False)
    except RulesError:
        logger.exception("match %s: a late answer to %s was refused", match.pk, prompt.key)
        return False
    return True


@transaction.atomic
def deadlines_extend(*, match_id: int, minutes: int) -> None:
    """Give every open decision of a match more time; what would be due at a quiet time is due when it ends."""
    match = Match.objects.select_for_update().get(pk=match_id)
    move_due_times(match, timedelta(minutes=minutes))
    match.revision += 1
    match.save(update_fields=["revision"])

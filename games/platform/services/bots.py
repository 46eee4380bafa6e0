"""Bots play their seats. They think outside the lock and move through `submit`, as people do."""

import logging
from typing import Any

from django.db.models import Q

from games.engine.draws import LabelledDraws, derive
from games.engine.errors import RulesError
from games.engine.types import Prompt
from games.models import Decision, Match, SeatHolder
from games.platform.errors import ServiceError
from games.platform.selectors.position import game_of, state_of
from games.platform.services.authors import BOT
from games.platform.services.moves import submit

logger = logging.getLogger(__name__)

MOVES_AT_A_TIME = 400


def bot_seats(match: Match) -> dict[int, str]:
    """Seats without a holder, with the strength of their bot."""
    held = SeatHolder.objects.filter(seat__match=match, released_at__isnull=True).values("seat__index")
    return dict(match.seats.exclude(index__in=held).exclude(bot="").values_list("index", "bot"))


def bot_chance(match: Match) -> LabelledDraws:
    """Draws for the bots' choices in the current position. They are the same at each call and reveal nothing about
    the cards.
    """
    return LabelledDraws(derive(bytes.fromhex(match.seeds[-1][1]), f"bots/{match.number}"))


def play_bots(*, match_id: int) -> int:
    """Let the bots of a match move until a person must move; returns the number of moves. Safe to run twice at once.

    A bot that waits is marked on its Decision, so that it is asked again only after another move.
    """
    played = 0
    for _try in range(MOVES_AT_A_TIME):
        match = Match.objects.get(pk=match_id)
        moves = _round(match) if match.goes_by_itself else 0
        if moves == 0:
            break
        played += moves or 0
    return played


def _round(match: Match) -> int | None:
    """The number of the first bot's move; 0 if all bots wait for people. None if the position changed meanwhile, so
    that bots must look again.
    """
    game, seats = game_of(match), bot_seats(match)
    if not seats:
        return 0
    state = state_of(match)
    for prompt in game.rules.prompts(state):
        if prompt.seat not in seats or prompt.optional:
            continue
        move = bot_answer(match, state, prompt, seats[prompt.seat])
        if move is not None:
            return 1 if _play(match, state, prompt, move) else None
    Decision.objects.filter(Q(match=match, closed_at__isnull=True, seat__in=seats)).update(
        bot_looked_at=match.number, lease_until=None
    )
    return 0


def bot_answer(match: Match, state: Any, prompt: Prompt, strength: str) -> Any | None:
    """A bot's answer; None if it waits. A bot that fails, or was removed by an update of its game, plays the default.
    A program fault must not stop a match.
    """
    game = game_of(match)
    try:
        return game.bot(strength).answer(state, prompt, bot_chance(match))
    except Exception:  # noqa: BLE001  whatever fails in a bot, the match goes on
        logger.exception("match %s: bot %s failed at %s", match.pk, strength, prompt.key)
        return game.rules.default(state, prompt.seat, prompt.key)


def _play(match: Match, state: Any, prompt: Prompt, move: Any) -> bool:
    """Play a bot's move. A move against the rules is a program fault; the default is played instead."""
    try:
        return _submit(match, prompt, move)
    except RulesError:
        logger.exception("match %s: a bot's answer to %s was refused", match.pk, prompt.key)
        return _submit(match, prompt, game_of(match).rules.default(state, prompt.seat, prompt.key))


def _submit(match: Match, prompt: Prompt, move: Any) -> bool:
    """Submit under an id derived from the position, so that two workers with the same result play it once."""
    try:
        submit(
            match_id=match.pk,
            seat=prompt.seat,
            key=prompt.key,
            move=move,
            by=BOT,
            submission_id=f"bot:{match.number}:{prompt.key}",
            at_number=match.number,
            announce=False,
        )
    except ServiceError:
        return False
    return True

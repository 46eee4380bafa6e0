"""Bots at their seats. They think outside the lock and play through `submit`, like everybody."""

from typing import Any

from django.db.models import Q

from games.engine.draws import LabelledDraws, derive
from games.engine.types import Prompt
from games.errors import ServiceError, StaleDecision
from games.models import Decision, Match, SeatHolder, Status
from games.position import spec_of, state_of
from games.services.authors import BOT
from games.services.moves import submit

MOVES_AT_A_TIME = 400


def bot_seats(match: Match) -> dict[int, str]:
    """Seats that nobody holds, with the strength of their bot."""
    held = SeatHolder.objects.filter(seat__match=match, released_at__isnull=True).values("seat__index")
    return dict(match.seats.exclude(index__in=held).exclude(bot="").values_list("index", "bot"))


def bot_chance(match: Match) -> LabelledDraws:
    """Chance for the bots' own choices in the present position: the same if asked again, and telling nothing about the
    cards.
    """
    return LabelledDraws(derive(bytes.fromhex(match.seeds[-1][1]), f"bots/{match.number}"))


def play_bots(*, match_id: int) -> int:
    """Let the bots of a match move until it is somebody else's turn; returns the number of moves. Safe to run twice
    at once.

    A bot that waits is noted on its Decision, so that it is asked again only after another move.
    """
    played = 0
    while played < MOVES_AT_A_TIME:
        match = Match.objects.get(pk=match_id)
        if match.status != Status.RUNNING:
            break
        moves = _round(match)
        if moves is None:
            continue
        if moves == 0:
            break
        played += moves
    return played


def _round(match: Match) -> int | None:
    """One move, or one for each simultaneous prompt. None if somebody else moved meanwhile, and bots must
    look again.
    """
    spec, seats = spec_of(match), bot_seats(match)
    if not seats:
        return 0
    state = state_of(match)
    chance = bot_chance(match)
    for prompt in spec.rules.prompts(state):
        if prompt.seat not in seats or prompt.optional:
            continue
        move = spec.bot(seats[prompt.seat]).answer(state, prompt, chance)
        if move is None:
            continue
        return 1 if _submit(match, prompt, move) else None
    Decision.objects.filter(Q(match=match, closed_at__isnull=True, seat__in=seats)).update(
        bot_looked_at=match.number, lease_until=None
    )
    return 0


def _submit(match: Match, prompt: Prompt, move: Any) -> bool:
    """The id is made from the position, so that two workers who think the same thought play it once."""
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
    except (StaleDecision, ServiceError):
        return False
    return True

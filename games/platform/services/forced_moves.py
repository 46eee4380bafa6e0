"""Forced moves: an answer without a choice is given for its person, after a human delay."""

from datetime import datetime, timedelta

from games.engine.errors import RulesError
from games.models import Match
from games.platform import clock
from games.platform.errors import ServiceError
from games.platform.selectors.position import game_of, state_of
from games.platform.services.authors import SETTLED
from games.platform.services.moves import submit
from games.platform.work.sweep import settling_after


def settle(*, match_id: int, now: datetime | None = None) -> int:
    """Play the forced moves of a match whose delay is over; returns their number. Safe to repeat."""
    now = now or clock.now()
    match = Match.objects.get(pk=match_id)
    if not match.goes_by_itself:
        return 0
    settles, opened = game_of(match).settles, _opened(match, now)
    given = 0
    for seat, key in opened:
        state = state_of(match)
        prompt = next((p for p in game_of(match).rules.prompts(state) if (p.seat, p.key) == (seat, key)), None)
        move = settles[prompt.kind](state, prompt) if prompt is not None and prompt.kind in settles else None
        if move is None:
            continue
        try:
            submit(match_id=match_id, seat=seat, key=key, move=move, by=SETTLED, at_number=match.number, now=now)
        except (RulesError, ServiceError):
            break  # somebody was faster; the next sweep looks again
        given += 1
        match.refresh_from_db()
    return given


def _opened(match: Match, now: datetime) -> list[tuple[int, str]]:
    """The questions that have been open for their delay."""
    rows = match.decisions.filter(
        closed_at__isnull=True, optional=False, kind__in=list(game_of(match).settles),
        opened_at__lte=now - timedelta(seconds=1),
    )  # fmt: skip
    return [
        (seat, key)
        for seat, key, at in rows.order_by("pk").values_list("seat", "key", "opened_at")
        if at + settling_after(match.pk, seat, key) <= now
    ]

"""A whole game played by bots."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from games.engine.bots import Bot
from games.engine.draws import Draws
from games.engine.rules import Rules
from games.engine.types import Event, Prompt, Result, Seat

MAX_MOVES = 20_000


class Played(msgspec.Struct, frozen=True):
    """One move of a playout."""

    seat: Seat
    key: str
    move: Any
    events: tuple[Any, ...]
    state: Any


class Playout(msgspec.Struct, frozen=True):
    """The end of a playout: last state, result, number of moves, and the events before the first move."""

    state: Any
    result: Result
    moves: int
    opening: tuple[Event, ...]


def playout(
    rules: Rules,
    start: Any,
    bots: Sequence[Bot],
    draws: Draws,
    *,
    bot_draws: Draws,
    on_move: Callable[[Played], None] | None = None,
) -> Playout:
    """Play from `start` (an Outcome of `setup`, or any later one) to the end; `bots` by seat.

    If every bot waits, the first required prompt gets its default, as when a deadline passes. Raises RuntimeError for
    a game that does not end.
    """
    state, moves = start.state, 0
    prompts = rules.prompts(state)
    while prompts:
        played = _round(rules, state, prompts, bots, draws, bot_draws, on_move)
        if played is None:
            prompt = next(prompt for prompt in prompts if not prompt.optional)
            state = _play(rules, state, prompt, rules.default(state, prompt.seat, prompt.key), draws, on_move)
            moves += 1
        else:
            state, count = played
            moves += count
        if moves > MAX_MOVES:
            raise RuntimeError(f"{rules.key}: no end after {MAX_MOVES} moves")
        prompts = rules.prompts(state)
    result = rules.result(state)
    if result is None:
        raise RuntimeError(f"{rules.key}: no prompts, but no result")
    return Playout(state, result, moves, start.events)


def _round(
    rules: Rules,
    state: Any,
    prompts: Sequence[Prompt],
    bots: Sequence[Bot],
    draws: Draws,
    bot_draws: Draws,
    on_move: Callable[[Played], None] | None,
) -> tuple[Any, int] | None:
    """Ask the bots for each prompt in turn. Stop after a move that is not simultaneous, since it may have closed the
    others.
    """
    moves = 0
    for prompt in prompts:
        if moves and not prompt.simultaneous:
            break
        move = bots[prompt.seat].answer(state, prompt, bot_draws)
        if move is None:
            continue
        state = _play(rules, state, prompt, move, draws, on_move)
        moves += 1
        if not prompt.simultaneous:
            break
    return (state, moves) if moves else None


def _play(
    rules: Rules, state: Any, prompt: Prompt, move: Any, draws: Draws, on_move: Callable[[Played], None] | None
) -> Any:
    outcome = rules.apply(state, prompt.seat, prompt.key, move, draws)
    if on_move is not None:
        on_move(Played(prompt.seat, prompt.key, move, outcome.events, outcome.state))
    return outcome.state

"""Random games on the rules and on the kernel with the same draws, and the laws of every position."""

from collections.abc import Iterator
from random import Random
from typing import Any

from games.catalogue.utboheme.bots.kernel import Kernel
from games.catalogue.utboheme.game import GAME
from games.catalogue.utboheme.rules import moves as m
from games.catalogue.utboheme.rules.board import Board
from games.catalogue.utboheme.rules.rules import RULES
from games.catalogue.utboheme.rules.setup import set_up
from games.catalogue.utboheme.rules.types import Options, State
from tests.games.catalogue.utboheme.table import CLASSIC, SHAPE

SCENARIOS = {name: RULES.load_scenario(text) for name, text in {**GAME.scenarios, **GAME.micro}.items()}


class InOrder:
    """Draws from one generator, in the order of the calls."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed).random

    def below(self, sides: int, label: str) -> int:
        return int(self.random() * sides)


def first_state(scenario: str, options: Options, seed: int) -> State:
    chosen = SCENARIOS[scenario]
    return set_up(chosen, options, chosen.players[1], InOrder(seed)).state


def common_moves(state: State) -> tuple[Any, list[Any]]:
    """The first pending prompt and its moves without offers and plans; None at the end."""
    pending = [prompt for prompt in RULES.prompts(state) if not prompt.optional]
    if not pending:
        return None, []
    choices = RULES.choices(state, pending[0].seat, pending[0].key)
    return pending[0], [choice.move for choice in choices if not isinstance(choice.move, m.Offer | m.Plan)]


def random_states(scenario: str, options: Options, seed: int) -> Iterator[State]:
    """Every position of a random game by the rules."""
    state, chance = first_state(scenario, options, seed), InOrder(seed)
    while True:
        yield state
        prompt, moves = common_moves(state)
        if prompt is None:
            return
        move = moves[chance.below(len(moves), "choice")] if len(moves) > 1 else moves[0]
        state = RULES.apply(state, prompt.seat, prompt.key, move, chance).state


def kernel_of(state: State, seed: int) -> Kernel:
    return Kernel(state, Random(seed).random)


def trail_by_trying(board: Board, own: set[int], closed: set[int]) -> int:
    """The longest trail, found by trying every start and every way on, without code of the rules."""
    ends = {path: SHAPE.ends[path] for path in own}
    assert board.land == CLASSIC.land

    def longest(here: int, left: frozenset[int]) -> int:
        best = 0
        for path in left:
            if here in ends[path]:
                there = ends[path][0] if ends[path][1] == here else ends[path][1]
                best = max(best, 1 + (0 if there in closed else longest(there, left - {path})))
        return best

    return max((longest(start, frozenset(own)) for start in {c for pair in ends.values() for c in pair}), default=0)

"""The worth of a turn after its end, for each meal and for none, with the same luck for all.
Bots play on until the seat has its next turn. A long match of several players stops there: the remaining dominoes are
dealt evenly at random, each deal once from every seat on. Later dice and meals would only hide the worth of this turn.
A lone player's match, and one that is nearly over, is played to its end.
"""

from collections.abc import Callable
from typing import Final

import msgspec

from games.catalogue.dominyam.bots.strong import StrongBot
from games.catalogue.dominyam.rules.combinations import best_assignment
from games.catalogue.dominyam.rules.dominoes import BITS, sorted_halves
from games.catalogue.dominyam.rules.moves import Eat, NoMeal
from games.catalogue.dominyam.rules.prompts import key_of, open_prompts
from games.catalogue.dominyam.rules.rules import RULES
from games.catalogue.dominyam.rules.scoring import final_score, hand_bits
from games.catalogue.dominyam.rules.table import eatable
from games.catalogue.dominyam.rules.types import DICE, State
from games.catalogue.dominyam.rules.view import view_of
from games.engine.draws import Draws, FastDraws, LabelledDraws, derive

DEALS: Final = 2
"""The bot that plays on must be fast: it evaluates hands by this few deals, and alone does not look ahead."""
SHORT: Final = 8
"""With this many dominoes or fewer, the match is played to its end."""
TURNED: Final = 4
"""The most seats from which a deal begins."""
Pair = tuple[int, int]
NO_MEAL: Final[Pair] = (0, 0)
"""The key for no meal among the pairs."""
BOT: Final = StrongBot(RULES, DEALS, looks_ahead=False)


def leads(state: State, seed: bytes, playouts: int) -> dict[Pair, list[float]]:
    """For each possible pair and `NO_MEAL`: the lead of the playing seat in this many games from there on, without its
    point die. The dice of `state` are ignored.
    """
    seeds = [derive(seed, str(number)) for number in range(playouts)]
    found = {pair: [_after(*_eating(state, pair), each) - 1 for each in seeds] for pair in eatable(state)}
    found[NO_MEAL] = [_after(state, NoMeal(), each) for each in seeds]
    return found


def _eating(state: State, pair: Pair) -> tuple[State, Eat]:
    """A meal with suitable dice, and a one for the point die."""
    halves = [half for place in pair for half in state.dominoes[place - 1] if half]
    dice = (*halves, *(1,) * (DICE - len(halves)))
    return msgspec.structs.replace(state, dice=dice), Eat(pair, 1)


def _after(state: State, move: Eat | NoMeal, seed: bytes) -> float:
    seat, draws = state.seat, LabelledDraws(seed)
    after: State = RULES.apply(state, seat, key_of(state), move, draws).state
    if state.players > 1:
        after = _played(after, draws, lambda now: now.seat != seat)
        if after.ended is None and len(after.left) > SHORT:
            return dealt(after, seat, FastDraws(int.from_bytes(seed[:8], "big")))
    last = _played(after, draws, lambda now: True)
    return lead([final_score(last, each).total for each in range(last.players)], seat)


def lead(scores: list[int], seat: int) -> float:
    """A seat's score above the mean of the others; alone, the score."""
    others = [score for other, score in enumerate(scores) if other != seat]
    return scores[seat] - (sum(others) / len(others) if others else 0)


def _played(state: State, draws: Draws, goes_on: Callable[[State], bool]) -> State:
    """The state after the bot has played while the match and `goes_on` last."""
    while state.ended is None and goes_on(state):
        (prompt,) = open_prompts(state)
        move = BOT.move(view_of(state, prompt.seat), prompt, draws)
        state = RULES.apply(state, prompt.seat, prompt.key, move, draws).state
    return state


def dealt(state: State, seat: int, luck: Draws) -> float:
    """The mean lead over the deals. One random order of all dominoes makes the deals of different boards comparable."""
    order = list(BITS.values())
    for last in range(len(order) - 1, 0, -1):
        other = luck.below(last + 1, "deal")
        order[last], order[other] = order[other], order[last]
    there = {BITS[sorted_halves(state.dominoes[place - 1])] for place in state.left}
    staying = [bit for bit in order if bit in there]
    players, end = state.players, state.options.value_end
    hands = [hand_bits(state, each) for each in range(players)]
    lots = [sum(staying[each::players]) for each in range(players)]
    turned = min(players, TURNED)
    total = 0.0
    for by in range(turned):
        scores = [
            state.points[each] + best_assignment(hands[each] | lots[(each + by) % players], end).total
            for each in range(players)
        ]
        total += lead(scores, seat)
    return total / turned

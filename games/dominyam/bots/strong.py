"""Throws and eats for the greatest expected worth: exact over the dice, an estimate of what dominoes are worth."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from games.dominyam.bots.deals import worth_over_deals
from games.dominyam.bots.prospects import gained
from games.dominyam.rules import odds
from games.dominyam.rules.dice import point_values
from games.dominyam.rules.dominoes import bits_of
from games.dominyam.rules.layout import legal_pairs
from games.dominyam.rules.moves import DominyamMove, Eat, NoMeal, Reroll
from games.dominyam.rules.scoring import hand_bits
from games.dominyam.rules.table import meals, pair_sum
from games.dominyam.rules.types import ROLLS
from games.dominyam.rules.view import View
from games.engine.bots import SeatBot
from games.engine.draws import Draws
from games.engine.rules import Rules
from games.engine.types import Prompt

Pair = tuple[int, int]

MEAL: Final = 60.0
"""What any meal is worth to a lone player beside its points: fewer dominoes left, more turns that can be used."""
DEALS: Final = 32
"""Among how many deals of the other dominoes a meal is weighed."""


class StrongBot(SeatBot):
    """Weighs for every outcome of the dice its best meal, and throws what promises most on average.

    A meal is worth what it makes the final hands better, on average over ways to deal the dominoes that stay. A lone
    player weighs combinations that are not complete yet, and what a meal leaves for the next turn.
    """

    def __init__(self, rules: Rules, deals: int = DEALS) -> None:
        super().__init__(rules)
        self._deals = deals

    def move(self, view: View, prompt: Prompt, draws: Draws) -> DominyamMove:
        if view.players == 1:
            pairs = _with_next_turn(view, pair_worth(view, view.left, view.turn))
        else:
            pairs = _against_others(view, self._deals)
        best = max(((pairs[meal.places] + meal.point, meal.places, meal.point) for meal in meals(view)), default=None)
        stop = max(0.0, best[0]) if best else 0.0
        if view.rolls_left:
            kept = odds.with_throws(outcome_worth(view, pairs), view.rolls_left - 1)[-1]
            promise, index = max((kept[index], index) for index in odds.keeps_of(view.dice))
            if promise > stop or best is None:
                return Reroll(odds.numbers_thrown(view.dice, odds.KEEPS[index]))
        return Eat(best[1], best[2]) if best and best[0] > 0 else NoMeal()


def _with_next_turn(view: View, pairs: dict[Pair, float]) -> dict[Pair, float]:
    """The worth of each pair with what it leaves for the next turn, against no meal."""
    without = _next_turn(view, view.left)
    left = {pair: tuple(place for place in view.left if place not in pair) for pair in pairs}
    return {pair: worth + _next_turn(view, left[pair]) - without for pair, worth in pairs.items()}


def _next_turn(view: View, left: tuple[int, ...]) -> float:
    """What a board offers to a lone player in the turn after this one."""
    if view.turn == 1:
        return 0.0
    return odds.before_throwing(outcome_worth(view, pair_worth(view, left, view.turn - 1)), ROLLS)


def pair_worth(view: View, left: tuple[int, ...], turn: int) -> dict[Pair, float]:
    """What each pair is worth to a lone player beyond the point die."""
    there, end = bits_of(view.dominoes[place - 1] for place in left), view.options.value_end
    hand = hand_bits(view, view.seat)
    return {pair: MEAL + gained(hand, taken, there, end) + bonus for pair, taken, bonus in _eatable(view, left, turn)}


def _against_others(view: View, deals: int) -> dict[Pair, float]:
    """What each pair is worth beyond the point die, against others."""
    found = list(_eatable(view, view.left, view.turn))
    hands = tuple(hand_bits(view, (view.seat + step) % view.players) for step in range(view.players))
    there = bits_of(view.dominoes[place - 1] for place in view.left)
    worth = worth_over_deals(
        hands, there, tuple(taken for _pair, taken, _bonus in found), view.options.value_end, deals
    )
    return {pair: each + bonus for (pair, _taken, bonus), each in zip(found, worth, strict=True)}


def _eatable(view: View, left: tuple[int, ...], turn: int) -> Iterator[tuple[Pair, int, int]]:
    """The pairs that reach the target, each with its dominoes as bits and what the difference of points adds."""
    legal = legal_pairs(left)
    target = min(turn, max((pair_sum(view.dominoes, pair) for pair in legal), default=0))
    for pair in legal:
        over = pair_sum(view.dominoes, pair) - target
        if over >= 0:
            taken = bits_of(view.dominoes[place - 1] for place in pair)
            yield pair, taken, over if view.options.difference_points else 0


def outcome_worth(view: View, pairs: dict[Pair, float]) -> list[float]:
    """By outcome: the worth of its best meal, 0 without any."""
    worth = [0.0] * len(odds.OUTCOMES)
    for (first, second), base in pairs.items():
        halves = sorted(half for half in (*view.dominoes[first - 1], *view.dominoes[second - 1]) if half)
        for outcome, point in _points(tuple(halves)):
            if base + point > worth[outcome]:
                worth[outcome] = base + point
    return worth


@lru_cache(4096)
def _points(halves: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The outcomes that carry these halves, each with its best point die."""
    padded = (*halves, *(0,) * (4 - len(halves)))
    pair = ((padded[0], padded[1]), (padded[2], padded[3]))
    found = ((index, point_values(dice, *pair)) for index, dice in enumerate(odds.OUTCOMES))
    return tuple((index, values[-1]) for index, values in found if values)

"""Throws and eats for the greatest expected worth: exact over the dice, an estimate of what dominoes are worth."""

from functools import lru_cache

from games.dominyam.bots.prospects import prospects
from games.dominyam.rules import odds
from games.dominyam.rules.dice import point_values
from games.dominyam.rules.dominoes import bits_of
from games.dominyam.rules.moves import DominyamMove, Eat, NoMeal, Reroll
from games.dominyam.rules.scoring import hand_bits
from games.dominyam.rules.table import eatable, meals, pair_sum
from games.dominyam.rules.view import View
from games.engine.bots import SeatBot
from games.engine.draws import Draws
from games.engine.types import Prompt

DENIAL = 0.5
"""The part of a pair's worth for the best placed other player that counts as one's own."""
UNEATEN = 2
"""What a lone player saves with a meal."""


class StrongBot(SeatBot):
    """Weighs for every outcome of the dice its best meal, and throws what promises most on average."""

    def move(self, view: View, prompt: Prompt, draws: Draws) -> DominyamMove:
        """See `SeatBot.move`."""
        pairs = {pair: pair_worth(view, pair) for pair in eatable(view)}
        best = max(((pairs[meal.places] + meal.point, meal.places, meal.point) for meal in meals(view)), default=None)
        stop = best[0] if best else 0.0
        if view.rolls_left:
            worth = outcome_worth(view, pairs)
            kept = odds.with_throws(worth, view.rolls_left - 1)[-1]
            promise, index = max((kept[index], index) for index in odds.keeps_of(view.dice))
            if promise > stop:
                return Reroll(odds.numbers_thrown(view.dice, odds.KEEPS[index]))
        return Eat(best[1], best[2]) if best else NoMeal()


def pair_worth(view: View, pair: tuple[int, int]) -> float:
    """What two dominoes are worth beyond the point die."""
    end = view.options.value_end
    taken = bits_of(view.dominoes[place - 1] for place in pair)
    left = bits_of(view.dominoes[place - 1] for place in view.left)
    worth = _gain(hand_bits(view, view.seat), taken, left, end)
    if view.options.difference_points:
        worth += pair_sum(view.dominoes, pair) - view.target
    if view.players == 1:
        return worth + UNEATEN
    others = [_gain(hand_bits(view, seat), taken, left, end) for seat in range(view.players) if seat != view.seat]
    return worth + DENIAL * max(others)


def _gain(hand: int, taken: int, left: int, end: str) -> float:
    """How much better the dominoes make a hand."""
    return prospects(hand | taken, left & ~taken, end) - prospects(hand, left & ~taken, end)


def outcome_worth(view: View, pairs: dict[tuple[int, int], float]) -> list[float]:
    """By outcome: the worth of its best meal, 0 without any."""
    worth = [0.0] * len(odds.OUTCOMES)
    for (first, second), base in pairs.items():
        halves = sorted(half for half in (*view.dominoes[first - 1], *view.dominoes[second - 1]) if half)
        for outcome, point in _points(tuple(halves)):
            worth[outcome] = max(worth[outcome], base + point)
    return worth


@lru_cache(4096)
def _points(halves: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The outcomes that carry these halves, each with its best point die."""
    padded = (*halves, *(0,) * (4 - len(halves)))
    pair = ((padded[0], padded[1]), (padded[2], padded[3]))
    found = ((index, point_values(dice, *pair)) for index, dice in enumerate(odds.OUTCOMES))
    return tuple((index, values[-1]) for index, values in found if values)

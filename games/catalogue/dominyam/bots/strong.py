"""A bot that throws and eats for the greatest expected worth: exact over the dice, estimated for the dominoes."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec import UNSET, structs

from games.catalogue.dominyam.bots.deals import worth_over_deals
from games.catalogue.dominyam.bots.guessing import guessed
from games.catalogue.dominyam.bots.prospects import gained
from games.catalogue.dominyam.rules import odds
from games.catalogue.dominyam.rules.chances import points_left
from games.catalogue.dominyam.rules.dominoes import bits_of
from games.catalogue.dominyam.rules.layout import legal_pairs
from games.catalogue.dominyam.rules.moves import DominyamMove, Eat, NoMeal, Reroll
from games.catalogue.dominyam.rules.scoring import hand_bits
from games.catalogue.dominyam.rules.table import best_sum, meals, pair_sum
from games.catalogue.dominyam.rules.types import ROLLS
from games.catalogue.dominyam.rules.view import View
from games.engine.bots import SeatBot
from games.engine.draws import Draws
from games.engine.rules import Rules
from games.engine.types import Prompt

Pair = tuple[int, int]

MEAL: Final = 60.0
"""The extra worth of any meal to a lone player: fewer dominoes remain, and more turns stay usable."""
DEALS: Final = 32
"""The number of deals of the other dominoes over which a meal is evaluated."""


class StrongBot(SeatBot):
    """Finds the best meal for every outcome of the dice, and makes the throw with the best mean worth. A meal is worth
    its mean gain of the final hand over deals of the remaining dominoes. Alone, the bot counts incomplete combinations,
    and the chances of the next turn.
    """

    def __init__(self, rules: Rules, deals: int = DEALS, *, looks_ahead: bool = True) -> None:
        """Fewer deals, and no look at the next turn, make the bot weaker and faster."""
        super().__init__(rules)
        self._deals, self._looks_ahead = deals, looks_ahead

    def move(self, view: View, prompt: Prompt, draws: Draws) -> DominyamMove:
        pairs, kept_by_throws = _turn(_without_dice(view), self._deals, self._looks_ahead)
        best = max(((pairs[meal.places] + meal.point, meal.places, meal.point) for meal in meals(view)), default=None)
        stop = max(0.0, best[0]) if best else 0.0
        if view.rolls_left:
            kept = kept_by_throws[view.rolls_left - 1]
            promise, index = max((kept[index], index) for index in odds.keeps_of(view.dice))
            if promise > stop or best is None:
                return guessed(view, Reroll(odds.numbers_thrown(view.dice, odds.KEEPS[index])))
        return Eat(best[1], best[2]) if best and best[0] > 0 else NoMeal()


def _without_dice(view: View) -> View:
    """The part of a view that decides a turn: the same for all its throws, and in every match with this board."""
    nothing: tuple[int, ...] = ()
    return structs.replace(
        view, viewer=None, attempt=1, roll=1, rolls_left=ROLLS - 1, dice=nothing, idle=0, points=nothing, guesses=UNSET
    )


@lru_cache(512)
def _turn(view: View, deals: int, looks_ahead: bool) -> tuple[dict[Pair, float], list[list[float]]]:
    """The worth of each pair without the point die, and of the kept dice with 0 and 1 throws after the next."""
    if view.players == 1:
        pairs = pair_worth(view, view.left, view.target)
        pairs = _with_next_turn(view, pairs) if looks_ahead else pairs
    else:
        pairs = _against_others(view, deals)
    return pairs, odds.with_throws(outcome_worth(view, pairs), ROLLS - 2)


def _with_next_turn(view: View, pairs: dict[Pair, float]) -> dict[Pair, float]:
    """The worth of each pair including the next turn, compared with no meal."""
    without = _next_turn(view, view.left)
    left = {pair: tuple(place for place in view.left if place not in pair) for pair in pairs}
    return {pair: worth + _next_turn(view, left[pair]) - without for pair, worth in pairs.items()}


def _next_turn(view: View, left: tuple[int, ...]) -> float:
    """The worth of a board to a lone player in the turn after this one."""
    if view.turn == 1:
        return 0.0
    target = min(view.turn - 1, best_sum(view.dominoes, left))
    return odds.before_throwing(outcome_worth(view, pair_worth(view, left, target)), ROLLS)


def pair_worth(view: View, left: tuple[int, ...], target: int) -> dict[Pair, float]:
    """The worth of each pair to a lone player, without the point die."""
    there, end = bits_of(view.dominoes[place - 1] for place in left), view.options.value_end
    hand = hand_bits(view, view.seat)
    return {pair: MEAL + gained(hand, taken, there, end) + bonus for pair, taken, bonus in _eatable(view, left, target)}


def _against_others(view: View, deals: int) -> dict[Pair, float]:
    """The worth of each pair against other players, without the point die."""
    found = list(_eatable(view, view.left, view.target))
    hands = tuple(hand_bits(view, (view.seat + step) % view.players) for step in range(view.players))
    there = bits_of(view.dominoes[place - 1] for place in view.left)
    worth = worth_over_deals(
        hands, there, tuple(taken for _pair, taken, _bonus in found), view.options.value_end, deals
    )
    return {pair: each + bonus for (pair, _taken, bonus), each in zip(found, worth, strict=True)}


def _eatable(view: View, left: tuple[int, ...], target: int) -> Iterator[tuple[Pair, int, int]]:
    """The pairs that reach the target, each with its dominoes as bits and its bonus for the difference of points."""
    for pair in legal_pairs(left):
        over = pair_sum(view.dominoes, pair) - target
        if over >= 0:
            taken = bits_of(view.dominoes[place - 1] for place in pair)
            yield pair, taken, over if view.options.difference_points else 0


def outcome_worth(view: View, pairs: dict[Pair, float]) -> list[float]:
    """By outcome: the worth of its best meal, 0 without any."""
    worth = [0.0] * len(odds.OUTCOMES)
    for (first, second), base in pairs.items():
        for outcome, point in points_left((view.dominoes[first - 1], view.dominoes[second - 1])):
            if base + point > worth[outcome]:
                worth[outcome] = base + point
    return worth

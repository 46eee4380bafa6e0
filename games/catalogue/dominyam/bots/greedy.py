"""A bot that takes the greatest immediate gain: the likeliest pair, then the one with the greatest sum."""

from functools import lru_cache
from typing import Any

from games.catalogue.dominyam.bots.guessing import guessed
from games.catalogue.dominyam.rules import odds
from games.catalogue.dominyam.rules.chances import fits
from games.catalogue.dominyam.rules.dominoes import Domino
from games.catalogue.dominyam.rules.moves import DominyamMove, NoMeal, Reroll
from games.catalogue.dominyam.rules.table import eatable, meals, pair_sum
from games.catalogue.dominyam.rules.view import View
from games.engine.bots import SeatBot
from games.engine.draws import Draws
from games.engine.types import Prompt

DIGITS = 12
"""The digits to which chances are compared; smaller differences come from the order of sums."""


class GreedyBot(SeatBot):
    """Eats as soon as a meal is possible, the greatest sum first. Otherwise it throws for the pair with the greatest
    exact chance in the remaining throws. Ties are random.
    """

    def move(self, view: View, prompt: Prompt, draws: Draws) -> DominyamMove:
        fitting = list(meals(view))
        if fitting:
            return _one_of([((pair_sum(view.dominoes, meal.places),), meal) for meal in fitting], draws)
        if not view.rolls_left:
            return NoMeal()
        kept: int = _one_of([_plan(view, pair) for pair in eatable(view)], draws)
        return guessed(view, Reroll(odds.numbers_thrown(view.dice, odds.KEEPS[kept])))


def _plan(view: View, pair: tuple[int, int]) -> tuple[tuple[float, int], int]:
    """The (chance of a fit, sum) of a pair, and the dice to keep for it."""
    first, second = (view.dominoes[place - 1] for place in pair)
    likely, kept = _keeping(first, second, view.rolls_left)[odds.outcome_of(view.dice)]
    return (round(likely, DIGITS), pair_sum(view.dominoes, pair)), kept


@lru_cache(2048)
def _keeping(first: Domino, second: Domino, throws: int) -> tuple[tuple[float, int], ...]:
    """By outcome: the chance that a pair fits within these throws, and the dice to keep for it."""
    kept = odds.with_throws(fits((first, second)), throws - 1)[-1]
    return tuple(max((kept[index], index) for index in odds.keeps_of(dice)) for dice in odds.OUTCOMES)


def _one_of(options: list[tuple[tuple[float, ...], Any]], draws: Draws) -> Any:
    best = max(gain for gain, _option in options)
    among = [option for gain, option in options if gain == best]
    return among[draws.below(len(among), "greedy/tie")]

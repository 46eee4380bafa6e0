"""The greatest gain at once: the pair that most likely fits with the next throw, then the one with the greatest sum."""

from typing import Any

from games.dominyam.rules import odds
from games.dominyam.rules.chances import chance_keeping, fits
from games.dominyam.rules.moves import DominyamMove, NoMeal, Reroll
from games.dominyam.rules.table import eatable, meals, pair_sum
from games.dominyam.rules.view import View
from games.engine.bots import SeatBot
from games.engine.draws import Draws
from games.engine.types import Prompt


class GreedyBot(SeatBot):
    """Eats as soon as something fits, the greatest sum first; else throws for one pair. Ties at random."""

    def move(self, view: View, prompt: Prompt, draws: Draws) -> DominyamMove:
        """See `SeatBot.move`."""
        fitting = list(meals(view))
        if fitting:
            return _one_of([((pair_sum(view.dominoes, meal.places),), meal) for meal in fitting], draws)
        if not view.rolls_left:
            return NoMeal()
        kept: tuple[int, ...] = _one_of([_plan(view, pair) for pair in eatable(view)], draws)
        return Reroll(odds.numbers_thrown(view.dice, kept))


def _plan(view: View, pair: tuple[int, int]) -> tuple[tuple[float, ...], tuple[int, ...]]:
    """(chance, sum) of a pair and the dice to keep for it."""
    worth = fits((view.dominoes[pair[0] - 1], view.dominoes[pair[1] - 1]))
    keeps = [odds.KEEPS[index] for index in odds.keeps_of(view.dice)]
    likely, kept = max((chance_keeping(worth, kept, 1), kept) for kept in keeps)
    return (likely, pair_sum(view.dominoes, pair)), kept


def _one_of(options: list[tuple[tuple[float, ...], Any]], draws: Draws) -> Any:
    best = max(gain for gain, _option in options)
    among = [option for gain, option in options if gain == best]
    return among[draws.below(len(among), "greedy/tie")]

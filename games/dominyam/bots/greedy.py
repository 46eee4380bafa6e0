"""The greatest gain at once: the pair that the dice already carry most of, then the one with the greatest sum."""

from typing import Any

from games.dominyam.rules.moves import DominyamMove, NoMeal, Reroll
from games.dominyam.rules.table import eatable, meals, pair_sum
from games.dominyam.rules.view import View
from games.engine.bots import SeatBot
from games.engine.draws import Draws
from games.engine.types import Prompt


class GreedyBot(SeatBot):
    """Eats as soon as something fits, the greatest sum first; else throws for the likeliest pair. Ties at random.

    Likely is what lacks fewest halves on the dice of now, as a beginner counts; chances it does not work out.
    """

    def move(self, view: View, prompt: Prompt, draws: Draws) -> DominyamMove:
        """See `SeatBot.move`."""
        fitting = list(meals(view))
        if fitting:
            return _one_of([((pair_sum(view.dominoes, meal.places),), meal) for meal in fitting], draws)
        if not view.rolls_left:
            return NoMeal()
        thrown: tuple[int, ...] = _one_of([_plan(view, pair) for pair in eatable(view)], draws)
        return Reroll(thrown)


def _plan(view: View, pair: tuple[int, int]) -> tuple[tuple[int, int], tuple[int, ...]]:
    """(halves carried, blanks included, and sum) of a pair, and the dice to throw again for it."""
    wanted = [half for place in pair for half in view.dominoes[place - 1] if half]
    thrown = []
    for number, value in enumerate(view.dice, start=1):
        if value in wanted:
            wanted.remove(value)
        else:
            thrown.append(number)
    return (-len(wanted), pair_sum(view.dominoes, pair)), tuple(thrown)


def _one_of(options: list[tuple[tuple[int, ...], Any]], draws: Draws) -> Any:
    best = max(gain for gain, _option in options)
    among = [option for gain, option in options if gain == best]
    return among[draws.below(len(among), "greedy/tie")]

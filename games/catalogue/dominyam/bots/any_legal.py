"""A bot that plays random legal moves, so that games still end."""

from games.catalogue.dominyam.rules.moves import DominyamMove, NoMeal, Reroll
from games.catalogue.dominyam.rules.table import eatable, meals
from games.catalogue.dominyam.rules.types import DICE
from games.catalogue.dominyam.rules.view import View
from games.engine.bots import SeatBot
from games.engine.draws import Draws
from games.engine.types import Prompt

USUALLY = 4
"""The bot eats in all except one of this many possible cases."""


class AnyLegalBot(SeatBot):
    """Usually eats a random possible meal; else throws random dice again."""

    def move(self, view: View, prompt: Prompt, draws: Draws) -> DominyamMove:
        fitting = list(meals(view))
        if fitting and draws.below(USUALLY, "any/eat"):
            return fitting[draws.below(len(fitting), "any/meal")]
        if not view.rolls_left:
            return NoMeal()
        subset = draws.below(1 << DICE, "any/dice")
        throw = Reroll(tuple(die for die in range(1, DICE + 1) if subset >> (die - 1) & 1))
        if view.options.chances != "guess" or not throw.dice:
            return throw
        pairs = list(eatable(view))
        return Reroll(throw.dice, pairs[draws.below(len(pairs), "any/aim")], draws.below(101, "any/guess"))

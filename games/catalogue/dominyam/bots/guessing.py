"""The bots' guesses of chances: the exact chance of the likeliest meal."""

from games.catalogue.dominyam.rules.chances import chance_keeping, fits
from games.catalogue.dominyam.rules.moves import Reroll
from games.catalogue.dominyam.rules.table import eatable
from games.catalogue.dominyam.rules.view import View


def guessed(view: View, throw: Reroll) -> Reroll:
    """The throw with its meal and chance, if the match asks for them. Of equally likely meals it is the first one."""
    if view.options.chances != "guess" or not throw.dice:
        return throw
    kept = tuple(value for number, value in enumerate(view.dice, start=1) if number not in throw.dice)

    def likely(pair: tuple[int, int]) -> float:
        both = (view.dominoes[pair[0] - 1], view.dominoes[pair[1] - 1])
        return chance_keeping(fits(both), kept, view.rolls_left)

    aim = max(eatable(view), key=likely)
    return Reroll(throw.dice, aim, round(100 * likely(aim)))

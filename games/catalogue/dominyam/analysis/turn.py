"""The exact computation of a turn: the chance of each meal for each choice of kept dice, with best play afterwards."""

from collections.abc import Mapping, Sequence
from typing import Final

from games.catalogue.dominyam.analysis.after import NO_MEAL, Pair
from games.catalogue.dominyam.rules import odds
from games.catalogue.dominyam.rules.chances import points_left
from games.catalogue.dominyam.rules.dominoes import Domino
from games.catalogue.dominyam.rules.types import ROLLS

Meal = tuple[Pair, int]
"""A pair with its point die; `NOTHING` is no meal."""
NOTHING: Final[Meal] = (NO_MEAL, 0)
Chances = Mapping[Meal, float]


class Turn:
    """The dice of one turn. `worths` are the worth of each pair after the turn, without its point die, and of no meal
    (`NO_MEAL`). `dominoes` are at the places. Play maximises the worth.
    """

    def __init__(self, worths: Mapping[Pair, float], dominoes: Sequence[Domino]) -> None:
        self._stops = _stops(worths, dominoes)
        self._worth_of = dict(worths)
        worth = [self.worth(meal) for meal in self._stops]
        self._kept: list[list[float]] = []
        self._best: list[list[int]] = []
        """By remaining throws and outcome: the dice to keep, as an index of `odds.KEEPS`."""
        for _throws in range(ROLLS - 1):
            self._kept.append(odds.kept_worth(worth))
            self._best.append([_best_kept(self._kept[-1], dice) for dice in odds.OUTCOMES])
            worth = [self._kept[-1][index] for index in self._best[-1]]
        self._chances: dict[Meal, list[list[float]]] = {meal: self._chance(meal) for meal in set(self._stops)}

    def _chance(self, meal: Meal) -> list[list[float]]:
        """By throws after the next one: the chance of ending with this meal, by kept dice."""
        at = [1.0 if each == meal else 0.0 for each in self._stops]
        found = [odds.kept_worth(at)]
        for best in self._best:
            found.append(odds.kept_worth([found[-1][index] for index in best]))
        return found

    def worth(self, meal: Meal) -> float:
        """The worth of a meal with its point die."""
        pair, point = meal
        return self._worth_of[pair] + point

    def stopping(self, dice: Sequence[int]) -> Meal:
        """The best meal, or none, for these dice without another throw."""
        return self._stops[odds.outcome_of(dice)]

    def keeping(self, kept: odds.Dice, throws: int) -> Chances:
        """The chance of each meal if these dice are kept and the others thrown, at most `throws` times, with best play
        after each.
        """
        index = odds.KEEP_INDEX[kept]
        chances = {meal: rows[throws - 1][index] for meal, rows in self._chances.items()}
        return {meal: chance for meal, chance in chances.items() if chance > 0}

    def standing(self, dice: Sequence[int], throws: int) -> Chances:
        """The chance of each meal for dice that are thrown, with this many throws left."""
        if not throws:
            return {self.stopping(dice): 1.0}
        best = self._best[throws - 1][odds.outcome_of(dice)]
        kept = odds.KEEPS[best]
        return {self.stopping(dice): 1.0} if len(kept) == len(dice) else self.keeping(kept, throws)


def _best_kept(kept: Sequence[float], dice: odds.Dice) -> int:
    """The best dice to keep; among equals the most dice, so that no needless throw is made."""
    return max(odds.keeps_of(dice), key=lambda index: (kept[index], index))


def _stops(worths: Mapping[Pair, float], dominoes: Sequence[Domino]) -> list[Meal]:
    """By outcome: the best possible meal, or none."""
    found, best = [NOTHING] * len(odds.OUTCOMES), [worths[NO_MEAL]] * len(odds.OUTCOMES)
    for pair, worth in sorted(worths.items()):
        if pair == NO_MEAL:
            continue
        for outcome, point in points_left((dominoes[pair[0] - 1], dominoes[pair[1] - 1])):
            if worth + point > best[outcome]:
                found[outcome], best[outcome] = (pair, point), worth + point
    return found

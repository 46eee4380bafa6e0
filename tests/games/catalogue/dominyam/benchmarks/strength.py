"""Strength of the Dominyam bots, in 100 seeded games of two a pair.

`python -m tests.games.catalogue.dominyam.benchmarks.strength [GAMES]` plays them. Then an adversary replaces one of two
strong bots, in three times as many games. It keeps no dice, throws for the greatest meal alone, eats the other hand's
missing dominoes, or eats nothing. Writes benchmarks/results/dominyam_strength.txt when all games were played.
"""

from collections.abc import Callable
from statistics import median
from typing import Any, NamedTuple

from benchmarks._report import Report, run, verdict
from benchmarks._strength import GAMES, Timed, among_strong, challenge, lead, played, won
from games.catalogue.dominyam.bots.prospects import gained
from games.catalogue.dominyam.bots.strong import outcome_worth
from games.catalogue.dominyam.rules import odds
from games.catalogue.dominyam.rules.dominoes import bits_of
from games.catalogue.dominyam.rules.moves import Eat, NoMeal, Reroll
from games.catalogue.dominyam.rules.scoring import hand_bits
from games.catalogue.dominyam.rules.table import eatable, meals, pair_sum
from games.catalogue.dominyam.rules.types import DICE, Options
from games.catalogue.dominyam.rules.view import View
from games.engine.bots import SeatBot
from games.engine.registry import load

AIMS = (("greedy", "random", 90), ("strong", "greedy", 65))
"""(better, worse, percent of games that the better one must win)."""
MOVE_AIM = 150
"""Milliseconds that a strong bot may take for a move, the middle one of all."""
GAME = load("dominyam")


TIMES = 3
Worth = Callable[[View], dict[tuple[int, int], float]]


class Aiming(SeatBot):
    """Throws and eats, by exact computation over the dice, for the meals that its own valuation rates highest."""

    def __init__(self, rules: Any, worth: Worth) -> None:
        super().__init__(rules)
        self.worth = worth

    def move(self, view: View, prompt: Any, draws: Any) -> Any:
        pairs = self.worth(view)
        best = max(((pairs[meal.places] + meal.point, meal.places, meal.point) for meal in meals(view)
                    if meal.places in pairs), default=None)  # fmt: skip
        if view.rolls_left:
            kept = odds.with_throws(outcome_worth(view, pairs), view.rolls_left - 1)[-1]
            promise, index = max((kept[index], index) for index in odds.keeps_of(view.dice))
            if best is None or promise > best[0]:
                return Reroll(odds.numbers_thrown(view.dice, odds.KEEPS[index]))
        return Eat(best[1], best[2]) if best else NoMeal()


class KeepingNothing(SeatBot):
    """Throws all dice until a meal fits, and then eats the greatest sum."""

    def move(self, view: View, prompt: Any, draws: Any) -> Any:
        fitting = list(meals(view))
        if fitting:
            return max(fitting, key=lambda meal: (pair_sum(view.dominoes, meal.places), meal.point))
        return Reroll(tuple(range(1, DICE + 1))) if view.rolls_left else NoMeal()


class EatingNothing(SeatBot):
    """Ends each turn without a meal."""

    def move(self, view: View, prompt: Any, draws: Any) -> Any:
        return NoMeal()


def one_meal(view: View) -> dict[tuple[int, int], float]:
    """Values the greatest meal of the table, and no other."""
    best = max(eatable(view), key=lambda pair: pair_sum(view.dominoes, pair), default=None)
    return {best: 1.0} if best else {}


def denied(view: View) -> dict[tuple[int, int], float]:
    """Values each meal by the gain of its dominoes for the other hand, plus 1 for any meal."""
    there, end = bits_of(view.dominoes[place - 1] for place in view.left), view.options.value_end
    hand = hand_bits(view, 1 - view.seat)
    return {pair: 1 + gained(hand, bits_of(view.dominoes[place - 1] for place in pair), there, end)
            for pair in eatable(view)}  # fmt: skip


class Duel(NamedTuple):
    """Games won and tied by the first bot, points it was ahead on the mean, and the seconds of each of its moves."""

    games: int
    wins: int
    ties: int
    ahead: float
    seconds: tuple[float, ...]


def duel(better: str, worse: str, games: int) -> Duel:
    """Two players; each seed is played twice, the second time with the bots' places changed. Thus neither the layout
    nor the first turn favours a bot.
    """
    scenario = GAME.rules.load_scenario(GAME.scenarios["players_02"])
    timed, wins, ties, ahead = Timed(GAME.bot(better)), 0, 0, 0
    for game in range(games):
        seed, mine = divmod(game, 2)
        bots = [GAME.bot(worse), GAME.bot(worse)]
        bots[mine] = timed
        points = played(GAME, scenario, Options(), bots, seed, game).scores
        wins += points[mine] > points[1 - mine]
        ties += points[mine] == points[1 - mine]
        ahead += points[mine] - points[1 - mine]
    return Duel(games, wins, ties, ahead / games, tuple(timed.seconds))


def seated(bot: Any, game: int) -> tuple[float, bool]:
    """The lead of a bot over a strong one; each seed is played from both places."""
    seed, seat = divmod(game, 2)
    scenario = GAME.rules.load_scenario(GAME.scenarios["players_02"])
    ahead = lead(among_strong(GAME, scenario, Options(), bot, seat, 2, seed).scores, seat)
    return ahead, ahead > 0


def adversaries(report: Report, games: int) -> None:
    """Report the gain of adversaries over the strong bot."""
    bots = {
        "keeps no dice": KeepingNothing(GAME.rules),
        "throws for the greatest meal alone": Aiming(GAME.rules, one_meal),
        "eats what the other's hand lacks": Aiming(GAME.rules, denied),
        "eats nothing": EatingNothing(GAME.rules),
    }
    challenge(report, f"two players, {games} games", GAME, seated, bots, games)


def main(games: int = GAMES) -> int:
    """Play both pairs; 1 if an aim is missed."""
    report = Report()
    for better, worse, aim in AIMS:
        found = duel(better, worse, games)
        words, met = won(found.wins, found.games, aim)
        report.say(
            f"{better} against {worse}: {words}, {found.ties} tied, {found.ahead:+.1f} points a game, "
            f"aim {aim} %: {verdict(met)}",
            met=met,
        )
    middle = median(found.seconds) * 1000
    print(f"strong, middle move: {middle:.1f} ms, aim {MOVE_AIM} ms: {verdict(middle < MOVE_AIM)}")
    adversaries(report, TIMES * games)
    return report.close("dominyam_strength", whole=games >= GAMES)


if __name__ == "__main__":
    run(main)

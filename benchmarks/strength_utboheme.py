"""How strong the bots of UTBoheme are: `python -m benchmarks.strength_utboheme [GAMES]`, 100 games of four a pair.

Games are seeded. One bot of the better kind sits with three of the other, on each seat in turn; a fair share is 25 %.
Writes benchmarks/results/strength_utboheme.txt when all games were played. `_utboheme_mirror` plays the strong bot
against catanatron's ValueFunctionPlayer.
"""

from statistics import median
from typing import Any, NamedTuple

from benchmarks._strength import Timed, keep, run, verdict, won
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.playout import playout
from games.engine.registry import load
from games.utboheme.rules.types import Options

AIMS = (("greedy", "random", 60), ("strong", "greedy", 60))
"""(better, others, percent of games that the better one must win)."""
PLAYERS = 4
GAME = load("utboheme")


class Contest(NamedTuple):
    """Games won by the better bot, its points and those of the others on the mean, and the seconds of each answer."""

    games: int
    wins: int
    points: float
    others: float
    seconds: tuple[float, ...]


def contest(better: str, others: str, games: int, **options: Any) -> Contest:
    """One of the better kind against three others; the seat goes round."""
    rules = GAME.rules
    scenario = rules.load_scenario(GAME.scenarios["classic"])
    timed, wins, points, rest = Timed(GAME.bot(better)), 0, 0, 0
    for game in range(games):
        draws = LabelledDraws(b"strength" + game.to_bytes(4, "big"))
        bots = [GAME.bot(others) for _ in range(PLAYERS)]
        bots[game % PLAYERS] = timed
        start = rules.setup(scenario, Options(**options), PLAYERS, draws)
        result = playout(rules, start, bots, draws, bot_draws=FastDraws(game)).result
        wins += result.places[game % PLAYERS] == 1
        points += result.scores[game % PLAYERS]
        rest += sum(result.scores) - result.scores[game % PLAYERS]
    return Contest(games, wins, points / games, rest / games / (PLAYERS - 1), tuple(timed.seconds))


def main(games: int) -> int:
    """Play both pairs; 1 if an aim is missed."""
    lines, missed = [], 0
    for better, others, aim in AIMS:
        played = contest(better, others, games)
        words, met = won(played.wins, played.games, aim)
        missed += not met
        lines.append(
            f"{better} against three {others}: {words} (fair share 25 %), "
            f"{played.points:.1f} points against {played.others:.1f}, "
            f"aim {aim} %: {verdict(met)}"
        )
        print(lines[-1], flush=True)
        print(f"  {better}, middle answer: {median(played.seconds) * 1000:.1f} ms", flush=True)
    keep("utboheme", lines, games)
    return 1 if missed else 0


if __name__ == "__main__":
    run(main)

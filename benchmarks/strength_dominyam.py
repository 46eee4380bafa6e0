"""How strong the Dominyam bots are: `python -m benchmarks.strength_dominyam [GAMES]`, 100 seeded games of two a pair.

Writes benchmarks/results/strength_dominyam.txt when all games were played.
"""

from statistics import median
from typing import NamedTuple

from benchmarks._strength import Timed, keep, run, verdict, won
from games.dominyam.rules.types import Options
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.playout import playout
from games.engine.registry import load

AIMS = (("greedy", "random", 90), ("strong", "greedy", 65))
"""(better, worse, percent of games that the better one must win)."""
MOVE_AIM = 150
"""Milliseconds that a strong bot may take for a move, the middle one of all."""
GAME = load("dominyam")


class Duel(NamedTuple):
    """Games won and tied by the first bot, points it was ahead on the mean, and the seconds of each of its moves."""

    games: int
    wins: int
    ties: int
    ahead: float
    seconds: tuple[float, ...]


def duel(better: str, worse: str, games: int) -> Duel:
    """Two players; each seed is played twice, the second time with the bots' places changed, so that neither the layout
    nor the first turn favours one of them.
    """
    rules = GAME.rules
    scenario = rules.load_scenario(GAME.scenarios["players_02"])
    timed, wins, ties, ahead = Timed(GAME.bot(better)), 0, 0, 0
    for game in range(games):
        seed, mine = divmod(game, 2)
        draws = LabelledDraws(b"strength" + seed.to_bytes(4, "big"))
        bots = [GAME.bot(worse), GAME.bot(worse)]
        bots[mine] = timed
        start = rules.setup(scenario, Options(), 2, draws)
        points = playout(rules, start, bots, draws, bot_draws=FastDraws(game)).result.scores
        wins += points[mine] > points[1 - mine]
        ties += points[mine] == points[1 - mine]
        ahead += points[mine] - points[1 - mine]
    return Duel(games, wins, ties, ahead / games, tuple(timed.seconds))


def main(games: int) -> int:
    """Play both pairs; 1 if an aim is missed."""
    lines, missed, middle = [], 0, 0.0
    for better, worse, aim in AIMS:
        played = duel(better, worse, games)
        words, met = won(played.wins, played.games, aim)
        missed += not met
        lines.append(
            f"{better} against {worse}: {words}, {played.ties} tied, {played.ahead:+.1f} points a game, "
            f"aim {aim} %: {verdict(met)}"
        )
        print(lines[-1], flush=True)
        middle = median(played.seconds) * 1000
    print(f"strong, middle move: {middle:.1f} ms, aim {MOVE_AIM} ms: {verdict(middle < MOVE_AIM)}")
    keep("dominyam", lines, games)
    return 1 if missed else 0


if __name__ == "__main__":
    run(main)

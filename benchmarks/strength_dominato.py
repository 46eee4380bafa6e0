"""How strong the Dominato bots are: `python -m benchmarks.strength_dominato [GAMES]`, 100 seeded games a pair.

Writes benchmarks/results/strength_dominato.txt when all games were played.
"""

from statistics import median
from typing import NamedTuple

from benchmarks._strength import Timed, keep, run, verdict, won
from games.dominato.rules.types import Options
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.playout import playout
from games.engine.registry import load

AIMS = (("greedy", "random", 90), ("strong", "greedy", 60))
"""(better, worse, percent of games that the better one must win)."""
MOVE_AIM = 150
"""Milliseconds that a strong bot may take for a move, the middle one of all."""


class Duel(NamedTuple):
    """Games won and tied by the first bot, and the seconds of each of its moves."""

    games: int
    wins: int
    ties: int
    seconds: tuple[float, ...]


def duel(better: str, worse: str, games: int) -> Duel:
    """Two players, one game a match, seeds 0 and up; the bots change places after each game."""
    game = load("dominato")
    scenario = game.rules.load_scenario(game.scenarios["two"])
    timed, wins, ties = Timed(game.bot(better)), 0, 0
    for seed in range(games):
        draws = LabelledDraws(b"strength" + seed.to_bytes(4, "big"))
        start = game.rules.setup(scenario, Options(games=1), 2, draws)
        mine = seed % 2
        bots = [game.bot(worse), game.bot(worse)]
        bots[mine] = timed
        points = playout(game.rules, start, bots, draws, bot_draws=FastDraws(seed)).result.scores
        wins += points[mine] < points[1 - mine]
        ties += points[mine] == points[1 - mine]
    return Duel(games, wins, ties, tuple(timed.seconds))


def main(games: int) -> int:
    """Play both pairs; 1 if an aim is missed."""
    lines, missed = [], 0
    for better, worse, aim in AIMS:
        played = duel(better, worse, games)
        words, met = won(played.wins, played.games, aim)
        missed += not met
        lines.append(f"{better} against {worse}: {words}, {played.ties} tied, aim {aim} %: {verdict(met)}")
        print(lines[-1], flush=True)
    middle = median(played.seconds) * 1000
    print(f"strong, middle move: {middle:.1f} ms, aim {MOVE_AIM} ms: {verdict(middle < MOVE_AIM)}")
    keep("dominato", lines, games)
    return int(missed > 0 or middle >= MOVE_AIM)


if __name__ == "__main__":
    run(main)

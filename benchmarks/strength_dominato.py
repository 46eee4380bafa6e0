"""How strong the Dominato bots are: `python -m benchmarks.strength_dominato [GAMES]`, 100 seeded games a pair.

Writes benchmarks/results/strength_dominato.txt when all games were played.
"""

import sys
from math import sqrt
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from games.dominato.rules.types import Options
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.playout import playout
from games.engine.registry import load

RESULTS = Path(__file__).resolve().parent / "results" / "strength_dominato.txt"
GAMES = 100
AIMS = (("greedy", "random", 90), ("strong", "greedy", 60))
"""(better, worse, percent of games that the better one must win)."""
MOVE_AIM = 150
"""Milliseconds that a strong bot may take for a move, the middle one of all."""
SURE = 1.96


class Duel(NamedTuple):
    """Games won and tied by the first bot, and the seconds of each of its moves."""

    games: int
    wins: int
    ties: int
    seconds: tuple[float, ...]

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval for the share of wins, at 95 percent."""
        share, spread = self.wins / self.games, SURE**2 / self.games
        middle = share + spread / 2
        reach = SURE * sqrt(share * (1 - share) / self.games + spread / (4 * self.games))
        return (middle - reach) / (1 + spread), (middle + reach) / (1 + spread)


class Timed:
    """A bot with a clock."""

    def __init__(self, bot: Any) -> None:
        self.bot, self.seconds = bot, []

    def answer(self, state: Any, prompt: Any, draws: Any) -> Any:
        began = perf_counter()
        move = self.bot.answer(state, prompt, draws)
        self.seconds.append(perf_counter() - began)
        return move


def duel(better: str, worse: str, games: int) -> Duel:
    """Two players, one game a match, seeds 0 and up; the bots change places after each game."""
    spec = load("dominato")
    scenario = spec.rules.load_scenario(spec.scenarios["two"])
    timed, wins, ties = Timed(spec.bot(better)), 0, 0
    for seed in range(games):
        draws = LabelledDraws(b"strength" + seed.to_bytes(4, "big"))
        start = spec.rules.setup(scenario, Options(games=1), 2, draws)
        mine = seed % 2
        bots = [spec.bot(worse), spec.bot(worse)]
        bots[mine] = timed
        points = playout(spec.rules, start, bots, draws, bot_draws=FastDraws(seed)).result.scores
        wins += points[mine] < points[1 - mine]
        ties += points[mine] == points[1 - mine]
    return Duel(games, wins, ties, tuple(timed.seconds))


def main(games: int) -> int:
    """Play both pairs; 1 if an aim is missed."""
    lines, missed = [], 0
    for better, worse, aim in AIMS:
        played = duel(better, worse, games)
        low, high = played.interval
        met = played.wins * 100 >= aim * played.games
        missed += not met
        lines.append(
            f"{better} against {worse}: {played.wins} of {played.games} games won, {played.ties} tied, "
            f"95 % interval {low:.1%} to {high:.1%}, aim {aim} %: {'met' if met else 'missed'}"
        )
        print(lines[-1], flush=True)
    middle = median(played.seconds) * 1000
    print(f"strong, middle move: {middle:.1f} ms, aim {MOVE_AIM} ms: {'met' if middle < MOVE_AIM else 'missed'}")
    if games >= GAMES:
        RESULTS.parent.mkdir(exist_ok=True)
        RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return int(missed > 0 or middle >= MOVE_AIM)


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES))

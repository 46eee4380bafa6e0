"""How strong the Dominyam bots are: `python -m benchmarks.strength_dominyam [GAMES]`, 100 seeded games of two a pair.

Writes benchmarks/results/strength_dominyam.txt when all games were played.
"""

import sys
from math import sqrt
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from games.dominyam.rules.types import Options
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.playout import playout
from games.engine.registry import load

RESULTS = Path(__file__).resolve().parent / "results" / "strength_dominyam.txt"
GAMES = 100
AIMS = (("greedy", "random", 90), ("strong", "greedy", 65))
"""(better, worse, percent of games that the better one must win)."""
MOVE_AIM = 150
"""Milliseconds that a strong bot may take for a move, the middle one of all."""
SURE = 1.96
SPEC = load("dominyam")


class Duel(NamedTuple):
    """Games won and tied by the first bot, points it was ahead on the mean, and the seconds of each of its moves."""

    games: int
    wins: int
    ties: int
    ahead: float
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
    """Two players; each seed is played twice, the second time with the bots' places changed, so that neither the layout
    nor the first turn favours one of them.
    """
    rules = SPEC.rules
    scenario = rules.load_scenario(SPEC.scenarios["players_02"])
    timed, wins, ties, ahead = Timed(SPEC.bot(better)), 0, 0, 0
    for game in range(games):
        seed, mine = divmod(game, 2)
        draws = LabelledDraws(b"strength" + seed.to_bytes(4, "big"))
        bots = [SPEC.bot(worse), SPEC.bot(worse)]
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
        low, high = played.interval
        met = played.wins * 100 >= aim * played.games
        missed += not met
        lines.append(
            f"{better} against {worse}: {played.wins} of {played.games} games won, {played.ties} tied, "
            f"95 % interval {low:.1%} to {high:.1%}, {played.ahead:+.1f} points a game, "
            f"aim {aim} %: {'met' if met else 'missed'}"
        )
        print(lines[-1], flush=True)
        middle = median(played.seconds) * 1000
    print(f"strong, middle move: {middle:.1f} ms, aim {MOVE_AIM} ms: {'met' if middle < MOVE_AIM else 'missed'}")
    if games >= GAMES:
        RESULTS.parent.mkdir(exist_ok=True)
        RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES))

"""How strong the Master Builder bots are: `python -m benchmarks.strength_master_builder [GAMES]`, 100 seeded games.

Three players, so that a fair share is a third. Writes benchmarks/results/strength_master_builder.txt when all games
were played.
"""

from statistics import mean, median
from typing import NamedTuple

from benchmarks._strength import Timed, keep, run, verdict, won
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.playout import playout
from games.engine.registry import load
from games.master_builder.rules.types import Options

AIMS = (("strong", "random", 80), ("strong", "thrifty", 50))
"""(better, both others, percent of games that the better one must win alone)."""
MOVE_AIM = 200
"""Milliseconds that a strong bot may take for a move, the middle one of all."""
MONEY_AIM = {2: 69, 3: 64, 4: 56}
"""By players: what skilled players ended with on the mean when the figures of the cards were balanced."""
WIDE = 20
"""How far from that strong bots among themselves may end: half the spread of single games."""
GAME = load("master_builder")
CLASSIC = GAME.rules.load_scenario(GAME.scenarios["classic"])


class Series(NamedTuple):
    """Games won by the first bot, mean money of it and of the others, and the seconds of each of its moves."""

    games: int
    wins: int
    mine: float
    theirs: float
    seconds: tuple[float, ...]


def series(better: str, worse: str, games: int, players: int = 3) -> Series:
    """One bot against the others; the seat of the better one goes round."""
    timed, wins, mine, theirs = Timed(GAME.bot(better)), 0, [], []
    for game in range(games):
        seat = game % players
        draws = LabelledDraws(b"strength" + (game // players).to_bytes(4, "big"))
        bots = [timed if each == seat else GAME.bot(worse) for each in range(players)]
        start = GAME.rules.setup(CLASSIC, Options(), players, draws)
        scores = list(playout(GAME.rules, start, bots, draws, bot_draws=FastDraws(game)).result.scores)
        own = scores.pop(seat)
        wins += own > max(scores)
        mine.append(own)
        theirs += scores
    return Series(games, wins, mean(mine), mean(theirs), tuple(timed.seconds))


def main(games: int) -> int:
    """Play all series; 1 if an aim is missed."""
    lines, missed, seconds = [], 0, []
    for better, worse, aim in AIMS:
        played = series(better, worse, games)
        words, met = won(played.wins, played.games, aim)
        missed += not met
        seconds += played.seconds
        lines.append(
            f"{better} against two {worse}: {words}, money {played.mine:.0f} against {played.theirs:.0f}, "
            f"aim {aim} %: {verdict(met)}"
        )
        print(lines[-1], flush=True)
    for players, aim in MONEY_AIM.items():
        played = series("strong", "strong", games, players)
        money = (played.mine + (players - 1) * played.theirs) / players
        met = abs(money - aim) <= WIDE
        missed += not met
        lines.append(
            f"{players} strong ones among themselves: money {money:.0f} on the mean, "
            f"aim {aim - WIDE} to {aim + WIDE}: {verdict(met)}"
        )
        print(lines[-1], flush=True)
    middle = median(seconds) * 1000
    missed += middle >= MOVE_AIM
    print(
        f"strong, middle move: {middle:.1f} ms, longest {max(seconds) * 1000:.0f} ms, "
        f"aim {MOVE_AIM} ms: {verdict(middle < MOVE_AIM)}"
    )
    keep("master_builder", lines, games)
    return 1 if missed else 0


if __name__ == "__main__":
    run(main)

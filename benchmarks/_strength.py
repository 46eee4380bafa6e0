"""What the matches of bots against bots share: a clock, Wilson's interval, what an adversary gains over playing along,
and the file of results.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from time import perf_counter
from typing import Any

RESULTS = Path(__file__).resolve().parent / "results"
GAMES = 100
SURE = 1.96
GAIN = 10
"""Percent of the range that an adversary may gain over playing along."""
Seated = Callable[[int], tuple[float, bool]]
"""What a seat beside strong bots ends with in the game of this number, and whether it wins it."""


class Timed:
    """A bot with a clock. Optional prompts, which most bots leave alone, do not count."""

    def __init__(self, bot: Any) -> None:
        self.bot, self.seconds = bot, []

    def answer(self, state: Any, prompt: Any, draws: Any) -> Any:
        began = perf_counter()
        move = self.bot.answer(state, prompt, draws)
        if not prompt.optional:
            self.seconds.append(perf_counter() - began)
        return move


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Wilson's interval for the share of wins, at 95 percent."""
    share, spread = wins / games, SURE**2 / games
    middle = share + spread / 2
    reach = SURE * sqrt(share * (1 - share) / games + spread / (4 * games))
    return max(0.0, (middle - reach) / (1 + spread)), (middle + reach) / (1 + spread)


def won(wins: int, games: int, aim: int) -> tuple[str, bool]:
    """The share of wins in words, and whether it meets the aim in percent."""
    low, high = wilson(wins, games)
    return f"{wins} of {games} games won, 95 % interval {low:.1%} to {high:.1%}", wins * 100 >= aim * games


def exploited(
    along: Seated, weakest: Seated, adversaries: Mapping[str, Seated], games: int, what: str = "points of lead"
) -> tuple[list[str], bool]:
    """What each adversary gains over playing along, which is the strong bot on the same seat in the same games; the
    range is what playing along brings more than the weakest bot there. In words, and whether the aim is met.
    """
    usual, least = ([play(game) for game in range(games)] for play in (along, weakest))
    span = fmean(end for end, _won in usual) - fmean(end for end, _won in least)
    lines, most = [f"playing along: {_mean(usual, what)}; the weakest bot: {_mean(least, what)}; range {span:.1f}"], 0.0
    for name, play in adversaries.items():
        found = [play(game) for game in range(games)]
        gains = [100 * (one[0] - other[0]) / span for one, other in zip(found, usual, strict=True)]
        gain, reach = fmean(gains), SURE * stdev(gains) / sqrt(games)
        most = max(most, gain)
        lines.append(f"  {name}: {gain:+.1f} ± {reach:.1f} % of the range; {_mean(found, what)}")
    lines.append(f"  most that is gained over playing along: {most:.1f} %, aim {GAIN} %: {verdict(most <= GAIN)}")
    return lines, most <= GAIN


def _mean(found: Sequence[tuple[float, bool]], what: str) -> str:
    wins = sum(won for _end, won in found)
    low, high = wilson(wins, len(found))
    return f"{fmean(end for end, _won in found):+.1f} {what}, {wins / len(found):.0%} won ({low:.0%} to {high:.0%})"


def lead(scores: Sequence[float], seat: int) -> float:
    """A score less the mean of the others."""
    return scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1)


def verdict(met: bool) -> str:
    """How an aim ended."""
    return "met" if met else "missed"


def keep(name: str, lines: list[str], games: int) -> None:
    """Write a file of results, unless fewer games than all were played."""
    if games >= GAMES:
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / f"strength_{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def run(main: Callable[[int], int]) -> None:
    """Call with the number of games from the command line, and exit."""
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES))

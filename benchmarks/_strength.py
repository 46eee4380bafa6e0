"""Shared parts of the matches of bots against bots: a clock, Wilson's interval, the gain of adversaries over the strong
bot, and the file of results.
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
"""Plays the game of this number; returns the final value of a seat beside strong bots, and whether the seat won."""


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
    """The gain of each adversary over the strong bot on the same seat in the same games, in percent of the range. The
    range is the difference between the strong and the weakest bot there. Returns lines of text and whether the aim is
    met.
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
    """The score of a seat less the mean of the other scores."""
    return scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1)


def verdict(met: bool) -> str:
    """The verdict on an aim as a word: met or missed."""
    return "met" if met else "missed"


def keep(name: str, lines: list[str], games: int) -> None:
    """Write a file of results, unless fewer games than all were played."""
    if games >= GAMES:
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / f"strength_{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def run(main: Callable[[int], int]) -> None:
    """Call with the number of games from the command line, and exit."""
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES))

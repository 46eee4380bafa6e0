"""What the matches of bots against bots share: a clock, Wilson's interval, and the file of results."""

import sys
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from time import perf_counter
from typing import Any

RESULTS = Path(__file__).resolve().parent / "results"
GAMES = 100
SURE = 1.96


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

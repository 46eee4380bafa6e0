"""Shared parts of the matches of bots against bots: seeded games, a clock, Wilson's interval, and the gain of
adversaries over the strong bot.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import sqrt
from statistics import fmean, stdev
from time import perf_counter
from typing import Any

from benchmarks._report import Report, verdict
from games.engine.draws import Draws, FastDraws, LabelledDraws
from games.engine.playout import playout
from games.engine.registry import Game

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


def played(game: Game, scenario: Any, options: Any, bots: Sequence[Any], cards: int, luck: int, **more: Any) -> Any:
    """The result of a game, with these numbers of its cards and of the luck of its bots."""
    return _played(game, scenario, options, bots, _draws(b"strength", cards), FastDraws(luck), **more)


def among_strong(game: Game, scenario: Any, options: Any, bot: Any, seat: int, seats: int, number: int) -> Any:
    """The result of the game of this number, with a bot on one seat and strong ones on the others."""
    bots = [bot if each == seat else game.bot("strong") for each in range(seats)]
    return _played(game, scenario, options, bots, _draws(b"adversary", number), _draws(b"bots", number))


def _played(
    game: Game, scenario: Any, options: Any, bots: Sequence[Any], draws: Draws, luck: Draws, **more: Any
) -> Any:
    start = game.rules.setup(scenario, options, len(bots), draws)
    return playout(game.rules, start, bots, draws, bot_draws=luck, **more).result


def _draws(name: bytes, number: int) -> Draws:
    return LabelledDraws(name + number.to_bytes(4, "big"))


def challenge(
    report: Report,
    title: str,
    game: Game,
    play: Callable[[Any, int], tuple[float, bool]],
    bots: Mapping[str, Any],
    games: int,
    what: str = "points of lead",
) -> None:
    """Report the gain of each adversary over the strong bot. `play` has a bot play the game of a number."""
    along, weakest = (partial(play, game.bot(name)) for name in ("strong", "random"))
    ways = {name: partial(play, bot) for name, bot in bots.items()}
    lines, met = exploited(along, weakest, ways, games, what)
    report.say(f"adversaries, {title}: {lines[0]}", *lines[1:], met=met)

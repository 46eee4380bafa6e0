"""Skill: the middle of a team's luck among games of a bot on the same draws."""

from collections.abc import Sequence
from statistics import median

import msgspec

from games.engine.analysis.luck import Luck
from games.engine.analysis.played import Match, Progress, from_start, policy_bot
from games.engine.analysis.statistics import Percentile, place_of
from games.engine.draws import derive

GAMES = 1000
REFERENCE_GAMES = 200
CHUNK = 50


class RankedMedian(msgspec.Struct, frozen=True):
    """A median over draws and its place among the policy bot's games on the same draws."""

    who: str
    median: float
    place: Percentile


class Skill(msgspec.Struct, frozen=True):
    """`joint`, by the common result, and its parts, by measure: the team first ("team"), then the reference bots."""

    policy: str
    games: int
    joint: tuple[RankedMedian, ...]
    measures: dict[str, tuple[RankedMedian, ...]]


def skill_of(
    match: Match, luck: Luck, seed: bytes, *, games: int = GAMES, progress: Progress = lambda share: None
) -> Skill:
    """`seed` must be the one that `luck` was worked out with: then all play the same draws."""
    analyst = match.analyst
    rows = _games(match, analyst.policy, seed, games, progress)
    others = {
        strength: _games(match, strength, seed, min(games, REFERENCE_GAMES), lambda share: progress(1.0))
        for strength in analyst.references
    }

    def ranked(index: int, of_team: Sequence[int], *, low_is_good: bool) -> tuple[RankedMedian, ...]:
        column = [row[index] for row in rows]
        medians = [("team", float(median(of_team)))]
        medians += [(who, float(median(row[index] for row in games_of))) for who, games_of in others.items()]
        return tuple(
            RankedMedian(who, value, place_of(value, column, low_is_good=low_is_good)) for who, value in medians
        )

    parts = {
        measure.name: ranked(index, luck.measures[index - 1].values, low_is_good=measure.low_is_good)
        for index, measure in enumerate(analyst.measures, start=1)
    }
    return Skill(analyst.policy, games, ranked(0, luck.project.values, low_is_good=False), parts)


def _games(match: Match, strength: str, seed: bytes, games: int, progress: Progress) -> list[tuple[int, ...]]:
    """Of each game the common result, then the measures."""
    bot, rows = policy_bot(match.game, strength), []
    for number in range(games):
        if number % CHUNK == 0:
            progress(number / games)
        last = from_start(match, bot, derive(seed, f"draw/{number}"))
        rows.append((match.project(last), *match.analyst.values(last)))
    return rows

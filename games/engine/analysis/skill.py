"""Skill: the middle of a team's luck among games of a bot on the same draws."""

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
    """By measure: the team first ("team"), then the reference bots."""

    policy: str
    games: int
    measures: dict[str, tuple[RankedMedian, ...]]


def skill_of(
    match: Match, luck: Luck, seed: bytes, *, games: int = GAMES, progress: Progress = lambda share: None
) -> Skill:
    """`seed` must be the one that `luck` was worked out with: then all play the same draws."""
    analyst = match.analyst
    rows = _games(match, analyst.policy, seed, games, progress)
    columns = {measure.name: [row[index] for row in rows] for index, measure in enumerate(analyst.measures)}
    others = {
        strength: _games(match, strength, seed, min(games, REFERENCE_GAMES), lambda share: progress(1.0))
        for strength in analyst.references
    }
    found = {}
    for index, measure in enumerate(analyst.measures):
        medians = [("team", float(median(luck.measures[index].values)))]
        medians += [(who, float(median(row[index] for row in rows))) for who, rows in others.items()]
        found[measure.name] = tuple(
            RankedMedian(who, value, place_of(value, columns[measure.name], low_is_good=measure.low_is_good))
            for who, value in medians
        )
    return Skill(analyst.policy, games, found)


def _games(match: Match, strength: str, seed: bytes, games: int, progress: Progress) -> list[tuple[int, ...]]:
    bot, rows = policy_bot(match.game, strength), []
    for number in range(games):
        if number % CHUNK == 0:
            progress(number / games)
        rows.append(match.analyst.values(from_start(match, bot, derive(seed, f"draw/{number}"))))
    return rows

"""Luck: the same decisions over other draws, and where the real game lies among them."""

import msgspec

from games.engine.analysis.played import AsDecided, Match, Progress, Repairs, from_start, intents_of, policy_bot
from games.engine.analysis.statistics import Percentile, place_of, quantiles
from games.engine.draws import derive

DRAWS = 1000
SHARES = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)
CHUNK = 50


class Spread(msgspec.Struct, frozen=True):
    """A figure over all draws: its real value, the quantiles of `SHARES`, and the place of the real one (100: nothing
    would have been better).
    """

    name: str
    real: int
    quantiles: tuple[int, ...]
    place: Percentile
    values: tuple[int, ...]


class Luck(msgspec.Struct, frozen=True):
    """The common result, the measures and the seats' scores over `draws` other draws. `repairs` counts by kind what had
    to be changed in decisions that other cards made illegal; `asked` is the number of all decisions carried out,
    `unanswered` of them were the bot's because the real game never asked.
    """

    draws: int
    project: Spread
    measures: tuple[Spread, ...]
    scores: tuple[Spread, ...]
    repairs: dict[str, int]
    asked: int
    unanswered: int


def luck_of(match: Match, seed: bytes, *, draws: int = DRAWS, progress: Progress = lambda share: None) -> Luck:
    """Replay the decisions of a finished match over `draws` other draws."""
    analyst = match.analyst
    steps, last = match.steps()
    repairs = Repairs()
    bot = AsDecided(analyst, intents_of(analyst.spot(steps)), policy_bot(match.game, analyst.policy), repairs)
    projects, values, scores = [], [], []
    for number in range(draws):
        if number % CHUNK == 0:
            progress(number / draws)
        state = from_start(match, bot, derive(seed, f"draw/{number}"))
        projects.append(match.project(state))
        values.append(analyst.values(state))
        scores.append(analyst.scores(state))
    measures = tuple(
        _spread(measure.name, real, [row[index] for row in values], low_is_good=measure.low_is_good)
        for index, (measure, real) in enumerate(zip(analyst.measures, analyst.values(last), strict=True))
    )
    seats = tuple(
        _spread(str(seat), real, [row[seat] for row in scores], low_is_good=False)
        for seat, real in enumerate(analyst.scores(last))
    )
    project = _spread("project", match.project(last), projects, low_is_good=False)
    changed = dict(sorted(repairs.changed.items()))
    return Luck(draws, project, measures, seats, changed, repairs.asked, repairs.unanswered)


def _spread(name: str, real: int, values: list[int], *, low_is_good: bool) -> Spread:
    place = place_of(real, values, low_is_good=low_is_good)
    return Spread(name, real, quantiles(values, SHARES), place, tuple(values))

"""Par: what the policy bot reaches with the very luck of a match, without knowing it."""

import msgspec

from games.engine.analysis.played import Fresh, Match, policy_bot
from games.engine.analysis.statistics import Mean, mean_of
from games.engine.draws import LabelledDraws, derive
from games.engine.playout import playout
from games.engine.replay import seed_at

GAMES = 50


class Par(msgspec.Struct, frozen=True):
    """Means over the bot's games: of the common result, and of the measures in their order. `reached` is the share of
    games that met all of the common aim.
    """

    policy: str
    games: int
    project: Mean
    measures: tuple[Mean, ...]
    reached: float


def par_of(match: Match, seed: bytes, *, games: int = GAMES) -> Par:
    """Play a match again from its set-up, the bot on every seat, with the luck of the match; `seed` is for what the
    bots themselves leave to chance. Of a match whose luck was drawn anew on its way, the first is taken.
    """
    analyst, luck = match.analyst, seed_at(match.seeds, 0)
    bots = [policy_bot(match.game, analyst.policy)] * match.seats
    projects, values, reached = [], [], 0
    for number in range(games):
        start = match.game.rules.setup(match.scenario, match.options, match.seats, LabelledDraws(luck))
        own = Fresh(derive(seed, f"par/{number}"))
        last = playout(match.game.rules, start, bots, LabelledDraws(luck), bot_draws=own).state
        projects.append(match.project(last))
        values.append(analyst.values(last))
        reached += analyst.reached(last)
    measures = tuple(mean_of(column) for column in zip(*values, strict=True))
    return Par(analyst.policy, games, mean_of(projects), measures, reached / games)

"""A bot that values contracts by their earnings less wages, workers by their contribution, and plans by their gain.
Every estimate uses public information only. See `valuing` for contracts and crews, `works` for plans.
"""

from typing import Final

from games.catalogue.master_builder.bots import bidding, letting, sparing
from games.catalogue.master_builder.bots.base import Seen, ThinkingBot
from games.catalogue.master_builder.bots.valuing import plus, prospects
from games.catalogue.master_builder.bots.works import best_work
from games.catalogue.master_builder.rules.building import available_count, sections_of
from games.catalogue.master_builder.rules.moves import Build, Fire, MasterBuilderMove, Pass
from games.catalogue.master_builder.rules.scenario import rank_of
from games.engine.types import Prompt

WANTED: Final = (1.9, 4.2, 5.6, 6.2)
"""In the draft, before any contract is known: the worth a round of the first worker of each rank."""
FEWER: Final = (0.75, 0.85, 0.8, 0.55)
"""The worth of each further worker of the same rank, as a part of that of the one before, by rank."""
QUIRK: Final = 0.06
"""The part of a worker's worth that each quirk takes away."""
DOUBT: Final = 0.5
"""The least gain for which the bot hires."""
PATIENCE: Final = 6.0
"""The worth of keeping an idle worker, for each round before the last two, while contracts may still come."""


class StrongBot(ThinkingBot):
    """A strong player."""

    def think(self, seen: Seen, prompt: Prompt) -> MasterBuilderMove | None:
        match prompt.kind:
            case "draft":
                return _draft(seen)
            case "hire":
                return _hire(seen)
            case "nominate":
                return bidding.nominate(seen)
            case "bid":
                return bidding.bid(seen)
            case "buy":
                return bidding.buy(seen)
            case "choose":
                return sparing.choose(seen)
            case "play_event":
                return sparing.play_event(seen)
            case "rent":
                return letting.talk(seen)
            case "plan":
                return _plan(seen)
        return None


def _draft(seen: Seen) -> MasterBuilderMove | None:
    """The worker on top with the highest worth above the wage; further workers of one rank are worth less."""
    options = seen.hires()
    return max(options, key=lambda each: _liking(seen, each[1]) - each[2])[0] if options else None


def _liking(seen: Seen, worker: str) -> float:
    rank = rank_of(worker)
    quirks = len(seen.sheet.worker(worker).quirks)
    return WANTED[rank - 1] * FEWER[rank - 1] ** seen.has(rank) * (1 + QUIRK - QUIRK * quirks)


def _hire(seen: Seen) -> MasterBuilderMove:
    """The best move by gain less wages over the remaining rounds: a hire, a dismissal, or a pass."""
    sites, rounds, crew = frozenset(seen.firm.sites), seen.rounds, seen.crew
    more = seen.sheet.goes - seen.view.go
    before = prospects(seen.sheet, sites, crew, rounds, rounds, more)
    options: list[tuple[float, MasterBuilderMove]] = [(0.0, Pass())]
    for move, worker, wage in seen.hires():
        gain = prospects(seen.sheet, sites, plus(crew, rank_of(worker)), rounds, rounds, more) - before
        options.append((gain - wage * rounds - DOUBT, move))
    kept_for = PATIENCE * max(0, rounds - 2) if seen.view.lots or seen.view.deck_left else 0.0
    for each in seen.firm.crew:
        loss = before - prospects(seen.sheet, sites, plus(crew, rank_of(each.worker), -1), rounds, rounds, more)
        options.append((each.wage * rounds - loss - kept_for, Fire(each.worker)))
    return max(options, key=lambda option: option[0])[1]


def _plan(seen: Seen) -> MasterBuilderMove:
    have = available_count(seen.view, seen.seat)
    _gain, plan = best_work(seen.sheet, seen.firm.sites, have, seen.rounds - 1)
    return Build(sections_of(seen.sheet, plan))

"""A bot that spends little: cheap workers, two buildings at a time, bids hardly above the minimum."""

from typing import Final

from games.catalogue.master_builder.bots.base import Seen, ThinkingBot
from games.catalogue.master_builder.rules.crews import needed_for
from games.catalogue.master_builder.rules.moves import Fire, MasterBuilderMove, Nominate, Pass, Raise
from games.catalogue.master_builder.rules.scenario import rank_of
from games.catalogue.master_builder.rules.sites import indexes
from games.engine.types import Prompt

AT_A_TIME: Final = 2
"""The number of unfinished buildings that the bot wants."""
TEMPTED: Final = 3
"""With this many unfinished buildings the bot no longer bids on others' nominations. Below it bids, so that no contract
goes too cheaply.
"""
OVER_MIN_BID: Final = 3
"""The most k above the minimum bid that the bot bids."""


class ThriftyBot(ThinkingBot):
    """A careful beginner."""

    def think(self, seen: Seen, prompt: Prompt) -> MasterBuilderMove | None:
        match prompt.kind:
            case "draft":
                return self._draft(seen)
            case "hire":
                return self._hire(seen)
            case "nominate":
                return self._nominate(seen)
            case "bid":
                return self._bid(seen)
        return None

    def _draft(self, seen: Seen) -> MasterBuilderMove | None:
        """Some workers of each skill, the cheapest first."""
        options = seen.hires()
        return min(options, key=lambda each: each[2] + 2 * seen.has(rank_of(each[1])))[0] if options else None

    def _hire(self, seen: Seen) -> MasterBuilderMove:
        """Fires workers when nothing is to be built, and hires a skill that its buildings need."""
        work = seen.open_sites
        if not work and seen.rounds == 1 and seen.firm.crew:
            return Fire(max(seen.firm.crew, key=lambda each: each.wage).worker)
        have = seen.crew
        for contract, missing in work:
            for index in indexes(missing):
                asked = needed_for(contract, 1 << index)
                short = [4 - place for place in range(4) if asked[place] > have[place]]
                able = [each for each in seen.hires() if short and rank_of(each[1]) >= short[0]]
                if able:
                    return min(able, key=lambda each: each[2])[0]
        return Pass()

    def _nominate(self, seen: Seen) -> MasterBuilderMove | None:
        if len(seen.open_sites) >= AT_A_TIME:
            return None
        sheet, cash = seen.sheet, seen.firm.cash
        lots = [sheet.contract(lot.contract) for lot in seen.view.lots]
        found = [contract for contract in lots if contract.min_bid <= cash]
        best = max(found, key=lambda each: each.payment / sum(len(section.needs) for section in each.sections))
        return Nominate(best.number, best.min_bid, min(cash, best.min_bid + OVER_MIN_BID))

    def _bid(self, seen: Seen) -> MasterBuilderMove | None:
        auction = seen.view.auction
        if auction is None or len(seen.open_sites) >= TEMPTED:
            return None
        limit = min(seen.firm.cash, seen.sheet.contract(auction.contract).min_bid + OVER_MIN_BID)
        return Raise(auction.price + 1, limit) if auction.price < limit else None

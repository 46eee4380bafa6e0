"""What the strong bot bids."""

from typing import Final

from games.master_builder.bots.base import Seen
from games.master_builder.bots.valuing import contract_value
from games.master_builder.rules.moves import Buy, MasterBuilderMove, Nominate, Pass, Raise

SHARE: Final = 0.4
"""The part it would pay of what a contract is worth more than the next best."""
LATER: Final = 10.0
"""What contracts that are not revealed yet promise beyond their minimum bid."""
CREDIT: Final = 0.4
"""What money costs on top that the next wages will want."""


def surplus(seen: Seen, contract: int) -> float:
    """What a contract is worth beyond its minimum bid."""
    value = contract_value(seen.sheet, seen.firm.sites, contract, seen.crew, seen.rounds)
    waited = any(lot.contract == contract and lot.waited for lot in seen.view.lots)
    return value + (seen.sheet.unsold_bonus if waited else 0) - seen.sheet.contract(contract).min_bid


def limit(seen: Seen, contract: int) -> int:
    """How far it goes. What others offer cheaply is not worth a fight, nor is money that wages will want soon."""
    here, least = surplus(seen, contract), seen.sheet.contract(contract).min_bid
    if here < 0:
        return 0
    others = [surplus(seen, lot.contract) for lot in seen.view.lots if lot.contract != contract]
    if seen.view.deck_left and seen.rounds > 1:
        others.append(LATER)
    value = least + SHARE * max(0.0, here - max(0.0, *others, 0.0))
    spare = max(0.0, seen.firm.cash - seen.firm.wages)
    if value > spare:
        value = spare + (value - spare) / (1 + CREDIT)
    return min(seen.firm.cash, max(int(value), least))


def nominate(seen: Seen) -> MasterBuilderMove | None:
    """The contract that is worth most, at its minimum bid; None if none is worth that."""
    sheet, cash = seen.sheet, seen.firm.cash
    lots = [lot.contract for lot in seen.view.lots if sheet.contract(lot.contract).min_bid <= cash]
    best = max(lots, key=lambda contract: surplus(seen, contract))
    if surplus(seen, best) < 0:
        return None
    return Nominate(best, sheet.contract(best).min_bid, limit(seen, best))


def bid(seen: Seen) -> MasterBuilderMove:
    """One more, as far as it goes; the rest is left to the limit."""
    auction = seen.view.auction
    highest = limit(seen, auction.contract) if auction else 0
    return Raise(auction.price + 1, highest) if auction and auction.price < highest else Pass()


def buy(seen: Seen) -> MasterBuilderMove:
    """The best of those on offer."""
    return Buy(max((lot.contract for lot in seen.view.lots), key=lambda contract: surplus(seen, contract)))

"""The bids of the strong bot."""

from typing import Final

from games.catalogue.master_builder.bots.base import Seen
from games.catalogue.master_builder.bots.valuing import contract_value
from games.catalogue.master_builder.rules.moves import Buy, MasterBuilderMove, Nominate, Pass, Raise

SHARE: Final = 0.3
"""The part of a contract's surplus over its minimum bid that the bot would pay, after the deduction for alternatives.
"""
GIVEN_UP: Final = 0.3
"""The part of the next best contract's surplus that is deducted. A bidding contest costs money, but not always the
other contract.
"""
FAIR: Final = 0.6
"""The part of a contract's surplus up to which the bot bids if a rival would pay as much."""
TEASE: Final = 3
"""The k above the minimum bid up to which the bot raises the price of a contract that it hardly wants."""
LATER: Final = 10.0
"""The surplus expected of contracts that are not revealed yet."""
CREDIT: Final = 0.4
"""The extra cost of each k that the next wages will need."""


def surplus(seen: Seen, contract: int) -> float:
    """The worth of a contract beyond its minimum bid."""
    value = contract_value(seen.sheet, seen.firm.sites, contract, seen.crew, seen.rounds)
    waited = any(lot.contract == contract and lot.waited for lot in seen.view.lots)
    return value + (seen.sheet.unsold_bonus if waited else 0) - seen.sheet.contract(contract).min_bid


def wish(seen: Seen, contract: int) -> int:
    """The highest bid that the bot wants to make regardless of rivals. Cheap alternatives lower it, and so do coming
    wages. It makes at least one bid above the minimum for any contract that brings more than its cost.
    """
    here, least = surplus(seen, contract), seen.sheet.contract(contract).min_bid
    if here < 0:
        return 0
    others = [surplus(seen, lot.contract) for lot in seen.view.lots if lot.contract != contract]
    if seen.view.deck_left and seen.rounds > 1:
        others.append(LATER)
    gain = max(0.0, here - GIVEN_UP * max(0.0, *others, 0.0))
    once = least + 1 if here > 1 else least
    return max(_affordable(seen, least + SHARE * gain), min(once, seen.firm.cash))


def _affordable(seen: Seen, value: float) -> int:
    """The bid, reduced if money would be lacking for the next wages."""
    spare = max(0.0, seen.firm.cash - seen.firm.wages)
    if value > spare:
        value = spare + (value - spare) / (1 + CREDIT)
    return min(seen.firm.cash, int(value))


def limit(seen: Seen, contract: int) -> int:
    """The bot's highest bid: its own wish, or nearly the wish of an active rival. The latter holds if it is higher and
    the contract would still pay. A rival who pays more has less money for the next contract and for wages.
    """
    own, auction = wish(seen, contract), seen.view.auction
    rivals = [seat for seat in auction.still if seat != seen.seat] if auction is not None else []
    theirs = max((wish(Seen(seen.view, seat), contract) for seat in rivals), default=0) - 1
    if theirs <= own:
        return own
    pays = max(TEASE, FAIR * max(0.0, surplus(seen, contract)))
    return max(own, min(theirs, _affordable(seen, seen.sheet.contract(contract).min_bid + pays)))


def nominate(seen: Seen) -> MasterBuilderMove | None:
    """The contract with the highest surplus, at its minimum bid; None if no contract has a surplus."""
    sheet, cash = seen.sheet, seen.firm.cash
    lots = [lot.contract for lot in seen.view.lots if sheet.contract(lot.contract).min_bid <= cash]
    best = max(lots, key=lambda contract: surplus(seen, contract))
    if surplus(seen, best) <= 0:
        return None
    return Nominate(best, sheet.contract(best).min_bid, limit(seen, best))


def bid(seen: Seen) -> MasterBuilderMove:
    """A raise by one, up to the bot's limit, which answers later raises."""
    auction = seen.view.auction
    highest = limit(seen, auction.contract) if auction else 0
    return Raise(auction.price + 1, highest) if auction and auction.price < highest else Pass()


def buy(seen: Seen) -> MasterBuilderMove:
    """The best contract on offer."""
    return Buy(max((lot.contract for lot in seen.view.lots), key=lambda contract: surplus(seen, contract)))

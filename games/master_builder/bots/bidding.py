"""What the strong bot bids."""

from typing import Final

from games.master_builder.bots.base import Seen
from games.master_builder.bots.valuing import contract_value
from games.master_builder.rules.moves import Buy, MasterBuilderMove, Nominate, Pass, Raise

SHARE: Final = 0.3
"""The part it would pay of what a contract is worth beyond its minimum bid, less what is given up for it."""
GIVEN_UP: Final = 0.3
"""The part of the next best's worth that is given up: a fight costs the money for it, not always the contract."""
FAIR: Final = 0.6
"""The part of what a contract is worth to it up to which it bids where a rival would pay as much."""
TEASE: Final = 3
"""How far above the minimum bid it drives the price of a contract that it hardly wants."""
LATER: Final = 10.0
"""What contracts that are not revealed yet promise beyond their minimum bid."""
CREDIT: Final = 0.4
"""What money costs on top that the next wages will want."""


def surplus(seen: Seen, contract: int) -> float:
    """What a contract is worth beyond its minimum bid."""
    value = contract_value(seen.sheet, seen.firm.sites, contract, seen.crew, seen.rounds)
    waited = any(lot.contract == contract and lot.waited for lot in seen.view.lots)
    return value + (seen.sheet.unsold_bonus if waited else 0) - seen.sheet.contract(contract).min_bid


def wish(seen: Seen, contract: int) -> int:
    """How far it wants to go by itself. What others offer cheaply is less worth a fight, and so is money that wages
    will want soon. Once it bids against anybody for whatever brings more than it costs.
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
    """So much less where the money would be lacking for the next wages."""
    spare = max(0.0, seen.firm.cash - seen.firm.wages)
    if value > spare:
        value = spare + (value - spare) / (1 + CREDIT)
    return min(seen.firm.cash, int(value))


def limit(seen: Seen, contract: int) -> int:
    """How far it goes: as far as it wants to, and, where a rival who is in could want to go further, nearly as far as
    that, as long as the contract would still pay. Whoever pays more has less for the next one, and for wages.
    """
    own, auction = wish(seen, contract), seen.view.auction
    rivals = [seat for seat in auction.still if seat != seen.seat] if auction is not None else []
    theirs = max((wish(Seen(seen.view, seat), contract) for seat in rivals), default=0) - 1
    if theirs <= own:
        return own
    pays = max(TEASE, FAIR * max(0.0, surplus(seen, contract)))
    return max(own, min(theirs, _affordable(seen, seen.sheet.contract(contract).min_bid + pays)))


def nominate(seen: Seen) -> MasterBuilderMove | None:
    """The contract that is worth most, at its minimum bid; None if none is worth more than that."""
    sheet, cash = seen.sheet, seen.firm.cash
    lots = [lot.contract for lot in seen.view.lots if sheet.contract(lot.contract).min_bid <= cash]
    best = max(lots, key=lambda contract: surplus(seen, contract))
    if surplus(seen, best) <= 0:
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

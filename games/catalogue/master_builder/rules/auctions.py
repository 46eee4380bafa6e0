"""The auction of one contract. README decisions 7 and 8."""

from msgspec.structs import replace

from games.catalogue.master_builder.rules.events import BidPassed, HowWon, LimitLeft, Nominated, Raised, Won
from games.catalogue.master_builder.rules.moves import Nominate, Pass, Raise, SetLimit
from games.catalogue.master_builder.rules.table import Table
from games.catalogue.master_builder.rules.types import Auction, Lot, Market, Site, State
from games.engine.errors import IllegalMove
from games.engine.types import Seat


def min_bid(table: Table | State, contract: int) -> int:
    """The minimum bid of a contract."""
    return table.sheet.contract(contract).min_bid


def open_auction(table: Table, seat: Seat, move: Nominate, bidders: tuple[Seat, ...]) -> None:
    """Open an auction among `bidders`, the seats that may bid, clockwise from the nominator."""
    _lot_of(table, move.contract)
    cash, least = table.firms[seat].cash, min_bid(table, move.contract)
    if move.bid < least:
        raise IllegalMove("bid_too_low", bid=move.bid, least=least)
    _refuse_cash(move.bid, move.limit, cash)
    asked = bidders[1 % len(bidders)]
    auction = Auction(move.contract, seat, move.bid, bidders, asked, (0,) * table.players)
    table.emit(Nominated(turn=table.round, seat=seat, contract=move.contract, bid=move.bid))
    table.market = replace(table.market, auction=_limited(table, auction, seat, move))


def _lot_of(table: Table, contract: int) -> Lot:
    lot = next((lot for lot in table.lots if lot.contract == contract), None)
    if lot is None:
        raise IllegalMove("not_on_offer", contract=contract)
    return lot


def _refuse_cash(bid: int, limit: int, cash: int) -> None:
    if bid > cash:
        raise IllegalMove("bid_over_cash", bid=bid, cash=cash)
    if limit > cash:
        raise IllegalMove("limit_over_cash", limit=limit, cash=cash)


def _limited(table: Table, auction: Auction, seat: Seat, move: Nominate | Raise) -> Auction:
    """The auction with the limit that came with a bid; a limit below the bid is none. The player in turn has
    none yet.
    """
    if move.limit < move.bid:
        return auction
    table.emit(LimitLeft(turn=table.round, seat=seat, audience=(seat,), contract=auction.contract, limit=move.limit))
    return _with_limit(auction, seat, move.limit)


def raise_bid(table: Table, seat: Seat, move: Raise) -> None:
    """Raise the bid, and optionally set a limit for further raises."""
    auction = table.market.running
    if move.bid <= auction.price:
        raise IllegalMove("bid_too_low", bid=move.bid, least=auction.price + 1)
    _refuse_cash(move.bid, move.limit, table.firms[seat].cash)
    _bid(table, auction, seat, move.bid)
    table.market = replace(table.market, auction=_limited(table, table.market.running, seat, move))


def set_limit(table: Table, seat: Seat, move: SetLimit) -> None:
    """Set a limit during another player's turn, or withdraw one."""
    auction = table.market.running
    if 0 < move.limit < least_limit(auction, seat):
        raise IllegalMove("limit_too_low", limit=move.limit, least=least_limit(auction, seat))
    _refuse_cash(0, move.limit, table.firms[seat].cash)
    table.market = replace(table.market, auction=_with_limit(auction, seat, move.limit))
    table.emit(LimitLeft(turn=table.round, seat=seat, audience=(seat,), contract=auction.contract, limit=move.limit))


def least_limit(auction: Auction, seat: Seat) -> int:
    """The lowest limit that has an effect: the seat's own highest bid, or one more than another's."""
    return auction.price if seat == auction.leader else auction.price + 1


def _with_limit(auction: Auction, seat: Seat, limit: int) -> Auction:
    return replace(auction, limits=(*auction.limits[:seat], limit, *auction.limits[seat + 1 :]))


def drop_out(table: Table, seat: Seat, _move: Pass) -> None:
    """Pass for good. This is possible during others' turns too, but not with the highest bid."""
    auction = table.market.running
    if seat == auction.leader:
        raise IllegalMove("highest_bid_stands", bid=auction.price)
    table.emit(BidPassed(turn=table.round, seat=seat, contract=auction.contract))
    still = tuple(each for each in auction.still if each != seat)
    asked = _after(auction, seat) if seat == auction.asked else auction.asked
    auction = replace(_with_limit(auction, seat, 0), still=still, asked=asked)
    table.market = replace(table.market, auction=auction)


def _bid(table: Table, auction: Auction, seat: Seat, bid: int) -> None:
    table.emit(Raised(turn=table.round, seat=seat, contract=auction.contract, bid=bid))
    auction = replace(auction, leader=seat, price=bid, asked=_after(auction, seat))
    table.market = replace(table.market, auction=auction)


def _after(auction: Auction, seat: Seat) -> Seat:
    """The next seat clockwise that is still in the auction."""
    still = auction.still
    return still[(still.index(seat) + 1) % len(still)]


def settle(table: Table) -> bool:
    """Play the limits against each other, and pass for players who cannot raise. True if a player must be asked, False
    if the contract is sold.
    """
    while (auction := table.market.auction) is not None:
        seat = auction.asked
        limit, cash = auction.limits[seat], table.firms[seat].cash
        if len(auction.still) == 1:
            table.market = replace(table.market, auction=None)
            award(table, auction.leader, auction.contract, auction.price, "auction")
        elif cash <= auction.price or 0 < limit <= auction.price:
            drop_out(table, seat, Pass())
        elif limit:
            _bid(table, auction, seat, auction.price + 1)
        else:
            return True
    return False


def award(table: Table, seat: Seat, contract: int, price: int, how: HowWon) -> None:
    """Give a contract to a player, who pays the price first and then gets the bonus on the card."""
    lot = _lot_of(table, contract)
    bonus = table.sheet.unsold_bonus if lot.waited else 0
    table.pay(seat, price)
    table.pay(seat, -bonus)
    table.change(seat, sites=(*table.firms[seat].sites, Site(contract)))
    table.lots = tuple(each for each in table.lots if each != lot)
    table.market = Market(table.market.number + 1, table.market.declined)
    table.emit(Won(turn=table.round, seat=seat, contract=contract, price=price, bonus=bonus, how=how))

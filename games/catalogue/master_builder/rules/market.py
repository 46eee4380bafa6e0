"""Phase 2: the contracts on offer, the right to nominate, and unsold contracts. README decisions 3 and 6."""

from msgspec.structs import replace

from games.catalogue.master_builder.rules.auctions import award, min_bid, open_auction, settle
from games.catalogue.master_builder.rules.events import Declined, EconomyTurned, NoMoreContracts, Revealed, Unsold
from games.catalogue.master_builder.rules.moves import Buy, Decline, Nominate
from games.catalogue.master_builder.rules.table import Table
from games.catalogue.master_builder.rules.types import Lot, Market, State, turn_order
from games.engine.errors import IllegalMove
from games.engine.types import Seat


def open_market(table: Table) -> None:
    """Reveal the contracts of this round. `table.deck_left` must not be 0 with nothing on offer."""
    table.market = Market()
    if table.round == 1:
        count = table.players + table.sheet.first_reveal
    else:
        card = table.economy[table.draws.below(len(table.economy), f"economy/round-{table.round}")]
        table.economy = tuple(each for each in table.economy if each != card)
        count = dict(table.sheet.reveals)[card]
        table.emit(EconomyTurned(turn=table.round, card=card, reveal=count))
    revealed: list[int] = []
    while table.deck_left and len(revealed) < count:
        index = table.draws.below(len(table.deck), f"contracts/{len(table.deck)}-left")
        revealed.append(table.deck[index])
        table.deck = (*table.deck[:index], *table.deck[index + 1 :])
        table.deck_left -= 1
    table.lots = (*table.lots, *(Lot(contract) for contract in sorted(revealed)))
    table.emit(Revealed(turn=table.round, contracts=tuple(sorted(revealed)), left=table.deck_left))


def run(table: Table) -> bool:
    """Continue until somebody must decide (True), or to the end of the phase."""
    while True:
        if settle(table):
            return True
        last = _last_one(table)
        if last is not None:
            award(table, last, table.lots[0].contract, min_bid(table, table.lots[0].contract), "last")
        elif next_prompts(table):
            return True
        else:
            close_market(table)
            table.phase = "events"
            return False


def restricted(table: Table | State) -> bool:
    """True in round 1 once a player owns two contracts; then only players without a contract may bid."""
    return table.round == 1 and any(len(firm.sites) > 1 for firm in table.firms)


def eligible(table: Table | State, seat: Seat) -> bool:
    """True if this seat may bid."""
    return not restricted(table) or not table.firms[seat].sites


def _last_one(table: Table) -> Seat | None:
    """The only seat left without a contract when only one contract is left for it."""
    poor = without_contract(table)
    return poor[0] if restricted(table) and len(table.lots) == len(poor) == 1 else None


def without_contract(table: Table | State) -> tuple[Seat, ...]:
    """Seats without a contract, in turn order."""
    return tuple(seat for seat in table.order if not table.firms[seat].sites)


def nominator(table: Table | State) -> Seat | None:
    """The earliest player in turn order who may and can nominate a contract."""
    if not table.lots:
        return None
    least = min(min_bid(table, lot.contract) for lot in table.lots)
    for seat in table.order:
        if seat not in table.market.declined and eligible(table, seat) and table.firms[seat].cash >= least:
            return seat
    return None


def next_prompts(table: Table | State) -> tuple[tuple[Seat, str], ...]:
    """The next decision while no auction is running. It is a nomination, or in round 1 a purchase by a player without a
    contract when nobody nominates any more. Empty: the phase is over.
    """
    seat = nominator(table)
    if seat is not None:
        return ((seat, "nominate"),)
    if table.round == 1 and table.lots:
        return tuple((seat, "buy") for seat in without_contract(table)[:1])
    return ()


def nominate(table: Table, seat: Seat, move: Nominate) -> None:
    """Put a contract up for auction among all seats that may bid, clockwise from the nominator."""
    bidders = tuple(each for each in turn_order(seat, table.players) if eligible(table, each))
    open_auction(table, seat, move, bidders)


def decline(table: Table, seat: Seat, _move: Decline) -> None:
    """Nominate nothing more in this phase; bids on others' nominations remain possible."""
    if restricted(table):
        raise IllegalMove("everybody_needs_a_contract")
    table.market = replace(table.market, declined=(*table.market.declined, seat))
    table.emit(Declined(turn=table.round, seat=seat))


def buy(table: Table, seat: Seat, move: Buy) -> None:
    """Take a contract at its minimum bid, because everybody must have one."""
    if all(lot.contract != move.contract for lot in table.lots):
        raise IllegalMove("not_on_offer", contract=move.contract)
    award(table, seat, move.contract, min_bid(table, move.contract), "forced")


def close_market(table: Table) -> None:
    """Unsold contracts remain for one more round with a bonus. When no contract is left anywhere, one more round is
    played.
    """
    kept = []
    for lot in table.lots:
        gone = lot.waited or table.round == table.last_round
        bonus = 0 if gone else table.sheet.unsold_bonus
        table.emit(Unsold(turn=table.round, contract=lot.contract, bonus=bonus, gone=gone))
        if not gone:
            kept.append(Lot(lot.contract, waited=True))
    table.lots = tuple(kept)
    if not table.lots and not table.deck_left:
        table.last_round = min(table.last_round, table.round + 1)
        table.emit(NoMoreContracts(turn=table.round, last_round=table.last_round))

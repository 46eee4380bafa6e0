"""Prices between a payer and a payee: offers, agreement, failure. Booklet, "Négociation"; README decisions 1 to 5."""

from msgspec.structs import replace

from games.catalogue.domego.rules.bankruptcy import go_bankrupt
from games.catalogue.domego.rules.events import Agreed, BrokenOff, ContractDrawn, ContractFixed, Offered, Paid
from games.catalogue.domego.rules.ledger import Ledger, changed
from games.catalogue.domego.rules.moves import Accept, BreakOff, Offer
from games.catalogue.domego.rules.sheet import Contract
from games.catalogue.domego.rules.types import Options, State, Talk
from games.catalogue.domego.rules.view import View
from games.engine.draws import Draws
from games.engine.errors import IllegalMove
from games.engine.types import Outcome, Seat


def price_limit(state: State | View, contract_index: int) -> int:
    """The highest price (k) that can be offered or accepted now."""
    contract, options = state.sheet.contracts[contract_index], state.options
    limit = contract.high if options.payments == "staged" else state.firms[contract.payer].money
    if options.price_cap_percent is not None:
        limit = min(limit, contract.high * options.price_cap_percent // 100)
    return limit


def lowest_price(options: Options, contract: Contract, limit: int) -> int:
    """The lowest price (k) that can be offered, rounded up. A payer limited to less may still offer `limit`."""
    return min(limit, -(-contract.low * (options.price_floor_percent or 0) // 100))


def standing_offer(state: State, talk: Talk, seat: Seat) -> int | None:
    """The other side's current offer for `seat`."""
    return talk.payee_offer if seat == state.sheet.contracts[talk.contract].payer else talk.payer_offer


def offer(state: State, seat: Seat, index: int, move: Offer) -> Outcome:
    """Make an offer."""
    talk = state.talks[index]
    _check_price(state, talk, move.price)
    contract = state.sheet.contracts[talk.contract]
    floor = lowest_price(state.options, contract, price_limit(state, talk.contract))
    if move.price < floor:
        raise IllegalMove("price_under_floor", price=move.price, floor=floor, low=contract.low, high=contract.high)
    if seat == contract.payer:
        before = talk.payer_offer
        talk = replace(talk, payer_offer=move.price, payer_offers=talk.payer_offers + 1, last=seat)
    else:
        before = talk.payee_offer
        talk = replace(talk, payee_offer=move.price, payee_offers=talk.payee_offers + 1, last=seat)
    told = Offered(contract.payer, contract.payee, move.price, before, move.note, turn=state.turn, seat=seat)
    return Outcome(replace(state, talks=changed(state.talks, index, talk)), (told,))


def _check_price(state: State, talk: Talk, price: int) -> None:
    if 0 <= price <= price_limit(state, talk.contract):
        return
    if price < 0:
        raise IllegalMove("below_zero", number=price)
    contract = state.sheet.contracts[talk.contract]
    money = state.firms[contract.payer].money
    if state.options.payments == "upfront" and price > money:
        raise IllegalMove("price_over_money", price=price, money=money, payer=contract.payer)
    raise IllegalMove("price_over_limit", price=price, limit=price_limit(state, talk.contract))


def accept(ledger: Ledger, seat: Seat, index: int, move: Accept) -> None:
    """Settle a negotiation at the other side's price. Refused if the price has changed or the payer can no longer pay
    it.
    """
    talk = ledger.talks[index]
    standing = standing_offer(ledger.state, talk, seat)
    if standing is None:
        raise IllegalMove("no_offer")
    if standing != move.price:
        raise IllegalMove("offer_changed", price=move.price, offer=standing)
    _check_price(ledger.state, talk, move.price)
    contract = ledger.sheet.contracts[talk.contract]
    ledger.talks[index] = replace(talk, price=move.price, how="agreed")
    ledger.emit(Agreed(contract.payer, contract.payee, move.price, turn=ledger.turn, seat=seat))
    _settle(ledger, talk.contract, move.price)


def break_off(ledger: Ledger, seat: Seat, index: int, move: BreakOff, draws: Draws) -> None:
    """A negotiation fails: a token each, and a standard contract drawn at random."""
    talk = ledger.talks[index]
    contract = ledger.sheet.contracts[talk.contract]
    payer, payee = contract.payer, contract.payee
    ledger.emit(BrokenOff(payer, payee, turn=ledger.turn, seat=seat))
    ledger.take_failed_token(payer)
    ledger.take_failed_token(payee)
    ids = ledger.sheet.role_ids
    high = draws.below(2, f"activity-{ledger.turn}/contract/{ids[payer]}>{ids[payee]}")
    price = contract.high if high else contract.low
    ledger.talks[index] = replace(talk, price=price, how="drawn")
    ledger.emit(ContractDrawn(payer, payee, price, "high" if high else "low", turn=ledger.turn, seat=payer))
    _settle(ledger, talk.contract, price)


def open_talks(ledger: Ledger) -> None:
    """Open the negotiations of an activity; those that the options fix are settled at once, in sheet order."""
    ledger.talks = [Talk(contract) for contract in ledger.activity.talks]
    fixed = ledger.state.options.fixed_contracts
    if not fixed:
        return
    ids = ledger.sheet.role_ids
    for index, talk in enumerate(ledger.talks):
        contract = ledger.sheet.contracts[talk.contract]
        if f"{ids[contract.payer]}>{ids[contract.payee]}" in fixed:
            price = (contract.low + contract.high) // 2
            ledger.talks[index] = Talk(talk.contract, price=price, how="fixed")
            ledger.emit(ContractFixed(contract.payer, contract.payee, price, turn=ledger.turn, seat=contract.payer))
            _settle(ledger, talk.contract, price)


def _settle(ledger: Ledger, contract_index: int, price: int) -> None:
    """Store a price and, unless it is paid in stages, pay it. Only a drawn or fixed price can be above the purse."""
    ledger.prices = changed(ledger.prices, contract_index, price)
    if ledger.state.options.payments == "staged":
        return
    contract = ledger.sheet.contracts[contract_index]
    by_bank = ledger.pay(contract.payer, contract.payee, price)
    ledger.emit(Paid(contract.payee, price, by_bank, turn=ledger.turn, seat=contract.payer))
    if by_bank:
        go_bankrupt(ledger, contract.payer, "contract")

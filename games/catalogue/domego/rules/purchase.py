"""Purchases of cubes at the special price, once a game in the activity on the sheet. Booklet, "Achat de ressources"."""

from games.catalogue.domego.rules.events import Bought
from games.catalogue.domego.rules.ledger import Ledger
from games.catalogue.domego.rules.moves import Buy
from games.catalogue.domego.rules.types import Firm, State
from games.engine.errors import IllegalMove
from games.engine.types import Seat


def most_affordable(state: State, seat: Seat) -> int:
    """The number of cubes that the purse can buy at the special price."""
    return state.firms[seat].money // state.sheet.low_price


def buy(ledger: Ledger, seat: Seat, move: Buy) -> None:
    """Buy; the prompt is then closed for good."""
    firm, price = ledger.firms[seat], ledger.sheet.low_price
    if move.quantity < 0:
        raise IllegalMove("below_zero", number=move.quantity)
    paid = move.quantity * price
    if paid > firm.money:
        raise IllegalMove("quantity_over_money", quantity=move.quantity, price=price, money=firm.money)
    firm = Firm(firm.money - paid, firm.stock + move.quantity, firm.bankruptcies, firm.failed)
    ledger.firms[seat] = firm
    ledger.buyers = tuple(role for role in ledger.buyers if role != seat)
    ledger.emit(Bought(move.quantity, paid, firm.money, firm.stock, turn=ledger.turn, seat=seat))

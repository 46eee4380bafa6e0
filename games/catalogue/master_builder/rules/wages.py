"""Phase 5: wages, loans that they may require, and repayments. README decisions 13 and 14."""

from games.catalogue.master_builder.rules.events import Borrowed, Repaid, WagesPaid
from games.catalogue.master_builder.rules.moves import Borrow, LoanType, Repay
from games.catalogue.master_builder.rules.table import Table
from games.catalogue.master_builder.rules.types import LOAN_TYPES, State
from games.engine.errors import IllegalMove
from games.engine.types import Seat


def due(table: Table | State, seat: Seat) -> int:
    """The wages that a player pays in a round."""
    return min(table.sheet.wage_limit, table.firms[seat].wages)


def run(table: Table) -> bool:
    """Pay the wages of players who can pay; True if somebody must choose a loan first."""
    for seat in table.owing:
        _borrow_without_choice(table, seat)
        if table.firms[seat].cash >= due(table, seat):
            amount = due(table, seat)
            table.pay(seat, amount)
            table.owing = tuple(each for each in table.owing if each != seat)
            table.emit(WagesPaid(turn=table.round, seat=seat, amount=amount, cash=table.firms[seat].cash))
    return bool(table.owing)


def _borrow_without_choice(table: Table, seat: Seat) -> None:
    """Take loans if only one type is left, so that there is no choice. Only for the first player who needs one: the
    others see the remaining loans afterwards.
    """
    while table.owing[0] == seat and table.firms[seat].cash < due(table, seat) and len(on_hand(table)) == 1:
        _lend(table, seat, on_hand(table)[0])


def on_hand(table: Table | State) -> tuple[LoanType, ...]:
    """The types of IOU that can be taken now. If the bank has none left, small ones are unlimited."""
    left = tuple(loan for loan in LOAN_TYPES if in_stock(table, loan))
    return left or ("small",)


def in_stock(table: Table | State, loan: LoanType) -> int:
    """The number of IOUs of a type that the bank has."""
    return max(0, table.sheet.loan(loan).supply - sum(firm.open_loans(loan) for firm in table.firms))


def choosing_seats(table: Table | State) -> tuple[Seat, ...]:
    """The seats that must choose a loan now. All of them are asked if the bank has enough for any choice, else the
    first in turn order.
    """
    poor = [(seat, due(table, seat) - table.firms[seat].cash) for seat in table.owing]
    small = sum(-(-short // table.sheet.loans.small.cash) for _, short in poor)
    large = sum(-(-short // table.sheet.loans.large.cash) for _, short in poor)
    if small <= in_stock(table, "small") and large <= in_stock(table, "large"):
        return tuple(seat for seat, _ in poor)
    return tuple(seat for seat, _ in poor[:1])


def borrow(table: Table, seat: Seat, move: Borrow) -> None:
    """Take one IOU for the wages."""
    if move.loan not in on_hand(table):
        raise IllegalMove("no_such_loan_left", loan=move.loan)
    _lend(table, seat, move.loan)


def _lend(table: Table, seat: Seat, loan: LoanType) -> None:
    _count(table, seat, loan, 1)
    cash = table.sheet.loan(loan).cash
    table.pay(seat, -cash)
    table.emit(Borrowed(turn=table.round, seat=seat, loan=loan, amount=cash))


def _count(table: Table, seat: Seat, loan: LoanType, change: int) -> None:
    left = table.firms[seat].open_loans(loan) + change
    table.change(seat, **{loan: left})


def price(table: Table | State, loan: LoanType) -> int:
    """The price of repaying an IOU, which rises once the contract deck is empty."""
    terms = table.sheet.loan(loan)
    return terms.early if table.deck_left else terms.late


def repayable(table: Table | State, seat: Seat) -> tuple[LoanType, ...]:
    """The types of IOU that a player may repay now. It may do so at any time, but not with the money for its highest
    bid.
    """
    firm, auction = table.firms[seat], table.market.auction
    bound = auction.price if auction is not None and auction.leader == seat else 0
    return tuple(loan for loan in LOAN_TYPES if firm.open_loans(loan) and firm.cash - price(table, loan) >= bound)


def repay(table: Table, seat: Seat, move: Repay) -> None:
    """Repay an IOU."""
    loan, firm = move.loan, table.firms[seat]
    cost = price(table, loan)
    if not firm.open_loans(loan):
        raise IllegalMove("no_such_loan_open", loan=loan)
    if firm.cash < cost:
        raise IllegalMove("price_over_cash", price=cost, cash=firm.cash)
    if loan not in repayable(table, seat):
        raise IllegalMove("money_is_bid", price=cost, cash=firm.cash)
    _count(table, seat, loan, -1)
    table.pay(seat, cost)
    table.emit(Repaid(turn=table.round, seat=seat, loan=loan, amount=cost, late=not table.deck_left))


def debts(table: Table | State, seat: Seat) -> int:
    """The cost of a player's open loans."""
    return sum(table.firms[seat].open_loans(loan) * price(table, loan) for loan in LOAN_TYPES)

"""A player's finances from public information: the score if the match ended now, and coming wages and income."""

from dataclasses import dataclass

from games.catalogue.master_builder.rules.moves import LoanType
from games.catalogue.master_builder.rules.sites import all_of
from games.catalogue.master_builder.rules.types import LOAN_TYPES
from games.catalogue.master_builder.rules.view import View


@dataclass(frozen=True)
class Unfinished:
    """A contract that is not finished. `brings` is the bank's payment for it if the match ended now."""

    contract: int
    missing: int
    payment: int
    brings: int


@dataclass(frozen=True)
class Finances:
    """A player's finances in k. `wages` are due in each round; `loans` are (type, number, cost of repayment)."""

    cash: int
    wages: int
    unfinished: tuple[Unfinished, ...]
    loans: tuple[tuple[LoanType, int, int], ...]

    @property
    def partial(self) -> int:
        """The payments for unfinished contracts if the match ended now."""
        return sum(site.brings for site in self.unfinished)

    @property
    def debts(self) -> int:
        """The present cost of repaying all open loans."""
        return sum(cost for _loan, _number, cost in self.loans)

    @property
    def score(self) -> int:
        """The score if the match ended now."""
        return self.cash + self.partial - self.debts


def repay_price(view: View, loan: LoanType) -> int:
    """The present price of repaying an IOU, which rises once the contract deck is empty."""
    terms = view.sheet.loan(loan)
    return terms.early if view.deck_left else terms.late


def in_bank(view: View, loan: LoanType) -> int:
    """The number of IOUs of a type that the bank still has."""
    lent = sum(firm.small if loan == "small" else firm.large for firm in view.firms)
    return max(0, view.sheet.loan(loan).supply - lent)


def finances_of(view: View, seat: int) -> Finances:
    """A player's finances from the view of any seat, as all of it is public."""
    firm, sheet = view.firms[seat], view.sheet
    sites = []
    for site in firm.sites:
        contract = sheet.contract(site.contract)
        missing = (all_of(contract) & ~site.standing).bit_count()
        if missing:
            brings = max(0, contract.payment - sheet.unfinished_section * missing)
            sites.append(Unfinished(site.contract, missing, contract.payment, brings))
    loans = tuple(
        (loan, number, number * repay_price(view, loan))
        for loan in LOAN_TYPES
        if (number := firm.small if loan == "small" else firm.large)
    )
    return Finances(firm.cash, min(sheet.wage_limit, firm.wages), tuple(sites), loans)


@dataclass(frozen=True)
class Forecast:
    """A forecast in k: this round's wages, wages of the present crew in the remaining `rounds`, and payments of all
    open contracts.
    """

    cash: int
    wages: int
    rounds: int
    payments: int

    @property
    def all_wages(self) -> int:
        """Wages from now to the end."""
        return self.rounds * self.wages

    @property
    def at_the_end(self) -> int:
        """Cash at the end if every contract of today is finished and nobody is hired or fired."""
        return self.cash + self.payments - self.all_wages


def forecast(view: View, seat: int) -> Forecast:
    """A player's forecast from the view of any seat. After construction, the wages of the round may be paid already."""
    now = finances_of(view, seat)
    paid = view.phase == "over" or (view.phase == "wages" and seat not in view.owing)
    rounds = 0 if view.phase == "over" else view.last_round - view.round + (not paid)
    return Forecast(
        cash=now.cash,
        wages=0 if view.phase == "over" else now.wages,
        rounds=rounds,
        payments=sum(site.payment for site in now.unfinished),
    )

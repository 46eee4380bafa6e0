"""Tables of contracts with price and worth, and of loans with their cost."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.catalogue.master_builder import cards, names
from games.catalogue.master_builder.facts import Facts
from games.catalogue.master_builder.facts.tables import ContractFacts, LoanFacts
from games.catalogue.master_builder.rules.scenario import Scenario
from games.ui.faces import RoleName


@dataclass(frozen=True)
class ContractRow:
    """A contract: price, next highest bid, income, wages spent on it, and the remaining gain."""

    name: str
    role: RoleName
    round: int
    price: str
    runner_up: str
    brought: str
    labour: str
    gain: str
    built: str
    lost_money: bool


def contract_rows(scenario: Scenario, facts: Facts, roles: Sequence[RoleName]) -> list[ContractRow]:
    """The rows of contracts, greatest gain first."""
    order = sorted(facts.contracts, key=lambda each: (-each.gain, each.contract))
    return [_contract(scenario, each, roles[each.seat]) for each in order]


def _contract(scenario: Scenario, line: ContractFacts, role: RoleName) -> ContractRow:
    sections = len(scenario.contracts[line.contract - 1].sections)
    words = {"built": line.sections, "sections": sections, "round": line.finished}
    text = _("finished in round %(round)d") if line.finished is not None else _("%(built)d of %(sections)d sections")
    runner_up = {"last": _("the last one left"), "forced": _("had to buy")}.get(line.how, _("none"))
    return ContractRow(
        name=cards.contract(scenario, line.contract),
        role=role,
        round=line.round,
        price=names.k(line.price),
        runner_up=names.k(line.runner_up) if line.runner_up is not None else runner_up,
        brought=names.k(line.brought),
        labour=names.k(line.labour),
        gain=names.k(line.gain),
        built=text % words,
        lost_money=line.gain < 0,
    )


def unsold_words(scenario: Scenario, facts: Facts) -> str:
    """Contracts that nobody bought; empty if there are none."""
    if not facts.unsold:
        return ""
    left = names.listed([cards.contract(scenario, each.contract) for each in facts.unsold])
    return _("Left the match unsold: %(contracts)s.") % {"contracts": left}


@dataclass(frozen=True)
class LoanRow:
    """A loan: the rounds of borrowing and repayment, and its cost."""

    role: RoleName
    words: str
    taken: int
    back: str
    cash: str
    cost: str
    interest: str


def loan_rows(facts: Facts, roles: Sequence[RoleName]) -> list[LoanRow]:
    """The rows of loans, by seat, oldest first."""
    return [_loan(each, roles[each.seat]) for each in facts.loans]


def _loan(line: LoanFacts, role: RoleName) -> LoanRow:
    back = _("round %(round)d") % {"round": line.repaid} if line.repaid is not None else _("still open at the end")
    return LoanRow(
        role, names.loan(line.loan), line.round, back, names.k(line.cash), names.k(line.cost), names.k(line.interest)
    )


def loan_words(facts: Facts) -> str:
    """The total cost of credit of all players."""
    if not facts.loans:
        return _("Nobody had to borrow.")
    words = {
        "cash": names.k(sum(each.cash for each in facts.loans)),
        "cost": names.k(sum(each.interest for each in facts.loans)),
    }
    return _("Together %(cash)s were borrowed, and that cost %(cost)s.") % words

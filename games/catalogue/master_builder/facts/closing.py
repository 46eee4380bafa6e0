"""The sums at the end of the fold."""

from games.catalogue.master_builder.facts.books import Books
from games.catalogue.master_builder.facts.folding import Folding
from games.catalogue.master_builder.facts.tables import ContractFacts, Facts, LoanFacts, PlayerFacts, RoundFacts
from games.catalogue.master_builder.rules.scenario import Loan
from games.engine.types import places


def close(folding: Folding) -> Facts:
    """The tables of the match so far. Open loans cost their present price of repayment."""
    loans = tuple(_loan(folding, line.done()) for books in folding.books for line in books.loans)
    contracts = tuple(_contract(folding, line.done()) for line in folding.contracts.values())
    rounds = [line.done() for books in folding.books for line in books.rounds]
    unfinished = [
        sum(_partly(folding, each) for each in contracts if each.seat == books.seat) for books in folding.books
    ]
    debts = [
        sum(each.cost for each in loans if each.seat == books.seat and each.repaid is None) for books in folding.books
    ]
    scores = tuple(books.cash + unfinished[books.seat] - debts[books.seat] for books in folding.books)
    order = places(scores)
    seats = tuple(
        _player(books, rounds, loans, contracts, unfinished[books.seat], debts[books.seat], order[books.seat])
        for books in folding.books
    )
    return Facts(
        players=len(folding.books),
        ended=folding.ended is not None,
        last_round=folding.last_round,
        rounds=tuple(sorted(rounds, key=lambda each: (each.round, each.seat))),
        contracts=contracts,
        unsold=tuple(folding.unsold),
        loans=loans,
        harm=tuple(line.done() for line in folding.harm.values()),
        seats=seats,
    )


def _loan(folding: Folding, line: LoanFacts) -> LoanFacts:
    """An open loan at its present price."""
    if line.repaid is not None:
        return line
    terms: Loan = getattr(folding.scenario.loans, line.loan)
    late = not folding.left
    return LoanFacts(line.seat, line.round, line.loan, line.cash, terms.late if late else terms.early, None, late)


def _partly(folding: Folding, line: ContractFacts) -> int:
    """The bank's payment at the end for an unfinished building."""
    contract = folding.scenario.contracts[line.contract - 1]
    missing = len(contract.sections) - line.sections
    return max(0, contract.payment - folding.scenario.unfinished_section * missing) if missing else 0


def _contract(folding: Folding, line: ContractFacts) -> ContractFacts:
    if line.finished is not None or folding.ended is None:
        return line
    fields = {name: getattr(line, name) for name in line.__struct_fields__}
    return ContractFacts(**fields | {"brought": _partly(folding, line)})


def _player(
    books: Books,
    rounds: list[RoundFacts],
    loans: tuple[LoanFacts, ...],
    contracts: tuple[ContractFacts, ...],
    unfinished: int,
    debts: int,
    place: int,
) -> PlayerFacts:
    own = [each for each in rounds if each.seat == books.seat]
    return PlayerFacts(
        seat=books.seat,
        cash=books.cash,
        unfinished=unfinished,
        debts=debts,
        score=books.cash + unfinished - debts,
        place=place,
        income=sum(each.income for each in own),
        bids=sum(each.bids for each in own),
        wages=sum(each.wages for each in own),
        idle_wages=sum(each.idle_wages for each in own),
        down_wages=sum(each.down_wages for each in own),
        interest=sum(each.interest for each in loans if each.seat == books.seat),
        finished=sum(each.finished is not None for each in contracts if each.seat == books.seat),
        hired=books.hired,
        fired=books.fired,
    )

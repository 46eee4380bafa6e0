"""The quantities of a match, and the change of each by each event: money and wages (k), built sections, the deck."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from games.catalogue.master_builder.rules import events
from games.catalogue.master_builder.rules.scenario import Scenario
from games.catalogue.master_builder.rules.view import FirmView, View
from games.engine.ledger import GIVEN, START, Account, Accounts, Holder, Posting, Posts, common


class Terms(NamedTuple):
    """The scenario, and the known events of the match, which tell the wages of workers who leave."""

    scenario: Scenario
    record: tuple[Any, ...]


def _firms(figure: Callable[[FirmView], int]) -> Callable[[View], Mapping[Holder, int]]:
    return lambda view: {seat: figure(firm) for seat, firm in enumerate(view.firms)}


def _flow(column: str, amount: Callable[[Any], int]) -> Posts:
    """Money received (negative: paid) by the seat of the event. The reason is the column of the debrief's rounds."""
    return lambda event, terms: (Posting(event.seat, amount(event), column),)


def _start_money(event: events.MatchBegun, terms: Terms) -> Iterator[Posting]:
    for seat in range(event.players):
        yield Posting(seat, event.cash, GIVEN)


def _award(event: events.Won, terms: Terms) -> Iterator[Posting]:
    yield Posting(event.seat, -event.price, "bids")
    if event.bonus:
        yield Posting(event.seat, event.bonus, "bonuses")


def _rent(event: events.Rented, terms: Terms) -> Iterator[Posting]:
    yield Posting(event.owner, event.price, "rent")
    yield Posting(event.renter, -event.price, "rent")


def _raised(event: events.WagesRaised, terms: Terms) -> Iterator[Posting]:
    yield Posting(event.seat, event.amount * len(event.workers))


def _left(event: events.Left, terms: Terms) -> Iterator[Posting]:
    """The wage of a worker who left: the card's wage and the raises since the worker was hired."""
    wage = next(each.wage for each in terms.scenario.workers if each.id == event.worker)
    raised = 0
    for earlier in terms.record:
        if isinstance(earlier, events.WagesRaised) and event.worker in earlier.workers:
            raised += earlier.amount
        elif isinstance(earlier, events.Left) and earlier.worker == event.worker:
            if earlier == event:
                break
            raised = 0
    yield Posting(event.seat, -wage - raised)


def _section(event: events.Work, terms: Terms) -> Iterator[Posting]:
    ids = [section.id for section in terms.scenario.contracts[event.contract - 1].sections]
    yield Posting(event.contract, 1 << ids.index(event.section))


def _built(view: View) -> Mapping[Holder, int]:
    found: dict[Holder, int] = dict.fromkeys(range(1, len(view.sheet.contracts) + 1), 0)
    return found | {site.contract: site.standing for firm in view.firms for site in firm.sites}


MONEY: Final = Account(
    "money",
    _firms(lambda firm: firm.cash),
    {
        events.MatchBegun: _start_money,
        events.StackPaid: _flow("fees", lambda event: -event.fee),
        events.Won: _award,
        events.PaidOff: _flow("paid_off", lambda event: -event.amount),
        events.MoneyBrought: _flow("brought", lambda event: event.amount),
        events.Rented: _rent,
        events.Finished: _flow("income", lambda event: event.payment),
        events.Borrowed: _flow("borrowed", lambda event: event.amount),
        events.Repaid: _flow("repaid", lambda event: -event.amount),
        events.WagesPaid: _flow("wages", lambda event: -event.amount),
    },
)
WAGES: Final = Account(
    "wages",
    _firms(lambda firm: firm.wages),
    {
        events.Hired: _flow("", lambda event: event.wage),
        events.WagesRaised: _raised,
        events.Left: _left,
    },
)
SECTIONS: Final = Account("sections", _built, {events.Work: _section})
"""The built sections of a contract, by its number: the sum of their bits."""
DECK: Final = Account(
    "deck",
    lambda view: {None: view.deck_left},
    {
        events.MatchBegun: lambda event, terms: (Posting(None, event.contracts, START),),
        events.Revealed: common(lambda event: -len(event.contracts)),
    },
)


def _terms(scenario: Scenario, view: View, record: Iterable[Any]) -> Terms:
    return Terms(scenario, tuple(record))


ACCOUNTS: Final = Accounts((MONEY, WAGES, SECTIONS, DECK), _terms)

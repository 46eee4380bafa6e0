"""The quantities of a match, and the change of each by each event: purses (k), stocks, tokens, counters, added cards.
The terms are the sheet.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from games.catalogue.domego.rules.events import (
    ActivityEnded,
    Allocated,
    Bankrupt,
    Bought,
    BrokenOff,
    EffectApplied,
    EffectDeferred,
    InstalmentPaid,
    Paid,
)
from games.catalogue.domego.rules.sheet import Sheet
from games.catalogue.domego.rules.types import Firm
from games.catalogue.domego.rules.view import View, firm_before
from games.engine.ledger import Account, Accounts, Holder, Posting, common, own

NEW_FIRM: Final = "new_firm"
"""The reason of the money that a new firm begins with."""


def _firms(figure: Callable[[Firm], int]) -> Callable[[View], Mapping[Holder, int]]:
    """A figure of each firm before its open placement, which is paid when the activity resolves."""
    return lambda view: {seat: figure(firm_before(view, seat)) for seat in range(len(view.firms))}


def _counter(figure: Callable[[View], int], added: Callable[[ActivityEnded], int], key: str) -> Account:
    return Account(key, lambda view: {None: figure(view)}, {ActivityEnded: common(added)})


def _money(event: Any, sheet: Sheet) -> Iterator[Posting]:
    match event:
        case Bought() | Allocated() if event.paid:
            yield from own(lambda each: -each.paid)(event, sheet)
        case EffectApplied() if event.paid or event.k:
            yield Posting(event.seat, -event.paid - event.k)
        case Paid() | InstalmentPaid():
            yield Posting(event.seat, event.by_bank - event.amount)
            yield Posting(event.payee, event.amount)
        case Bankrupt():
            yield Posting(event.seat, -event.lost_money)
            yield Posting(event.seat, event.amount, NEW_FIRM)
            if event.payer is not None:
                yield Posting(event.payer, event.by_bank - event.amount)


def _cubes(event: EffectApplied, sheet: Sheet) -> Iterator[Posting]:
    if event.cubes:
        yield Posting(event.seat, event.bought - event.cubes)


def _tokens(event: BrokenOff, sheet: Sheet) -> Iterator[Posting]:
    yield Posting(event.payer, 1)
    yield Posting(event.payee, 1)


def _deferred(event: EffectDeferred, sheet: Sheet) -> Iterator[Posting]:
    if event.op == "risk":
        yield Posting(event.activity - 1, event.amount)


MONEY: Final = Account(
    "money",
    _firms(lambda firm: firm.money),
    dict.fromkeys((Bought, Paid, InstalmentPaid, Allocated, EffectApplied, Bankrupt), _money),
    lambda sheet: {seat: role.start_money for seat, role in enumerate(sheet.roles)},
)
STOCK: Final = Account(
    "stock",
    _firms(lambda firm: firm.stock),
    {
        Bought: own(lambda event: event.quantity),
        Allocated: own(lambda event: event.bought - event.cubes),
        EffectApplied: _cubes,
        Bankrupt: own(lambda event: -event.lost_stock),
    },
)
BANKRUPTCIES: Final = Account("bankruptcies", _firms(lambda firm: firm.bankruptcies), {Bankrupt: own(lambda event: 1)})
FAILED: Final = Account("failed", _firms(lambda firm: firm.failed), {BrokenOff: _tokens})
BANK: Final = Account(
    "bank",
    lambda view: {},
    {
        Bought: common(lambda event: -event.paid),
        Paid: common(lambda event: event.by_bank),
        InstalmentPaid: common(lambda event: event.by_bank),
        Allocated: common(lambda event: -event.paid),
        EffectApplied: common(lambda event: -event.paid - event.k),
        Bankrupt: common(lambda event: event.by_bank - event.lost_money),
    },
    internal=True,
)
"""The k that the bank has paid out, less its receipts. No view shows it; purses and bank together never change."""
DELAY: Final = _counter(lambda view: view.delay, lambda event: event.days, "delay")
COST: Final = _counter(lambda view: view.cost, lambda event: event.cost, "cost")
FAILURES: Final = _counter(lambda view: view.failures, lambda event: event.cards, "failures")
COUNTERS: Final = (DELAY, COST, FAILURES)
"""In the order of `Goals`."""
POSSESSIONS: Final = (MONEY, STOCK, BANKRUPTCIES, FAILED)
"""In the order of the fields of `Firm`."""
ADDED: Final = Account("added", lambda view: dict(enumerate(view.added)), {EffectDeferred: _deferred})
"""The cards that earlier cards add to an activity, by its index."""


def _sheet(scenario: Any, view: View, record: Any) -> Sheet:
    return view.sheet


ACCOUNTS: Final = Accounts((*POSSESSIONS, BANK, *COUNTERS, ADDED), _sheet)

"""A mutable state, used inside one `apply` only; `close` makes the next state from it."""

from typing import Any

from msgspec.structs import replace

from games.catalogue.domego.rules.moves import Allocate
from games.catalogue.domego.rules.sheet import Activity, Sheet
from games.catalogue.domego.rules.types import Firm, Phase, State, Talk, Waiting
from games.engine.types import Event, Outcome


class Ledger:
    """The purses, counters and events that one move changes. Roles are seats; the current activity is `activity`."""

    __slots__ = (
        "activity", "added", "bankrupt", "buyers", "cost", "delay", "drawn", "events", "failures", "firms", "phase",
        "placed", "prices", "sheet", "state", "talks", "turn", "waiting",
    )  # fmt: skip

    def __init__(self, state: State) -> None:
        self.state = state
        self.sheet: Sheet = state.sheet
        self.turn: int = state.turn
        self.activity: Activity = state.sheet.activities[state.turn - 1]
        self.phase: Phase = state.phase
        self.delay: int = state.delay
        self.cost: int = state.cost
        self.failures: int = state.failures
        self.firms: list[Firm] = list(state.firms)
        self.buyers: tuple[int, ...] = state.buyers
        self.talks: list[Talk] = list(state.talks)
        self.placed: tuple[Allocate | None, ...] = state.placed
        self.bankrupt: tuple[bool, ...] = state.bankrupt
        self.added: tuple[int, ...] = state.added
        self.waiting: tuple[Waiting, ...] = state.waiting
        self.prices: tuple[int | None, ...] = state.prices
        self.drawn: tuple[tuple[str, ...], ...] = state.drawn
        self.events: list[Event] = []

    def close(self) -> Outcome:
        """The next state, with the events of the move."""
        given = self.state
        state = State(
            self.sheet, given.decks, given.options, self.turn, self.phase, self.delay, self.cost, self.failures,
            tuple(self.firms), self.buyers, tuple(self.talks), self.placed, self.bankrupt, self.added, self.waiting,
            self.prices, self.drawn,
        )  # fmt: skip
        return Outcome(state, tuple(self.events))

    def emit(self, event: Any) -> None:
        """Add an event."""
        self.events.append(event)

    def give(self, role: int, amount: int) -> None:
        """Add money (k) to a purse; a negative amount is taken from it."""
        firm = self.firms[role]
        self.firms[role] = Firm(firm.money + amount, firm.stock, firm.bankruptcies, firm.failed)

    def pay(self, payer: int, payee: int, amount: int) -> int:
        """Move a debt (k) between purses. If the payer holds less, it gives all its money, and the bank pays the rest.
        The result is the bank's share.
        """
        by_bank = max(0, amount - self.firms[payer].money)
        self.give(payer, by_bank - amount)
        self.give(payee, amount)
        return by_bank

    def take_failed_token(self, role: int) -> None:
        """Give a role one failed-negotiation token."""
        self.firms[role] = replace(self.firms[role], failed=self.firms[role].failed + 1)


def changed(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    """The tuple with one place changed."""
    return (*items[:index], item, *items[index + 1 :])

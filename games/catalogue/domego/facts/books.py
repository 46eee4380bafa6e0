"""Book-keeping: purses, stocks, tokens and counters rebuilt from events alone."""

from collections.abc import Sequence

from games.catalogue.domego.rules import events
from games.catalogue.domego.rules.sheet import Goals, Sheet


class Books:
    """The possessions of every role and the counters, after the events added so far."""

    def __init__(self, sheet: Sheet) -> None:
        roles = range(len(sheet.roles))
        self.money = [role.start_money for role in sheet.roles]
        self.stock = [0 for _ in roles]
        self.bankruptcies = [0 for _ in roles]
        self.failed = [0 for _ in roles]
        self.reached = Goals(0, 0, 0)
        self.bank = 0
        """The k that the bank has paid out, less its receipts."""

    def add(self, event: events.DomegoEvent) -> None:
        """Enter the changes by an event."""
        match event:
            case events.Bought() | events.Allocated():
                self._purchase(event)
            case events.Paid() | events.InstalmentPaid():
                self._transfer(event.seat, event.payee, event.amount, event.by_bank)
            case events.BrokenOff():
                self.failed[event.payer] += 1
                self.failed[event.payee] += 1
            case events.Bankrupt():
                self._bankruptcy(event)
            case events.EffectApplied():
                self._effect(event)
            case events.ActivityEnded():
                self.reached = event.after

    def entries(self) -> Sequence[tuple[int, int, int, int]]:
        """Tuples (money, stock, bankruptcies, failed negotiations) by seat."""
        return list(zip(self.money, self.stock, self.bankruptcies, self.failed, strict=True))

    def _purchase(self, event: events.Bought | events.Allocated) -> None:
        seat = _seat(event)
        bought, spent = (event.quantity, 0) if isinstance(event, events.Bought) else (event.bought, event.cubes)
        self.stock[seat] += bought - spent
        self._to_bank(seat, event.paid)

    def _to_bank(self, seat: int, amount: int) -> None:
        self.money[seat] -= amount
        self.bank -= amount

    def _transfer(self, payer: int | None, payee: int, amount: int, by_bank: int) -> None:
        if payer is not None:
            self.money[payer] -= amount - by_bank
        self.money[payee] += amount
        self.bank += by_bank

    def _bankruptcy(self, event: events.Bankrupt) -> None:
        seat = _seat(event)
        self._to_bank(seat, event.lost_money)
        self.stock[seat] = 0
        self.bankruptcies[seat] += 1
        self._transfer(event.payer, seat, event.amount, event.by_bank)

    def _effect(self, event: events.EffectApplied) -> None:
        if event.seat is not None and event.how == "done":
            self.stock[event.seat] += event.bought - event.cubes
            self._to_bank(event.seat, event.paid + event.k)


def _seat(event: events.DomegoEvent) -> int:
    if event.seat is None:
        raise ValueError(f"nobody is concerned: {event}")
    return event.seat

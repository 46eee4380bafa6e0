"""The possessions of a player, rebuilt from events: money, crew, buildings, loans."""

from typing import Any, Final

from games.catalogue.master_builder.facts.tables import HarmFacts, LoanFacts, RoundFacts

SIGNED: Final = ("rent", "brought")
"""The columns that may be below zero."""


class Hand:
    """A worker of a player. `raises` are pairs (harm, amount a round) of the events that raised the wage."""

    def __init__(self, worker: str, wage: int) -> None:
        self.worker, self.wage = worker, wage
        self.state = "free"
        """In this round: free, busy, let, or down."""
        self.raises: list[tuple[Line, int]] = []
        self.kept_by: Line | None = None
        """The event that makes the worker unavailable in this round."""


class Line:
    """A mutable line of a table."""

    def __init__(self, kind: Any, **fields: Any) -> None:
        self.kind, self.fields = kind, fields

    def add(self, **amounts: int) -> None:
        """Add to some numbers of the line."""
        for name, amount in amounts.items():
            self.fields[name] = self.fields.get(name, 0) + amount

    def set(self, **fields: Any) -> None:
        """Set some fields of the line."""
        self.fields |= fields

    def done(self) -> Any:
        """An immutable copy of the line."""
        return self.kind(**self.fields)


class Books:
    """One player's books."""

    def __init__(self, seat: int, cash: int) -> None:
        self.seat, self.cash = seat, cash
        self.crew: list[Hand] = []
        self.sites: dict[int, int] = {}
        """The masks of built sections, by contract."""
        self.loans: list[Line] = []
        self.rounds: list[Line] = []
        self.hired = self.fired = 0

    def begin(self, round_: int) -> None:
        """Begin a new round: all workers are free again."""
        self.rounds.append(Line(RoundFacts, round=round_, seat=self.seat, start=self.cash, end=self.cash))
        for hand in self.crew:
            hand.state, hand.kept_by = "free", None

    def flow(self, name: str, amount: int) -> None:
        """Add money that was received (negative: paid) to the column of this name."""
        self.cash += amount
        self.rounds[-1].add(**{name: amount if name in SIGNED else abs(amount)})
        self.rounds[-1].set(end=self.cash)

    def hand(self, worker: str) -> Hand:
        """A worker of the crew."""
        return next(hand for hand in self.crew if hand.worker == worker)

    def borrow(self, round_: int, loan: str, cash: int) -> None:
        """Add a new IOU."""
        self.loans.append(
            Line(LoanFacts, seat=self.seat, round=round_, loan=loan, cash=cash, cost=0, repaid=None, late=False)
        )

    def repay(self, round_: int, loan: str, cost: int, late: bool) -> None:
        """Repay the oldest IOU of a type."""
        line = next(each for each in self.loans if each.fields["loan"] == loan and each.fields["repaid"] is None)
        line.set(cost=cost, repaid=round_, late=late)

    def enter_wages(self) -> None:
        """Enter the wages of the round, by the state of the workers."""
        line = self.rounds[-1]
        for hand in self.crew:
            line.add(**{{"free": "idle"}.get(hand.state, hand.state): 1})
            if hand.state == "free":
                line.add(idle_wages=hand.wage)
            if hand.state == "down":
                line.add(down_wages=hand.wage)
                if hand.kept_by is not None:
                    hand.kept_by.add(down_wages=hand.wage)
            for harm, more in hand.raises:
                harm.add(extra_wages=more)


def new_harm(round_: int, number: int, event: str, seat: int, **more: bool) -> Line:
    """An empty line for an event and a player."""
    return Line(HarmFacts, round=round_, number=number, event=event, seat=seat, **more)

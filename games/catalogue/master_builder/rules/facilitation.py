"""Events that the facilitator brings: money from the bank and to it, a strike, dearer workers. README decision 27.

No event ends a phase, draws a card, or takes money that a player has bid or offered.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import UNSET

from games.catalogue.master_builder.rules import events as told
from games.catalogue.master_builder.rules.happenings import make_unavailable, raise_wages
from games.catalogue.master_builder.rules.scoring import scores
from games.catalogue.master_builder.rules.table import Table
from games.catalogue.master_builder.rules.types import Firm, Phase, State
from games.engine.draws import Draws
from games.engine.facilitation import Brought, Offer
from games.engine.types import Outcome, Result, Seat, places

MOST_MONEY: Final = 10
"""The most that each player receives from the town or pays to it, in k."""
MOST_ON_STRIKE: Final = 3
"""The most workers of each crew on strike."""
MOST_RISE: Final = 2
"""The most by which the wage of each worker rises, in k a round."""
PHASES: Final[Mapping[str, tuple[Phase, ...]]] = {
    "grant": ("hire", "contracts", "events", "rent", "plan"),
    "tax": ("hire", "plan"),
    "strike": ("hire", "contracts"),
    "wage_rise": ("hire", "contracts", "events", "rent", "plan"),
}
"""By event: the phases in which it can be brought. While wages are paid, an event could end the round."""


def on_site(firm: Firm) -> tuple[str, ...]:
    """The workers of a player who are not away in this round, in the order of hiring."""
    return tuple(each.worker for each in firm.crew if not each.down)


class MasterBuilderEvents:
    """See `games.engine.facilitation.Facilitation`."""

    def offers(self, state: State) -> tuple[Offer, ...]:
        """The events, in the order of a list. In round 1 everybody keeps the money and the wages for a first crew and
        a first contract. A player who has paid to look through a stack can still hire from it.
        """
        has_begun = state.round > 1 or state.phase not in ("hire", "contracts")
        most = {
            "grant": MOST_MONEY,
            "tax": min(MOST_MONEY, max(firm.cash for firm in state.firms)) if has_begun else 0,
            "strike": min(MOST_ON_STRIKE, max(len(on_site(firm)) for firm in state.firms)),
            "wage_rise": MOST_RISE if has_begun and any(firm.crew for firm in state.firms) else 0,
        }
        if state.hiring.looking is not None:
            del most["wage_rise"]
        return tuple(Offer(key, 1, high) for key, high in most.items() if high and state.phase in PHASES[key])

    def apply(self, state: State, brought: Brought, draws: Draws) -> Outcome:
        """All players get the event at once, in turn order. Open decisions stay open."""
        table = Table(state, draws)
        for seat in table.order:
            EFFECTS[brought.event](table, seat, brought.amount)
        return table.close()

    def turn(self, state: State) -> int:
        """The round."""
        return state.round

    def without(self, state: State, events: tuple[Any, ...]) -> Result:
        """The result less the money that events brought or took, and less the wages that a rise of theirs cost.
        Sections that a strike prevented, loans, and everything that players decided afterwards stay in.
        """
        share = Share(state.sheet.wage_limit)
        for event in events:
            share.add(event)
        reached = tuple(score - share.money[seat] for seat, score in enumerate(scores(state)))
        return Result(reached, places(reached))


class Share:
    """The money that events of the facilitator brought to each player, from all events of the match."""

    def __init__(self, wage_limit: int) -> None:
        self.money: Counter[Seat] = Counter()
        """By seat, in k: receipts less payments."""
        self._limit = wage_limit
        self._crews: dict[str, tuple[Seat, int, int]] = {}
        """By worker: the employer, the wage, and the part of it that events brought."""

    def add(self, event: Any) -> None:
        """Enter the next event."""
        seat: Seat = event.seat or 0
        match event:
            case told.MoneyBrought():
                self.money[seat] += event.amount
            case told.Hired():
                self._crews[event.worker] = (seat, event.wage, 0)
            case told.Left():
                del self._crews[event.worker]
            case told.WagesRaised():
                ours = 0 if event.brought is UNSET else event.amount
                for worker in event.workers:
                    _seat, wage, brought = self._crews[worker]
                    self._crews[worker] = (seat, wage + event.amount, brought + ours)
            case told.WagesPaid():
                self.money[seat] -= event.amount - self._usual_wages(seat)

    def _usual_wages(self, seat: Seat) -> int:
        """The wages that a player would pay without the rises of events."""
        usual = sum(wage - brought for employer, wage, brought in self._crews.values() if employer == seat)
        return min(self._limit, usual)


def _grant(table: Table, seat: Seat, amount: int) -> None:
    _give(table, seat, "grant", amount)


def _tax(table: Table, seat: Seat, amount: int) -> None:
    """A player who has less pays all the money left."""
    _give(table, seat, "tax", -min(amount, table.firms[seat].cash))


def _give(table: Table, seat: Seat, event: str, amount: int) -> None:
    if amount:
        table.pay(seat, -amount)
        table.emit(told.MoneyBrought(turn=table.round, seat=seat, event=event, amount=amount))


def _strike(table: Table, seat: Seat, amount: int) -> None:
    """The workers who were hired last are away."""
    make_unavailable(table, seat, on_site(table.firms[seat])[-amount:], chosen=False, brought="strike")


def _wage_rise(table: Table, seat: Seat, amount: int) -> None:
    workers = tuple(each.worker for each in table.firms[seat].crew)
    raise_wages(table, seat, workers, amount, granted=False, brought="wage_rise")


EFFECTS: Final[Mapping[str, Callable[[Table, Seat, int], None]]] = {
    "grant": _grant,
    "tax": _tax,
    "strike": _strike,
    "wage_rise": _wage_rise,
}
EVENTS: Final = MasterBuilderEvents()

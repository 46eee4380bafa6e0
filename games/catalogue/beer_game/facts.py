"""The tables of the debrief, computed from the stored events of a match alone."""

from collections.abc import Iterable, Sequence
from typing import Self

from games.catalogue.beer_game.rules.chains import chain_of
from games.catalogue.beer_game.rules.results import service
from games.catalogue.beer_game.rules.scenario import Scenario
from games.catalogue.beer_game.rules.types import (
    Begun,
    CostChanged,
    Demanded,
    Ended,
    FacilitatorEvent,
    Options,
    Ordered,
    Struck,
    Surged,
    Week,
)
from games.engine.facilitation import Brought
from games.engine.record import Record
from games.engine.types import Value


class EventFacts(Value, frozen=True):
    """An event of the facilitator in a week."""

    week: int
    event: str
    amount: int
    seat: int | None = None

    @classmethod
    def of(cls, event: FacilitatorEvent) -> Self:
        """The event as it was brought, so that a bonus has a positive amount."""
        match event:
            case Surged():
                return cls(event.turn, "surge", event.amount)
            case Struck():
                return cls(event.turn, "strike", event.weeks)
        return cls(event.turn, "bonus" if event.amount < 0 else "penalty", abs(event.amount), event.seat)

    @property
    def brought(self) -> Brought:
        """The move."""
        return Brought(self.event, self.amount, self.seat)

    @property
    def cost(self) -> int:
        """The cost that it adds to the stage of its seat."""
        return {"bonus": -self.amount, "penalty": self.amount}.get(self.event, 0)


class StageFacts(Value, frozen=True):
    """A stage by week, with an order for each finished week. `held` and `owed` are the pallets in stock and backlog,
    summed over the weeks. Variances are in hundredths, rounded down. `swing` is the variance of the orders in percent
    of that of the sites' demand. It is rounded down, and None if the demand was constant. Costs by hand are in `cost`,
    and not in `costs` by week.
    """

    seat: int
    chain: int
    orders: tuple[int, ...]
    incoming: tuple[int, ...]
    received: tuple[int, ...]
    shipped: tuple[int, ...]
    stock: tuple[int, ...]
    backlog: tuple[int, ...]
    costs: tuple[int, ...]
    by: tuple[str, ...]
    """The author of each order."""
    cost: int
    held: int
    owed: int
    variance: int
    swing: int | None
    service: int

    @property
    def net(self) -> tuple[int, ...]:
        """The stock by week, or below zero the backlog."""
        return tuple(stock - backlog for stock, backlog in zip(self.stock, self.backlog, strict=True))


class Facts(Value, frozen=True):
    """All tables of a match. `weeks` were planned, `done` have their orders; `ended` is True after the last one."""

    chains: tuple[int, ...]
    weeks: int
    done: int
    ended: bool
    demand: tuple[int, ...]
    stages: tuple[StageFacts, ...]
    brought: tuple[EventFacts, ...] = ()
    """The events of the facilitator."""

    def by_hand_in(self, chain: int) -> bool:
        """Did the facilitator change a cost in this chain?"""
        return any(each.seat is not None and self.stages[each.seat].chain == chain for each in self.brought)


def spread(values: Sequence[int]) -> int:
    """The variance of some numbers, times the square of their count."""
    return len(values) * sum(value * value for value in values) - sum(values) ** 2


def hundredths(values: Sequence[int]) -> int:
    """The variance of some numbers, in hundredths."""
    return 100 * spread(values) // len(values) ** 2 if values else 0


def facts(scenario: Scenario, options: Options, records: Iterable[Record]) -> Facts:
    """The events of a match by stage and week. `records` start with the set-up and may end anywhere."""
    weeks, ended, demand = options.weeks or scenario.weeks, False, list[int]()
    brought = list[EventFacts]()
    told: list[list[Week]] = [[] for _seat in range(scenario.seats)]
    ordered: list[list[tuple[int, str]]] = [[] for _seat in range(scenario.seats)]
    for record in records:
        for event in record.events:
            match event:
                case Begun():
                    weeks = event.weeks
                case Demanded():
                    demand.append(event.amount)
                case Week():
                    told[event.seat or 0].append(event)
                case Ordered():
                    ordered[event.seat or 0].append((event.amount, record.by))
                case Ended():
                    ended = True
                case Surged() | Struck() | CostChanged():
                    brought.append(EventFacts.of(event))
    by_hand = [sum(each.cost for each in brought if each.seat == seat) for seat in range(scenario.seats)]
    stages = tuple(
        _stage(scenario.chains, seat, told[seat], ordered[seat], demand, by_hand[seat])
        for seat in range(scenario.seats)
    )
    done = min(len(stage.orders) for stage in stages)
    return Facts(scenario.chains, weeks, done, ended, tuple(demand), stages, tuple(brought))


def _stage(
    chains: Sequence[int],
    seat: int,
    weeks: Sequence[Week],
    ordered: Sequence[tuple[int, str]],
    demand: Sequence[int],
    by_hand: int,
) -> StageFacts:
    orders = tuple(amount for amount, _by in ordered)
    asked = spread(demand[: len(orders)])
    backlogs = (0, *(week.backlog for week in weeks))
    at_once = sum(max(0, week.shipped - before) for week, before in zip(weeks, backlogs, strict=False))
    return StageFacts(
        seat=seat,
        chain=chain_of(chains, seat),
        orders=orders,
        incoming=tuple(week.incoming for week in weeks),
        received=tuple(week.received for week in weeks),
        shipped=tuple(week.shipped for week in weeks),
        stock=tuple(week.stock for week in weeks),
        backlog=tuple(week.backlog for week in weeks),
        costs=tuple(week.cost for week in weeks),
        by=tuple(by for _amount, by in ordered),
        cost=sum(week.cost for week in weeks) + by_hand,
        held=sum(week.stock for week in weeks),
        owed=sum(week.backlog for week in weeks),
        variance=hundredths(orders),
        swing=100 * spread(orders) // asked if asked else None,
        service=service(sum(week.incoming for week in weeks), at_once),
    )

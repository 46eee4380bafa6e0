"""Events that the facilitator brings: a surge of demand, a transport strike, and costs by hand. README decision 15."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from games.catalogue.beer_game.rules.chains import supplier
from games.catalogue.beer_game.rules.results import result_of
from games.catalogue.beer_game.rules.scenario import MOST_PALLETS, Demand
from games.catalogue.beer_game.rules.types import (
    Begun,
    CostChanged,
    Demanded,
    Order,
    Ordered,
    Stage,
    State,
    Struck,
    Surged,
    Week,
)
from games.catalogue.beer_game.rules.weeks import audience, end_week, first_week, hearers
from games.engine.draws import Draws, FastDraws
from games.engine.facilitation import Brought, Offer
from games.engine.types import Outcome, Result, Seat

MOST_SURGE: Final = 20
"""The most pallets that a surge adds to the demand of a week."""
MOST_BY_HAND: Final = 50
"""The most cost that is added to one stage or taken off."""


class BeerEvents:
    """See `games.engine.facilitation.Facilitation`. All of them work from the next week on, or at once on a cost."""

    def offers(self, state: State) -> tuple[Offer, ...]:
        """The events, in the order of the list. In the last week nothing comes after its orders. No cost falls below
        zero.
        """
        left, found = state.terms.weeks - state.week, list[Offer]()
        if left:
            found.append(Offer("surge", 1, min(MOST_SURGE, MOST_PALLETS - state.demand.usual(state.week + 1))))
        if any(stage.transit[0] for seat, stage in enumerate(state.stages) if _is_delivered(state, seat)):
            found.append(Offer("strike", 1, min(left, state.terms.shipping_delay - 1)))
        for seat, stage in enumerate(state.stages):
            found.append(Offer("bonus", 1, min(MOST_BY_HAND, stage.cost), seat))
            found.append(Offer("penalty", 1, MOST_BY_HAND, seat))
        return tuple(each for each in found if each.low <= each.high)

    def apply(self, state: State, brought: Brought, draws: Draws) -> Outcome:
        return EFFECTS[brought.event](state, brought)

    def turn(self, state: State) -> int:
        """The week."""
        return state.week

    def without(self, state: State, events: tuple[Any, ...]) -> Result | None:
        """The result of the same orders without the events. The pallets of a surge are taken out of the demand, and at
        each stage out of its next orders. None for a match that is not over.
        """
        return result_of(_replayed(state, Past(events))) if state.over else None


class Past:
    """The record of a match, by week: the demand without surges, and by seat the customers' and the own orders."""

    def __init__(self, events: tuple[Any, ...]) -> None:
        self.begun: Begun | None = None
        self.demand: list[int] = []
        self.incoming: dict[tuple[int, Seat], int] = {}
        self.orders: dict[tuple[int, Seat], int] = {}
        more: Counter[int] = Counter()
        for event in events:
            match event:
                case Begun():
                    self.begun = event
                case Surged():
                    more[event.turn + 1] += event.amount
                case Demanded():
                    self.demand.append(max(0, event.amount - more[event.turn]))
                case Week():
                    self.incoming[event.turn, event.seat or 0] = event.incoming
                case Ordered():
                    self.orders[event.turn, event.seat or 0] = event.amount


def _replayed(state: State, past: Past) -> State:
    """The end of the same match without its events."""
    if past.begun is None:
        raise ValueError("the record has no beginning")
    draws, demand = FastDraws(0), Demand(tuple(past.demand))
    now, _events = first_week(state.terms, state.options, demand, past.begun, draws)
    less: Counter[Seat] = Counter()
    """By seat: the pallets that its customer ordered less, and that it has not ordered less yet."""
    while not now.over:
        orders = {}
        for seat, stage in enumerate(now.stages):
            less[seat] += past.incoming[now.week, seat] - stage.incoming
            made = past.orders[now.week, seat]
            orders[seat] = Order(max(0, made - less[seat]))
            less[seat] -= made - orders[seat].amount
        now = end_week(now, orders, draws).state
    return now


def _is_delivered(state: State, seat: Seat) -> bool:
    """Do lorries bring the stage's pallets? A factory makes its own."""
    return supplier(state.terms.chains, seat) is not None


def _surge(state: State, brought: Brought) -> Outcome:
    """The pattern of the demand gets a number for each week, so that one week can have more."""
    pattern = [state.demand.usual(week) for week in range(1, state.terms.weeks + 1)]
    pattern[state.week] += brought.amount
    surged = Surged(turn=state.week, audience=hearers(state), amount=brought.amount)
    return Outcome(replace(state, demand=replace(state.demand, pattern=tuple(pattern), then="last")), (surged,))


def _strike(state: State, brought: Brought) -> Outcome:
    stages = tuple(
        _held(stage, brought.amount) if _is_delivered(state, seat) else stage for seat, stage in enumerate(state.stages)
    )
    return Outcome(replace(state, stages=stages), (Struck(turn=state.week, weeks=brought.amount),))


def _held(stage: Stage, weeks: int) -> Stage:
    """The stage with the deliveries of the next `weeks` weeks moved to the week after them."""
    late, transit = sum(stage.transit[:weeks]), stage.transit[weeks:]
    return replace(stage, transit=(*[0] * weeks, transit[0] + late, *transit[1:]))


def _bonus(state: State, brought: Brought) -> Outcome:
    return _changed_cost(state, brought.seat or 0, -brought.amount)


def _penalty(state: State, brought: Brought) -> Outcome:
    return _changed_cost(state, brought.seat or 0, brought.amount)


def _changed_cost(state: State, seat: Seat, amount: int) -> Outcome:
    stages = tuple(
        replace(stage, cost=stage.cost + amount) if each == seat else stage for each, stage in enumerate(state.stages)
    )
    changed = CostChanged(turn=state.week, seat=seat, audience=audience(state.options, seat), amount=amount)
    return Outcome(replace(state, stages=stages), (changed,))


EFFECTS: Final[Mapping[str, Callable[[State, Brought], Outcome]]] = {
    "surge": _surge,
    "strike": _strike,
    "bonus": _bonus,
    "penalty": _penalty,
}
EVENTS: Final = BeerEvents()

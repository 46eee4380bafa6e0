"""The state of a match, its options, moves and events. Quantities are pallets, costs whole units of money."""

from typing import Annotated, Literal

from msgspec import Meta

from games.catalogue.beer_game.rules.scenario import LEAST_WEEKS, MOST_WEEKS, Demand
from games.engine.types import Event, Move, Value

ROWS = 8
"""The number of weeks on a stage's record sheet."""

Information = Literal["own", "demand", "open"]


class Options(Value, frozen=True):
    """Switches of a match; None uses the scenario's value."""

    information: Information = "own"
    """The information of a seat: its own stage; also the demand of the sites; or everything."""
    weeks: Annotated[int, Meta(ge=LEAST_WEEKS, le=MOST_WEEKS)] | None = None
    order_delay: Annotated[int, Meta(ge=1, le=2)] | None = None
    capacity: Annotated[int, Meta(ge=1, le=999)] | None = None


class Terms(Value, frozen=True):
    """The fixed values of a match from the scenario and the options; names are those of `Scenario`."""

    chains: tuple[int, ...]
    weeks: int
    order_delay: int
    shipping_delay: int
    stock_cost: int
    backlog_cost: int
    most_order: int
    capacity: int | None
    par_cost: int
    par_service: int


class Row(Value, frozen=True):
    """A week of a stage's record sheet: deliveries, the customer's order, shipments, the stock or backlog after them,
    and its own order.
    """

    week: int
    received: int
    incoming: int
    shipped: int
    stock: int
    backlog: int
    ordered: int


class Stage(Value, frozen=True):
    """A seat's stage after deliveries and shipments of the week. `transit` arrives in the next weeks, the next first.
    `mail` are its orders that the supplier has not got yet, the oldest first. `waiting` is production that a factory's
    capacity has delayed. `ordered` is this week's order, None while it is pending. `asked` and `at_once` are the sums
    of the customer's orders and of the shipments in the same week.
    """

    stock: int
    backlog: int
    transit: tuple[int, ...]
    mail: tuple[int, ...]
    waiting: int = 0
    received: int = 0
    incoming: int = 0
    shipped: int = 0
    ordered: int | None = None
    asked: int = 0
    at_once: int = 0
    cost: int = 0
    rows: tuple[Row, ...] = ()


class State(Value, frozen=True):
    """The complete state of a match."""

    terms: Terms
    options: Options
    demand: Demand
    week: int
    asked: int
    """The demand of the sites in this week."""
    over: bool
    stages: tuple[Stage, ...]


class Order(Move, frozen=True):
    """Order pallets from the supplier; a factory starts production."""

    amount: Annotated[int, Meta(ge=0, le=999)]


class Begun(Event, frozen=True):
    """The match begins with `stock` pallets at each stage, and `flow` in each step of the way."""

    weeks: int
    stock: int
    flow: int


class Demanded(Event, frozen=True):
    """The sites order `amount` this week. Retailers see it; other stages do if the options say so."""

    amount: int


class Week(Event, frozen=True):
    """A week of a stage: deliveries, the customer's order, shipments, and its cost."""

    received: int
    incoming: int
    shipped: int
    stock: int
    backlog: int
    cost: int


class Ordered(Event, frozen=True):
    """`seat` orders for this week."""

    amount: int


class Ended(Event, frozen=True):
    """The match ends after the last week. Costs are by seat."""

    costs: tuple[int, ...]


class Surged(Event, frozen=True):
    """An event of the facilitator: the sites will ask for `amount` pallets more in the next week. Those who hear the
    demand see it.
    """

    amount: int


class Struck(Event, frozen=True):
    """An event of the facilitator: for `weeks` weeks no delivery arrives from another stage. All arrive in the week
    after.
    """

    weeks: int


class CostChanged(Event, frozen=True):
    """An event of the facilitator: the cost of `seat` changes by `amount`. A bonus is below zero."""

    amount: int


FacilitatorEvent = Surged | Struck | CostChanged
BeerEvent = Begun | Demanded | Week | Ordered | Ended | FacilitatorEvent

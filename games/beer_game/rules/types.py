"""State of a match, its options, moves and events. Quantities are pallets, costs whole units of money."""

from typing import Annotated, Literal

from msgspec import Meta

from games.beer_game.rules.scenario import LEAST_WEEKS, MOST_WEEKS, Demand
from games.engine.types import Event, Move, Value

ROWS = 8
"""Weeks that a stage's own record sheet keeps at hand."""

Information = Literal["own", "demand", "open"]


class Options(Value, frozen=True):
    """Switches of a match; None leaves what the scenario says."""

    information: Information = "own"
    """What a seat sees: its own stage; besides that the demand of the sites; or everything."""
    weeks: Annotated[int, Meta(ge=LEAST_WEEKS, le=MOST_WEEKS)] | None = None
    order_delay: Annotated[int, Meta(ge=1, le=2)] | None = None
    capacity: Annotated[int, Meta(ge=1, le=999)] | None = None


class Terms(Value, frozen=True):
    """What the scenario and the options fix for the whole match; the names are those of `Scenario`."""

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
    """A week of a stage's record sheet: what came in, was asked and left, what was there then, and its own order."""

    week: int
    received: int
    incoming: int
    shipped: int
    stock: int
    backlog: int
    ordered: int


class Stage(Value, frozen=True):
    """One seat's stage after deliveries and shipments of the week.

    `transit` comes in the next weeks, the nearest first; `mail` are own orders that the supplier has not got yet, the
    oldest first. `waiting` is a factory's production that its capacity has put off. `ordered` is this week's order,
    None while it is owed. `asked` and `at_once` sum up what the customer ordered and what left in that same week.
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
    """Everything that decides how a match goes on."""

    terms: Terms
    options: Options
    demand: Demand
    week: int
    asked: int
    """What the sites asked for this week."""
    over: bool
    stages: tuple[Stage, ...]


class Order(Move, frozen=True):
    """Order pallets from the supplier; a factory starts production."""

    amount: Annotated[int, Meta(ge=0, le=999)]


class Begun(Event, frozen=True):
    """The match begins: everywhere `stock` pallets lie, and `flow` are in each step of the way."""

    weeks: int
    stock: int
    flow: int


class Demanded(Event, frozen=True):
    """The sites ask for `amount` this week. The retailers know; the others if the options say so."""

    amount: int


class Week(Event, frozen=True):
    """A week of a stage: deliveries, the customer's order, shipments, and what it cost."""

    received: int
    incoming: int
    shipped: int
    stock: int
    backlog: int
    cost: int


class Ordered(Event, frozen=True):
    """A seat's order of this week."""

    amount: int


class Ended(Event, frozen=True):
    """The last week is over. Costs by seat."""

    costs: tuple[int, ...]


BeerEvent = Begun | Demanded | Week | Ordered | Ended

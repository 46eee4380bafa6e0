"""The format of a scenario file: the chains, their delays and costs, and the demand of the building sites."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from games.engine import codec
from games.engine.errors import ScenarioError
from games.engine.types import Text, Value

Bags = Annotated[int, Meta(ge=0, le=999)]
"""A number of whole pallets of cement."""
KEY = "beer_game"
LEAST_WEEKS, MOST_WEEKS = 3, 52


class Name(Value, frozen=True):
    """A text in both languages."""

    en: Text
    fr: Text


class Demand(Value, frozen=True):
    """The demand of the sites by week. After the last week of `pattern`, `then` repeats the last value or the whole
    pattern. A random draw changes each week by up to `spread` up or down, with equal chances.
    """

    pattern: Annotated[tuple[Bags, ...], Meta(min_length=1, max_length=MOST_WEEKS)]
    then: Literal["last", "again"] = "last"
    spread: Annotated[int, Meta(ge=0, le=50)] = 0

    def usual(self, week: int) -> int:
        """The demand of a week (from 1) without its draw."""
        if self.then == "again":
            return self.pattern[(week - 1) % len(self.pattern)]
        return self.pattern[min(week, len(self.pattern)) - 1]


class Scenario(Value, frozen=True):
    """A scenario file. `chains` has the number of stages of each chain. Seats count from the retailer of the first
    chain to its factory, then through the second chain. `flow` is the amount of all orders and deliveries before the
    first week.
    """

    format: Annotated[int, Meta(ge=1, le=1)]
    game: Text
    id: Text
    name: Name
    chains: Annotated[tuple[Annotated[int, Meta(ge=2, le=4)], ...], Meta(min_length=1, max_length=2)]
    weeks: Annotated[int, Meta(ge=LEAST_WEEKS, le=MOST_WEEKS)]
    demand: Demand
    stock: Bags = 12
    flow: Bags = 4
    order_delay: Annotated[int, Meta(ge=1, le=2)] = 1
    shipping_delay: Annotated[int, Meta(ge=1, le=3)] = 2
    stock_cost: Annotated[int, Meta(ge=0, le=20)] = 1
    backlog_cost: Annotated[int, Meta(ge=0, le=20)] = 2
    most_order: Annotated[int, Meta(ge=1, le=999)] = 200
    capacity: Annotated[int, Meta(ge=1, le=999)] | None = None
    """The pallets that a factory can start in a week; None: any number."""
    par_cost: Annotated[int, Meta(ge=1, le=999)] = 15
    """The target for the cost of a stage in a week, on average over a chain."""
    par_service: Annotated[int, Meta(ge=1, le=100)] = 80
    """The target for the percentage of the sites' demand delivered at once."""

    @property
    def seats(self) -> int:
        """The number of seats."""
        return sum(self.chains)


def load(text: bytes | str) -> Scenario:
    """The scenario of a file's text. Raises ScenarioError with the path of the first fault."""
    try:
        scenario: Scenario = codec.from_json(text, Scenario)
    except msgspec.ValidationError as fault:
        reason, _, path = str(fault).partition(" - at `")
        raise ScenarioError(path.rstrip("`").removeprefix("$").removeprefix(".") or "$", reason) from fault
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise ScenarioError("$", str(fault)) from fault
    if scenario.game != KEY:
        raise ScenarioError("game", "this is a scenario of another game")
    return scenario

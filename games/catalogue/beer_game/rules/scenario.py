"""The format of a scenario file: the chains, their delays and costs, and the demand of the building sites."""

from typing import Annotated, Literal

from msgspec import Meta

from games.engine import codec
from games.engine.errors import ScenarioError, fault
from games.engine.fields import label
from games.engine.types import Text, Value

MOST_PALLETS = 999
Bags = Annotated[int, Meta(ge=0, le=MOST_PALLETS)]
"""A number of whole pallets of cement."""
KEY = "beer_game"
LEAST_WEEKS, MOST_WEEKS = 3, 52


class Name(Value, frozen=True):
    """A text in both languages."""

    en: Annotated[Text, label("English")]
    fr: Annotated[Text, label("French")]


class Demand(Value, frozen=True):
    """The demand of the sites by week. After the last week of `pattern`, `then` repeats the last value or the whole
    pattern. A random draw changes each week by up to `spread` up or down, with equal chances.
    """

    pattern: Annotated[
        tuple[Annotated[Bags, label("Pallets")], ...],
        Meta(min_length=1, max_length=MOST_WEEKS),
        label("Pallets by week", "Week 1 first."),
    ]
    then: Annotated[
        Literal["last", "again"],
        label("After these weeks", names={"last": "the last number stays", "again": "from the first week again"}),
    ] = "last"
    spread: Annotated[
        int, Meta(ge=0, le=50), label("Chance, up or down", "0: the demand is as written.", "pallets")
    ] = 0

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
    name: Annotated[Name, label("Name")]
    chains: Annotated[
        tuple[Annotated[int, Meta(ge=2, le=4), label("Stages")], ...],
        Meta(min_length=1, max_length=2),
        label("Stages of each chain", "One or two chains of 2 to 4 stages, each played by one player."),
    ]
    weeks: Annotated[int, Meta(ge=LEAST_WEEKS, le=MOST_WEEKS), label("Length", "", "weeks")]
    demand: Annotated[Demand, label("Demand of the building sites")]
    stock: Annotated[Bags, label("Stock at the start", "In each store.", "pallets")] = 12
    flow: Annotated[Bags, label("On the way at the start", "On each step, and in each order.", "pallets")] = 4
    order_delay: Annotated[int, Meta(ge=1, le=2), label("Delay of an order", "", "weeks")] = 1
    shipping_delay: Annotated[
        int, Meta(ge=1, le=3), label("Delay of a delivery", "That of production, too.", "weeks")
    ] = 2
    stock_cost: Annotated[int, Meta(ge=0, le=20), label("Cost of a pallet in stock", "", "a week")] = 1
    backlog_cost: Annotated[int, Meta(ge=0, le=20), label("Cost of a pallet owed", "", "a week")] = 2
    most_order: Annotated[int, Meta(ge=1, le=999), label("Greatest order", "", "pallets")] = 200
    capacity: Annotated[
        Annotated[int, Meta(ge=1, le=999)] | None,
        label("A factory starts at most", "Empty: any number.", "pallets a week"),
    ] = None
    """The pallets that a factory can start in a week; None: any number."""
    par_cost: Annotated[int, Meta(ge=1, le=999), label("Target: cost at most", "", "per stage and week")] = 15
    """The target for the cost of a stage in a week, on average over a chain."""
    par_service: Annotated[
        int, Meta(ge=1, le=100), label("Target: delivered at once", "Of the demand of the sites, at least.", "%")
    ] = 80
    """The target for the percentage of the sites' demand delivered at once."""

    @property
    def seats(self) -> int:
        """The number of seats."""
        return sum(self.chains)


def load(text: bytes | str) -> Scenario:
    """The scenario of a file's text. Raises ScenarioError with all faults."""
    scenario: Scenario = codec.read_scenario(text, Scenario)
    if scenario.game != KEY:
        raise ScenarioError.of(fault("game", "this is a scenario of another game"))
    return scenario

"""The numbers of a scenario, by index, which a state carries instead of the scenario with its texts. A role's index is
its seat. An activity's index is its number less one. Money is in k, time in days, a cube is one resource.
"""

from typing import Literal

from games.engine.types import Value

Tiers = tuple[tuple[int, int], ...]
"""(cubes, gain) by tier number: number 0 is "no tier", (0, 0). Totals, not steps."""

Metric = Literal["delay", "cost", "failures", "delay_and_cost", "profit"]
Op = Literal["resources", "money", "delay", "risk"]


class Objective(Value, frozen=True):
    """A condition for points of a role. With `per_unit`, `points` are for each day, cube or card under the target, or
    for each k above `baseline`.
    """

    metric: Metric
    points: int
    per_unit: bool
    baseline: int = 0


class Role(Value, frozen=True):
    """An actor sheet. `required` is the number of cubes that the role must place in the whole project."""

    id: str
    start_money: int
    engaged_by: int | None
    objectives: tuple[Objective, ...]
    required: int
    replacement: tuple[int, ...]
    """The k for the firm that replaces a bankrupt one, by the activity of the bankruptcy."""


class Part(Value, frozen=True):
    """A role's line on an activity sheet."""

    role: int
    required: int
    risk: Tiers
    delay: Tiers


class Extremes(Value, frozen=True, array_like=True):
    """The best and worst effects of a deck's cards, by number of cards drawn (index 0: none), without naming a card.
    `fewest_days` and `most_days` concern this activity, the `later` ones all later activities together. The pairs of
    `most_added` and `most_removed` are (activity, cards), over the whole deck.
    """

    fewest_days: tuple[int, ...]
    most_days: tuple[int, ...]
    fewest_later_days: tuple[int, ...]
    most_later_days: tuple[int, ...]
    most_cost: tuple[int, ...]
    most_added: tuple[tuple[int, int], ...]
    most_removed: tuple[tuple[int, int], ...]


class Activity(Value, frozen=True):
    """An activity sheet. `buys` are roles, `talks` are contracts, both in sheet order."""

    days: int
    slots: int
    parts: tuple[Part, ...]
    buys: tuple[int, ...]
    talks: tuple[int, ...]
    part_of: tuple[int, ...]
    """The index of each role in `parts`, or -1."""
    deck: int
    extremes: Extremes


class Contract(Value, frozen=True):
    """A standard contract. `instalments`, for staged payment, are (activity number, percent) in order of time."""

    payer: int
    payee: int
    low: int
    high: int
    instalments: tuple[tuple[int, int], ...] = ()


class Goals(Value, frozen=True):
    """The three collective targets."""

    delay: int
    cost: int
    failures: int


class Effect(Value, frozen=True, array_like=True):
    """One effect of a card. `amount` is cubes, k, days or cards, according to `op`; `activity` is the one that it
    changes.
    """

    op: Op
    amount: int
    activity: int
    role: int | None = None


class Card(Value, frozen=True, array_like=True):
    """A risk card: effects in listed order."""

    id: str
    effects: tuple[Effect, ...]


class Sheet(Value, frozen=True):
    """All public numbers of the game; the decks are apart, as their cards are seen only when drawn."""

    roles: tuple[Role, ...]
    role_ids: tuple[str, ...]
    activities: tuple[Activity, ...]
    contracts: tuple[Contract, ...]
    """The contracts, the owner's first, then in the order of the activity sheets. Instalments are paid in this order.
    """
    goals: Goals
    low_price: int
    high_price: int
    bankruptcy_points: int
    failed_points: int
    subsidy: int
    minutes_one: int
    minutes_several: int


Decks = tuple[tuple[Card, ...], ...]
"""The decks by activity, in the order of the scenario file. Cards are drawn at random."""

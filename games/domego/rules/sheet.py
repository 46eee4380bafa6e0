"""The numbers of a scenario, by index: what a state carries instead of the scenario with its texts.

A role's index is its seat. An activity's index is its number less one. Money is in k, time in days, a cube is one
resource.
"""

from typing import Literal

from games.engine.types import Value

Tiers = tuple[tuple[int, int], ...]
"""(cubes, gain) by tier number: number 0 is "no tier", (0, 0). Totals, not steps."""

Metric = Literal["delay", "cost", "failures", "delay_and_cost", "profit"]
Op = Literal["resources", "money", "delay", "risk"]


class Objective(Value, frozen=True):
    """What a role gets points for.

    `per_unit`: `points` for each day, cube or card under the target, or for each k above `baseline`.
    """

    metric: Metric
    points: int
    per_unit: bool
    baseline: int = 0


class Role(Value, frozen=True):
    """An actor sheet. `required` is what the role must place in the whole project."""

    id: str
    start_money: int
    engaged_by: int | None
    objectives: tuple[Objective, ...]
    required: int
    replacement: tuple[int, ...]
    """By activity: what a firm taking over after a bankruptcy in that activity is paid, in k."""


class Part(Value, frozen=True):
    """A role's line on an activity sheet."""

    role: int
    required: int
    risk: Tiers
    delay: Tiers


class Extremes(Value, frozen=True, array_like=True):
    """What the cards of a deck do at best and at worst, by number of cards drawn (index 0: none). Names no card.

    `fewest_days` and `most_days` are those of this activity, the `later` ones those of later activities together.
    The pairs of `most_added` and `most_removed` are (activity, cards), over the whole deck.
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
    """By role: its index in `parts`, or -1."""
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
    """One effect of a card: `amount` is cubes, k, days or cards by `op`; `activity` is the one it works on."""

    op: Op
    amount: int
    activity: int
    role: int | None = None


class Card(Value, frozen=True, array_like=True):
    """A risk card: effects in listed order."""

    id: str
    effects: tuple[Effect, ...]


class Sheet(Value, frozen=True):
    """Everything on the table but the decks, whose cards are seen when they are drawn."""

    roles: tuple[Role, ...]
    role_ids: tuple[str, ...]
    activities: tuple[Activity, ...]
    contracts: tuple[Contract, ...]
    """The owner's first, then in the order in which the activity sheets name them: the order of instalments."""
    goals: Goals
    low_price: int
    high_price: int
    bankruptcy_points: int
    failed_points: int
    subsidy: int
    minutes_one: int
    minutes_several: int


Decks = tuple[tuple[Card, ...], ...]
"""By activity, in the order of the scenario file: the order of drawing is chance."""

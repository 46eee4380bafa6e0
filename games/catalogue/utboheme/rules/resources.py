"""The five resources, and handfuls of them as five numbers in the order of `RESOURCES`."""

from typing import Annotated, Final, Literal

from msgspec import Meta

Resource = Literal["beer", "sleep", "coffee", "course", "food"]
RESOURCES: Final[tuple[Resource, ...]] = ("beer", "sleep", "coffee", "course", "food")
INDEX: Final[dict[Resource, int]] = {resource: index for index, resource in enumerate(RESOURCES)}

Number = Annotated[int, Meta(ge=0, le=99)]
Cards = tuple[int, int, int, int, int]
NONE: Final[Cards] = (0, 0, 0, 0, 0)


def plus(one: Cards, other: Cards) -> Cards:
    """The sum of two handfuls."""
    return one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3], one[4] + other[4]


def minus(one: Cards, other: Cards) -> Cards:
    """The difference of two handfuls; numbers may fall below zero."""
    return one[0] - other[0], one[1] - other[1], one[2] - other[2], one[3] - other[3], one[4] - other[4]


def covers(hand: Cards, cost: Cards) -> bool:
    """True if a hand holds these cards."""
    return (
        hand[0] >= cost[0] and hand[1] >= cost[1] and hand[2] >= cost[2] and hand[3] >= cost[3] and hand[4] >= cost[4]
    )


def of_one(index: int, number: int) -> Cards:
    """This number of cards of one resource."""
    return tuple(number if each == index else 0 for each in range(5))  # type: ignore[return-value]


def lacking(hand: Cards, cost: Cards) -> dict[str, int]:
    """The cards that a hand lacks, by resource, for refusals."""
    return {RESOURCES[index]: cost[index] - hand[index] for index in range(5) if cost[index] > hand[index]}

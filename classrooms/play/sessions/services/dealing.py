"""Assigning hands of roles to people, at random or by rotation. These are pure functions: the same people, hands and
seed give the same result on every machine.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final

Hand = tuple[int, ...]
"""The seats that one person holds."""
Played = Mapping[tuple[int, str], int]
"""The number of times that a person held a role so far."""

TIE_BITS: Final = 32
COMMON: Final = 1 << (TIE_BITS + 12)
REPEATED: Final = 1 << (TIE_BITS + 24)
"""Weights: more than all ties, and than all of `COMMON`, of a table of 4,000 people together."""


def by_lot(people: Sequence[int], hands: Sequence[Hand], seed: str) -> list[tuple[int, Hand]]:
    """Give the hands in order to people in an order that depends on the seed only."""
    order = sorted(people, key=lambda person: (_tie(seed, f"person/{person}"), person))
    return list(zip(order, hands, strict=False))


def by_rotation(
    people: Sequence[int], hands: Sequence[Hand], roles: Sequence[str], played: Played, seed: str
) -> list[tuple[int, Hand]]:
    """Give each person a hand whose roles they held least so far; the whole table repeats as few roles as possible.

    There are at least as many hands as people. If bots take the remaining hands, roles that the team held least come
    first. By Ryser's theorem on Latin rectangles, nobody then repeats a role before having had all. The seed decides
    between equally good results.
    """
    order = sorted(people)
    by_all = [sum(played.get((person, role), 0) for person in order) for role in roles]
    is_common = [number > min(by_all) for number in by_all]
    costs = [
        [
            _repeats(person, hand, roles, played) * REPEATED
            + sum(is_common[seat] for seat in hand) * COMMON
            + _tie(seed, f"person/{person}/hand/{hand}")
            for hand in hands
        ]
        for person in order
    ]
    return [(person, hands[column]) for person, column in zip(order, assigned(costs), strict=True)]


def _repeats(person: int, hand: Hand, roles: Sequence[str], played: Played) -> int:
    """The distance of a hand's roles from those that the person held least."""
    held = [played.get((person, role), 0) for role in roles]
    return int(sum((held[seat] - min(held)) ** 2 for seat in hand))


def _tie(seed: str, label: str) -> int:
    return int.from_bytes(hashlib.sha256(f"{seed}/{label}".encode()).digest()[: TIE_BITS // 8])


def assigned(costs: Sequence[Sequence[int]]) -> list[int]:
    """A different column for each row, with the least sum of costs. Raises ValueError for fewer columns than rows."""
    row_at: dict[int, int] = {}
    for row in range(len(costs)):
        _take_in(costs, row_at, row)
    column_of = {row: column for column, row in row_at.items()}
    return [column_of[row] for row in range(len(costs))]


def _take_in(costs: Sequence[Sequence[int]], row_at: dict[int, int], new: int) -> None:
    """Add one row: it takes a column, whose row takes another, and so on to a free one, by the cheapest such chain.
    Bellman and Ford's method is used, since a step within the chain may save costs.
    """
    columns = range(len(costs[new]))
    price = list(costs[new])
    before: list[int | None] = [None for _column in columns]
    cheaper = True
    while cheaper:
        cheaper = False
        for left, row in row_at.items():
            for column in columns:
                through = price[left] - costs[row][left] + costs[row][column]
                if through < price[column]:
                    price[column], before[column], cheaper = through, left, True
    column = min((each for each in columns if each not in row_at), key=lambda each: price[each])
    while (previous := before[column]) is not None:
        row_at[column] = row_at[previous]
        column = previous
    row_at[column] = new

"""Handfuls of cards packed into one number, eight bits for each resource: adding hands is adding numbers."""

from collections.abc import Iterable
from functools import lru_cache

from games.catalogue.utboheme.rules.resources import Cards

LANE = 8
LANES = (0, 8, 16, 24, 32)
ONES = 0x0101010101
HIGH = 0x8080808080
FULL = 0xFF


def pack(cards: Iterable[int]) -> int:
    """A handful as one number; the first resource has the lowest bits. No number may be above 127."""
    found = 0
    for lane, number in enumerate(cards):
        found |= number << LANE * lane
    return found


def unpack(packed: int) -> Cards:
    """The five numbers of a packed handful."""
    return (
        packed & FULL,
        packed >> 8 & FULL,
        packed >> 16 & FULL,
        packed >> 24 & FULL,
        packed >> 32,
    )


def size(packed: int) -> int:
    """The number of cards of a handful."""
    return (packed * ONES >> 32) & FULL


def holds(packed: int, cost: int) -> bool:
    """True if a handful contains these cards. Each lane borrows a bit, which it loses if it falls below zero."""
    return ((packed | HIGH) - cost) & HIGH == HIGH


@lru_cache(1 << 16)
def ways(packed: int, number: int) -> int:
    """The number of ways to take this number of cards out of a handful."""
    if packed <= FULL:
        return 1 if number <= packed else 0
    held, rest = packed & FULL, packed >> LANE
    return sum(ways(rest, number - taken) for taken in range(min(held, number) + 1))


def nth_part(packed: int, number: int, index: int) -> int:
    """One of those ways, by its index in the order of `games.catalogue.utboheme.rules.choices.parts_of`."""
    found = 0
    for lane in LANES[:4]:
        held, packed = packed & FULL, packed >> LANE
        taken = 0
        while taken <= held:
            here = ways(packed, number - taken) if number >= taken else 0
            if index < here:
                break
            index -= here
            taken += 1
        found |= taken << lane
        number -= taken
    return found | number << LANES[4]


def nth_card(packed: int, index: int) -> int:
    """The lane of a card of a handful, by its index in the order of the resources."""
    lane = 0
    while index >= packed & FULL:
        index -= packed & FULL
        packed >>= LANE
        lane += 1
    return lane


def nth_bit(mask: int, index: int) -> int:
    """The bit of a mask with this index, as a mask; the lowest has index 0."""
    while index:
        mask &= mask - 1
        index -= 1
    return mask & -mask

"""The worth of a hand, including combinations that are not complete yet."""

from functools import lru_cache
from typing import Final

from games.catalogue.dominyam.rules.combinations import ValueEnd, best_assignment, candidates

HOPE: Final = (1.0, 0.7, 0.4)
"""The part of a combination's gain that counts if none, one or two of its dominoes are missing."""


@lru_cache(1 << 15)
def prospects(hand: int, in_reach: int, end: ValueEnd) -> float:
    """The hand's points if the match ended here, plus a part of the best unfinished combination of each missing kind.
    `in_reach` are the dominoes that can still be eaten.
    """
    now = best_assignment(hand, end)
    made = {each.kind for each in now.combinations}
    hope = 0.0
    for of_kind in candidates(end):
        if of_kind[0].combination.kind not in made:
            hope += max(_hope(candidate.bits, candidate.gain, hand, in_reach) for candidate in of_kind)
    return now.total + hope


def _hope(bits: int, gain: int, hand: int, in_reach: int) -> float:
    missing = bits & ~hand
    if missing & ~in_reach or missing == bits:
        return 0.0
    return gain * HOPE[missing.bit_count()]


def gained(hand: int, taken: int, left: int, end: ValueEnd) -> float:
    """The gain of a hand from two dominoes, while `left` are on the board."""
    return prospects(hand | taken, left & ~taken, end) - prospects(hand, left & ~taken, end)

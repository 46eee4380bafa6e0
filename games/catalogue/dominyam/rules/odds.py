"""Exact chances of five dice with best play: all 252 outcomes and all 462 sets of dice that can be kept.
A `Worth` has the worth of stopping at each outcome. `kept_worth` turns it into the mean worth of each set of kept dice
after the others are thrown. `rolling` turns it into the worth of each outcome with one throw more.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Final

from games.catalogue.dominyam.rules.types import DICE

FACES: Final = (1, 2, 3, 4, 5, 6)
Dice = tuple[int, ...]
"""Dice in ascending order: an outcome, or a kept part of one."""
Worth = Sequence[float]

KEEPS: Final[tuple[Dice, ...]] = tuple(
    kept for size in range(DICE + 1) for kept in combinations_with_replacement(FACES, size)
)
"""The sets of dice to keep, smallest first; the last 252 are the outcomes."""
KEEP_INDEX: Final = {kept: index for index, kept in enumerate(KEEPS)}
OUTCOMES: Final = tuple(kept for kept in KEEPS if len(kept) == DICE)
FIRST_OUTCOME: Final = len(KEEPS) - len(OUTCOMES)
_one_more: Final = tuple(
    tuple(KEEP_INDEX[tuple(sorted((*kept, face)))] for face in FACES) for kept in KEEPS[:FIRST_OUTCOME]
)


def _parts(outcome: Dice) -> Iterator[Dice]:
    for size in range(DICE + 1):
        yield from set(combinations(outcome, size))


_keeps_of: Final = tuple(tuple(sorted(KEEP_INDEX[kept] for kept in _parts(outcome))) for outcome in OUTCOMES)


def outcome_of(dice: Sequence[int]) -> int:
    """The index of five dice in any order, among `OUTCOMES`."""
    return KEEP_INDEX[tuple(sorted(dice))] - FIRST_OUTCOME


def keeps_of(dice: Sequence[int]) -> tuple[int, ...]:
    """The different sets of dice that may be kept from an outcome, as indexes of `KEEPS`."""
    return _keeps_of[outcome_of(dice)]


def worth_of(stopping: Callable[[Dice], float]) -> list[float]:
    """A worth from a function of sorted dice."""
    return [stopping(outcome) for outcome in OUTCOMES]


def kept_worth(worth: Worth) -> list[float]:
    """By set of kept dice (indexes of `KEEPS`): the mean worth after the others are thrown."""
    found = [0.0] * FIRST_OUTCOME
    found += worth
    for index in range(FIRST_OUTCOME - 1, -1, -1):
        one, two, three, four, five, six = _one_more[index]
        found[index] = (found[one] + found[two] + found[three] + found[four] + found[five] + found[six]) / 6
    return found


def rolling(kept: Worth) -> list[float]:
    """By outcome: the worth of keeping its best part, which may be all dice."""
    return [max([kept[index] for index in keeps]) for keeps in _keeps_of]


def with_throws(worth: Worth, throws: int) -> list[list[float]]:
    """The `kept_worth` with 0, 1, ... further throws after the one that is made with the kept dice."""
    found = [kept_worth(worth)]
    for _throw in range(throws):
        found.append(kept_worth(rolling(found[-1])))
    return found


def before_throwing(worth: Worth, throws: int) -> float:
    """The worth of a turn with this many throws before the first."""
    return with_throws(worth, throws - 1)[-1][0]


def numbers_thrown(dice: Sequence[int], kept: Dice) -> Dice:
    """The numbers (1 to 5) of the dice that are thrown again if the values of `kept` are kept."""
    rest = list(kept)
    thrown = []
    for number, value in enumerate(dice, start=1):
        if value in rest:
            rest.remove(value)
        else:
            thrown.append(number)
    return tuple(thrown)

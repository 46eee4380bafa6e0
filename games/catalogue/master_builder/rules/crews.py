"""The capacity of a crew, and the best assignment of its workers. Skills are nested: a worker can do the work of all
lower ranks. A `Count` has the number of places or workers of at least each rank: (M, F or better, T or better, all).
"""

from collections.abc import Sequence
from functools import lru_cache

from games.catalogue.master_builder.rules.scenario import SKILLS, Contract, rank_of
from games.catalogue.master_builder.rules.sites import indexes
from games.catalogue.master_builder.rules.types import Employee
from games.engine.errors import IllegalMove

Count = tuple[int, int, int, int]
NOBODY: Count = (0, 0, 0, 0)
TOP = len(SKILLS)


def count_of(who: Sequence[str]) -> Count:
    """The count of some skills, or of workers by id."""
    return _count_of(tuple(who))


@lru_cache(16384)
def _count_of(who: tuple[str, ...]) -> Count:
    ranks = [rank_of(each) for each in who]
    return (
        ranks.count(4),
        sum(rank >= 3 for rank in ranks),
        sum(rank >= 2 for rank in ranks),
        len(ranks),
    )


def sum_of(one: Count, other: Count) -> Count:
    """The sum of two counts."""
    return one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]


def enough(needed: Count, have: Count) -> bool:
    """True if workers of these ranks can fill these places. Hall's condition is exact for nested skills."""
    return needed[0] <= have[0] and needed[1] <= have[1] and needed[2] <= have[2] and needed[3] <= have[3]


def refuse_shortage(needed: Count, have: Count) -> None:
    """Raises IllegalMove with the highest skill that is short, and the numbers of workers required and available at
    that skill or better.
    """
    for index, (asked, there) in enumerate(zip(needed, have, strict=True)):
        if asked > there:
            raise IllegalMove("too_few_workers", skill=SKILLS[TOP - 1 - index], needed=asked, workers=there)


@lru_cache(4096)
def needed_for(contract: Contract, mask: int) -> Count:
    """The count of places of some sections."""
    return count_of([skill for index in indexes(mask) for skill in contract.sections[index].needs])


def wasted(needed: Count, have: Count) -> int:
    """The least skill wasted when these workers fill these places: the sum of ranks used less ranks required. Each
    place, the highest first, takes the lowest worker who is skilled enough. This is optimal, because a higher worker
    would only move the waste to another place.
    """
    free = [have[0], have[1] - have[0], have[2] - have[1], have[3] - have[2]]
    waste = 0
    for index in range(TOP):
        places = needed[index] - (needed[index - 1] if index else 0)
        above = 0
        while places:
            taken = min(places, free[index - above])
            free[index - above] -= taken
            places -= taken
            waste += taken * above
            above += 1
    return waste


def staffed(needs: Sequence[str], crew: Sequence[Employee]) -> tuple[Employee, ...]:
    """The workers who fill each of these places, with as little skill wasted as possible. There must be enough workers.
    Among equals the most highly paid works, then the one hired first, so that idle workers cost least.
    """
    free = sorted(crew, key=lambda each: (rank_of(each.worker), -each.wage))
    found: list[Employee | None] = [None] * len(needs)
    for place in sorted(range(len(needs)), key=lambda place: -rank_of(needs[place])):
        able = next(each for each in free if rank_of(each.worker) >= rank_of(needs[place]))
        free.remove(able)
        found[place] = able
    return tuple(each for each in found if each is not None)

"""What crews and contracts are worth: an estimate that needs no search. Money is in thousands of dollars.

Work is a matter of places: a crew offers so many places of each rank over the rounds that are left, and buildings ask
for so many. How surely a set of buildings gets finished follows from the tightest of the four ratios.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from games.master_builder.rules.crews import NOBODY, Count, needed_for, sum_of
from games.master_builder.rules.scenario import Contract
from games.master_builder.rules.sites import all_of
from games.master_builder.rules.types import Sheet, Site

AVAILABLE: Final = 0.75
"""The part of a crew that events leave at work in a round, on the mean."""
USED: Final = 0.95
"""The part of the available places that the order of sections lets one use."""
HOPELESS: Final = 0.55
SURE: Final = 1.15
"""Ratios of places offered to places asked: at the first a building is never finished in time, at the second always."""
RARELY_ALL: Final = 4
"""Sets of more buildings than this are not looked at: nobody finishes more from here."""


@lru_cache(1 << 16)
def worth(sheet: Sheet, sites: frozenset[Site], have: Count, rounds: int) -> float:
    """What a crew like this will earn with these contracts in so many rounds of construction."""
    work = [(contract := sheet.contract(site.contract), all_of(contract) & ~site.standing) for site in sites]
    work = [(contract, missing) for contract, missing in work if missing]
    fallback = sum(_partly(sheet, contract, missing) for contract, missing in work)
    best = fallback
    for size in range(1, min(RARELY_ALL, len(work)) + 1):
        for chosen in combinations(work, size):
            best = max(best, fallback + _gain(sheet, chosen, have, rounds))
    return best


def _partly(sheet: Sheet, contract: Contract, missing: int) -> float:
    """What the bank pays at the end if nothing more is built."""
    return max(0, contract.payment - sheet.unfinished_section * missing.bit_count())


def _gain(sheet: Sheet, chosen: Sequence[tuple[Contract, int]], have: Count, rounds: int) -> float:
    """How much more than that these buildings bring, when the crew works on them alone."""
    asked = NOBODY
    gain = 0.0
    for contract, missing in chosen:
        asked = sum_of(asked, needed_for(contract, missing))
        gain += contract.payment - _partly(sheet, contract, missing)
    return gain * _chance(asked, have, rounds)


def _chance(asked: Count, have: Count, rounds: int) -> float:
    offered = AVAILABLE * USED * rounds
    ratio = min((have[i] * offered / asked[i] for i in range(4) if asked[i]), default=SURE)
    return min(1.0, max(0.0, (ratio - HOPELESS) / (SURE - HOPELESS)))


def plus(have: Count, rank: int, change: int = 1) -> Count:
    """The count with a worker of this rank more or less."""
    return tuple(number + (change if rank >= 4 - index else 0) for index, number in enumerate(have))  # type: ignore[return-value]


GENERIC_WAGES: Final = (1.5, 3.2, 4.1, 5.1)
"""What a worker of each rank costs a round, on the mean."""


@lru_cache(1 << 16)
def prospects(sheet: Sheet, sites: frozenset[Site], have: Count, rounds: int, later: int, more: int) -> float:
    """What these contracts will earn if the crew is still completed by up to `more` workers, who work in `later` rounds
    and are paid for it. The present crew's wages are not counted.
    """
    best, crew, spent = worth(sheet, sites, have, rounds), have, 0.0
    if later < 1:
        return best
    for _ in range(more):
        tried = [
            (worth(sheet, sites, plus(crew, rank), rounds) - spent - GENERIC_WAGES[rank - 1] * later, rank)
            for rank in (1, 2, 3, 4)
        ]
        value, rank = max(tried)
        if value <= best:
            break
        best, crew, spent = value, plus(crew, rank), spent + GENERIC_WAGES[rank - 1] * later
    return best


def contract_value(sheet: Sheet, sites: Iterable[Site], contract: int, have: Count, rounds: int) -> float:
    """How much more a crew will earn with one contract more, its wages for that work taken off.

    `rounds` of construction are left, this one included. New workers come from the next round on.
    """
    before = frozenset(sites)
    after = before | {Site(contract)}
    later = rounds - 1
    return prospects(sheet, after, have, rounds, later, 3) - prospects(sheet, before, have, rounds, later, 3)

"""An estimate of the worth of crews and contracts, without search. Money is in thousands of dollars.
A crew offers a number of places of each rank over the remaining rounds, and buildings require a number of places. The
chance that a set of buildings is finished follows from the tightest of the four ratios.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from games.catalogue.master_builder.rules.crews import NOBODY, Count, needed_for, sum_of
from games.catalogue.master_builder.rules.scenario import Contract
from games.catalogue.master_builder.rules.sites import all_of
from games.catalogue.master_builder.rules.types import Sheet, Site

AVAILABLE: Final = 0.75
"""The mean part of a crew that events leave at work in a round."""
USED: Final = 0.95
"""The part of the available places that the order of sections allows to use."""
HOPELESS: Final = 0.55
SURE: Final = 1.15
"""Ratios of places offered to places required: at the first a building is never finished in time, at the second always.
"""
RARELY_ALL: Final = 4
"""The largest set of buildings that is considered; more are hardly ever finished."""


@lru_cache(1 << 16)
def worth(sheet: Sheet, sites: frozenset[Site], have: Count, rounds: int) -> float:
    """The earnings expected of a crew with these contracts in this number of construction rounds."""
    work = [(contract := sheet.contract(site.contract), all_of(contract) & ~site.standing) for site in sites]
    work = [(contract, missing) for contract, missing in work if missing]
    fallback = sum(_partly(sheet, contract, missing) for contract, missing in work)
    best = fallback
    for size in range(1, min(RARELY_ALL, len(work)) + 1):
        for chosen in combinations(work, size):
            best = max(best, fallback + _gain(sheet, chosen, have, rounds))
    return best


def _partly(sheet: Sheet, contract: Contract, missing: int) -> float:
    """The payment of the bank at the end if no further section is built."""
    return max(0, contract.payment - sheet.unfinished_section * missing.bit_count())


def _gain(sheet: Sheet, chosen: Sequence[tuple[Contract, int]], have: Count, rounds: int) -> float:
    """The additional payment for these buildings if the crew works on them alone."""
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
"""The mean wage a round of a worker of each rank."""


@lru_cache(1 << 16)
def prospects(sheet: Sheet, sites: frozenset[Site], have: Count, rounds: int, later: int, more: int) -> float:
    """The earnings of these contracts if up to `more` workers join the crew and are paid for `later` rounds. The
    present crew's wages are not counted.
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
    """The additional earnings of a crew from one more contract, less the wages of new workers. `rounds` of construction
    are left, including this one. New workers start in the next round.
    """
    before = frozenset(sites)
    after = before | {Site(contract)}
    later = rounds - 1
    return prospects(sheet, after, have, rounds, later, 3) - prospects(sheet, before, have, rounds, later, 3)

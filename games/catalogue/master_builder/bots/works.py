"""The choice of the best plan: finished buildings count as paid, others by the chance that they will be finished."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from games.catalogue.master_builder.rules.crews import Count, wasted
from games.catalogue.master_builder.rules.planner import Plan, Step, frontier, open_sites, steps_of
from games.catalogue.master_builder.rules.sites import all_of
from games.catalogue.master_builder.rules.types import Sheet, Site

DECAY: Final = (0.0, 0.16, 0.1, 0.08, 0.07, 0.06)
"""By rounds left after this one: the reduction of the chance of finishing for each missing section."""
SCALE: Final = 1000


def hope(sheet: Sheet, contract: int, missing: int, rounds: int) -> int:
    """The expected payment of a building, in thousandths, with this many missing sections and `rounds` left
    afterwards.
    """
    payment = sheet.contract(contract).payment
    if not missing:
        return payment * SCALE
    sure = max(0, payment - sheet.unfinished_section * missing)
    if not rounds:
        return sure * SCALE
    chance = max(0.0, 1 - DECAY[min(rounds, len(DECAY) - 1)] * missing - 0.05)
    return int(SCALE * (sure + (payment - sure) * chance))


def best_work(sheet: Sheet, sites: Iterable[Site], have: Count, rounds: int) -> tuple[int, Plan]:
    """The pair (gain in thousandths, plan) of a crew's best plan when `rounds` are left after this one."""
    return _best_work(sheet, tuple(sites), have, rounds)


@lru_cache(8192)  # five of six calls in a game repeat an earlier one
def _best_work(sheet: Sheet, sites: tuple[Site, ...], have: Count, rounds: int) -> tuple[int, Plan]:
    options = []
    for contract, standing in open_sites(sheet.contracts, sites):
        missing = (all_of(contract) & ~standing).bit_count()
        hopes = [hope(sheet, contract.number, left, rounds) for left in range(missing + 1)]
        options.append(
            [
                Step(number, mask, needs, hopes[missing - mask.bit_count()] - hopes[missing])
                for number, mask, needs, _value in steps_of(contract, standing, have)
            ]
        )
    found = frontier(options, have)
    needs = max(found, key=lambda each: (found[each].value, -wasted(each, have), found[each].order))
    return found[needs].value, found[needs].plan

"""Which plan brings most: finished buildings count as paid, others by how likely they still get finished."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from games.master_builder.rules.crews import Count, wasted
from games.master_builder.rules.planner import Plan, Step, frontier, open_sites, steps_of
from games.master_builder.rules.sites import all_of
from games.master_builder.rules.types import Sheet, Site

DECAY: Final = (0.0, 0.16, 0.1, 0.08, 0.07, 0.06)
"""By rounds left after this one: what each missing section takes from the hope that a building gets finished."""
SCALE: Final = 1000


def hope(sheet: Sheet, contract: int, missing: int, rounds: int) -> int:
    """What a building with so many sections missing promises, in thousandths, when `rounds` are left afterwards."""
    payment = sheet.contract(contract).payment
    if not missing:
        return payment * SCALE
    sure = max(0, payment - sheet.unfinished_section * missing)
    if not rounds:
        return sure * SCALE
    chance = max(0.0, 1 - DECAY[min(rounds, len(DECAY) - 1)] * missing - 0.05)
    return int(SCALE * (sure + (payment - sure) * chance))


def best_work(sheet: Sheet, sites: Iterable[Site], have: Count, rounds: int) -> tuple[int, Plan]:
    """(gain in thousandths, plan) of the plan that brings most for a crew when `rounds` are left after this one."""
    return _best_work(sheet, tuple(sites), have, rounds)


@lru_cache(8192)  # five of six questions of a game were asked before
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

"""Plans for a round: all that a crew can build, and the best of them, computed exactly.
A plan is possible if its number of places of each rank is (see `crews.enough`). Plans are therefore combined contract
by contract, and only the best of those with the same places is kept.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from games.catalogue.master_builder.rules.crews import NOBODY, Count, enough, needed_for, sum_of, wasted
from games.catalogue.master_builder.rules.scenario import Contract
from games.catalogue.master_builder.rules.sites import all_of, indexes, possible_steps
from games.catalogue.master_builder.rules.types import Site

Plan = tuple[tuple[int, int], ...]
"""Pairs (contract, mask of its sections) by number, without contracts on which nothing is built."""


class Step(NamedTuple):
    """The possible work on a contract in one round: a mask that requires `needs`, worth `value`."""

    contract: int
    mask: int
    needs: Count
    value: int


class Found(NamedTuple):
    """A plan with the places it requires and its worth; `order` breaks ties: the lowest contract and section first."""

    value: int
    order: tuple[tuple[int, int], ...]
    plan: Plan


@lru_cache(8192)
def steps_of(contract: Contract, standing: int, have: Count) -> tuple[Step, ...]:
    """All possible work of this crew on a contract. Each section has one value; the contract's payment breaks ties."""
    found = []
    for mask in possible_steps(contract, standing):
        needs = needed_for(contract, mask)
        if enough(needs, have):
            found.append(
                Step(contract.number, mask, needs, mask.bit_count() * SECTION + (contract.payment if mask else 0))
            )
    return tuple(found)


SECTION = 1_000_000
"""The value of a section: more than all contracts together pay."""


def open_sites(contracts: Sequence[Contract], sites: Sequence[Site]) -> list[tuple[Contract, int]]:
    """Pairs (contract, mask of built sections) of the unfinished contracts, by number. `contracts` are all of the
    scenario.
    """
    pairs = [(contracts[site.contract - 1], site.standing) for site in sites]
    return sorted(
        ((contract, standing) for contract, standing in pairs if standing != all_of(contract)),
        key=lambda pair: pair[0].number,
    )


def possible_now(contracts: Sequence[Contract], sites: Sequence[Site], have: Count) -> bool:
    """True if this crew can build anything."""
    return any(
        step.mask for contract, standing in open_sites(contracts, sites) for step in steps_of(contract, standing, have)
    )


def legal_plans(contracts: Sequence[Contract], sites: Sequence[Site], have: Count) -> Iterator[Plan]:
    """Every plan that this crew can carry out, the empty one first."""
    return _plans([steps_of(contract, standing, have) for contract, standing in open_sites(contracts, sites)], have)


def _plans(options: Sequence[Sequence[Step]], have: Count) -> Iterator[Plan]:
    if not options:
        yield ()
        return
    for step in options[0]:
        if enough(step.needs, have):
            head = ((step.contract, step.mask),) if step.mask else ()
            for rest in _plans(options[1:], less(have, step.needs)):
                yield head + rest


def less(have: Count, used: Count) -> Count:
    """The workers left for further places, as a count of at least each rank."""
    return have[0] - used[0], have[1] - used[1], have[2] - used[2], have[3] - used[3]


def frontier(options: Sequence[Sequence[Step]], have: Count) -> dict[Count, Found]:
    """For each count of places that this crew can fill, the most valuable plan that requires exactly these."""
    best = {NOBODY: Found(0, (), ())}
    for steps in options:
        before, best = best, {}
        for needs, found in before.items():
            for step in steps:
                total = sum_of(needs, step.needs)
                if enough(total, have):
                    _keep(best, total, found, step)
    return best


def _keep(best: dict[Count, Found], total: Count, found: Found, step: Step) -> None:
    value, known = found.value + step.value, best.get(total)
    if known is not None and known.value > value:
        return
    if not step.mask:
        new = found
    else:
        order = found.order + _order_of(step.contract, step.mask)
        new = Found(value, order, (*found.plan, (step.contract, step.mask)))
    if known is None or value > known.value or new.order < known.order:
        best[total] = new


@lru_cache(4096)
def _order_of(contract: int, mask: int) -> tuple[tuple[int, int], ...]:
    return tuple((contract, index) for index in indexes(mask))


def best_plan(contracts: Sequence[Contract], sites: Sequence[Site], have: Count) -> Plan:
    """The plan with most sections, then least skill wasted, then the highest payments of the contracts worked on. Lower
    contract numbers and sections break the remaining ties. README decision 12.
    """
    options = [steps_of(contract, standing, have) for contract, standing in open_sites(contracts, sites)]
    found = frontier(options, have)

    def rank(needs: Count) -> tuple[int, int, int, tuple[tuple[int, int], ...]]:
        each = found[needs]
        sections, payments = divmod(each.value, SECTION)
        return -sections, wasted(needs, have), -payments, each.order

    return found[min(found, key=rank)].plan

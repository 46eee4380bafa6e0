"""Planning a second time, slow and obvious: every set of sections, every way to assign workers.

It shares only the scenario with the rules.
"""

from functools import cache
from itertools import combinations, permutations, product

RANK = {"A": 1, "T": 2, "F": 3, "M": 4}


def orders_hold(contract, standing, new):
    """May these sections be built on those, all in one round? Both are sets of section ids."""
    part = {section.id: (section.part, section.wall) for section in contract.sections}
    after = standing | new
    if contract.kind == "building":
        parts = {part[each][0] for each in new}
        walls = {each for each in part if part[each][0] != "roof"}
        if new and not standing and not {"side", "gable"} <= parts:
            return False
        return not ("roof" in parts and not walls <= after)
    for wall in {number for _, number in part.values()}:
        pieces = {each for each in part if part[each][1] == wall}
        below = {each for each in part if part[each][1] < wall}
        here = {part[each][0] for each in new & pieces}
        if here and not below <= after:
            return False
        if here and not standing & pieces and not ("core" in here and here & {"face", "back"}):
            return False
    return True


@cache
def subsets(contract, standing):
    """All sets of sections that could be built next, as frozensets of ids."""
    left = [section.id for section in contract.sections if section.id not in standing]
    found = [frozenset(each) for size in range(len(left) + 1) for each in combinations(left, size)]
    return [each for each in found if orders_hold(contract, standing, each)]


@cache
def least_waste(needs, crew):
    """The least skill wasted when workers of these ranks fill these places, by brute force; None if they cannot."""
    if len(needs) > len(crew):
        return None
    found = [
        sum(crew[worker] - need for worker, need in zip(chosen, needs, strict=True))
        for chosen in permutations(range(len(crew)), len(needs))
        if all(crew[worker] >= need for worker, need in zip(chosen, needs, strict=True))
    ]
    return min(found, default=None)


def legal_plans(sites, crew):
    """Every plan with the skill it wastes: [({contract number: ids}, waste)]. `sites` are (contract, standing ids)."""
    ranks = tuple(sorted((RANK[worker[0]] for worker in crew), reverse=True))
    found = []
    for chosen in product(*(subsets(contract, standing) for contract, standing in sites)):
        needs = sorted(
            (
                RANK[skill]
                for (contract, _), ids in zip(sites, chosen, strict=True)
                for section in contract.sections
                if section.id in ids
                for skill in section.needs
            ),
            reverse=True,
        )
        if len(needs) <= len(ranks):
            waste = least_waste(tuple(needs), ranks)
            if waste is not None:
                plan = {contract.number: ids for (contract, _), ids in zip(sites, chosen, strict=True) if ids}
                found.append((plan, waste))
    return found

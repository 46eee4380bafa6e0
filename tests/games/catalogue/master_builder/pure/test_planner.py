"""The planner compared with brute force, and the assignment of workers."""

from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.catalogue.master_builder.rules.building import crew_for, sections_of
from games.catalogue.master_builder.rules.crews import count_of, needed_for, staffed, wasted
from games.catalogue.master_builder.rules.planner import best_plan, legal_plans, possible_now
from games.catalogue.master_builder.rules.scenario import rank_of
from games.catalogue.master_builder.rules.sites import all_of, possible_steps
from games.catalogue.master_builder.rules.types import Site
from tests.games.catalogue.master_builder import brute_force
from tests.games.catalogue.master_builder.table import CLASSIC, crew_of, start

SHEET = start().state.sheet
IDS = [worker.id for worker in CLASSIC.workers]


@cache
def reachable(number):
    """Every set of sections, as a mask, that can exist while a contract is built."""
    contract = CLASSIC.contracts[number - 1]
    found, new = {0}, [0]
    while new:
        standing = new.pop()
        for step in possible_steps(contract, standing):
            if standing | step not in found:
                found.add(standing | step)
                new.append(standing | step)
    return sorted(found)


def ids_of(contract, mask):
    return frozenset(section.id for index, section in enumerate(contract.sections) if mask >> index & 1)


def sites_and_crew(chance, most_workers=6):
    """One to three unfinished contracts, and a crew."""
    sites = []
    for number in chance.sample(range(1, 13), chance.randint(1, 3)):
        standing = chance.choice([mask for mask in reachable(number) if mask != all_of(CLASSIC.contracts[number - 1])])
        sites.append(Site(number, standing))
    return sites, chance.sample(IDS, chance.randint(0, most_workers))


def as_brute(sites):
    contracts = [CLASSIC.contracts[site.contract - 1] for site in sites]
    return [(each, ids_of(each, site.standing)) for each, site in zip(contracts, sites, strict=True)]


def as_ids(plan):
    return {number: ids_of(CLASSIC.contracts[number - 1], mask) for number, mask in plan}


@pytest.mark.parametrize("batch", range(10))
def test_the_best_plan_builds_most_and_wastes_least_of_all_that_brute_force_finds(batch):
    """300 random crews and buildings, 30 in a batch."""
    for seed in range(30 * batch, 30 * batch + 30):
        sites, crew = sites_and_crew(Random(seed))
        have = count_of(crew)

        plan = as_ids(best_plan(CLASSIC.contracts, sites, have))

        found = brute_force.legal_plans(as_brute(sites), crew)
        assert (plan, waste_of(plan, have)) in found
        assert plan == min(found, key=rank)[0]


def rank(each):
    """A sort key that puts the best plan first."""
    built, waste = each
    payments = sum(CLASSIC.contracts[number - 1].payment for number in built)
    return -sum(map(len, built.values())), waste, -payments, order(built)


def waste_of(plan, have):
    needs = [
        skill
        for number, ids in plan.items()
        for section in CLASSIC.contracts[number - 1].sections
        if section.id in ids
        for skill in section.needs
    ]
    return wasted(count_of(needs), have)


def order(plan):
    """A sort key: contracts and sections by number."""
    return sorted(
        (number, index)
        for number, ids in plan.items()
        for index, section in enumerate(CLASSIC.contracts[number - 1].sections)
        if section.id in ids
    )


def test_the_listed_plans_are_those_of_brute_force():
    for seed in range(40):
        sites, crew = sites_and_crew(Random(1000 + seed), most_workers=5)

        listed = [as_ids(plan) for plan in legal_plans(CLASSIC.contracts, sites, count_of(crew))]

        brute = [plan for plan, _ in brute_force.legal_plans(as_brute(sites), crew)]
        assert sorted(map(order, listed)) == sorted(map(order, brute))
        assert possible_now(CLASSIC.contracts, sites, count_of(crew)) == (len(listed) > 1)


@pytest.mark.parametrize("contract", CLASSIC.contracts, ids=lambda contract: contract.key)
def test_steps_are_those_of_brute_force_on_everything_that_can_stand(contract):
    for standing in reachable(contract.number):
        found = {ids_of(contract, mask) for mask in possible_steps(contract, standing)}
        assert found == set(brute_force.subsets(contract, ids_of(contract, standing)))


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from("ATFM"), max_size=6), st.lists(st.sampled_from(IDS), max_size=6, unique=True))
def test_places_are_filled_with_the_least_waste_wherever_they_can_be_filled(needs, crew):
    ranks = [rank_of(each) for each in needs]
    waste = brute_force.least_waste(tuple(ranks), tuple(rank_of(each) for each in crew))
    if waste is None:
        return

    found = staffed(needs, crew_of(" ".join(crew)))

    assert len({each.worker for each in found}) == len(needs)
    assert all(rank_of(each.worker) >= rank for each, rank in zip(found, ranks, strict=True))
    assert sum(rank_of(each.worker) for each in found) - sum(ranks) == waste == wasted(count_of(needs), count_of(crew))


def test_among_equals_the_dearest_work_and_the_others_stand_idle():
    assert [each.worker for each in staffed(["T"], crew_of("T9 T1 T5"))] == ["T1"]
    assert [each.worker for each in staffed(["A", "F"], crew_of("M1 F8 F1 T1"))] == ["T1", "F1"]


def test_a_plan_says_who_builds_what():
    plan = ((8, 0b001101),)
    assert sections_of(SHEET, plan) == ("8/side_1", "8/gable_1", "8/gable_2")

    crew = crew_for(SHEET, plan, crew_of("M1 F1 F2 T1 A1 A2"))

    assert {piece: [each.worker for each in workers] for piece, workers in crew.items()} == {
        "8/side_1": ["F1", "T1"],
        "8/gable_1": ["M1"],
        "8/gable_2": ["F2"],
    }
    assert needed_for(CLASSIC.contracts[7], 0b001101) == (1, 3, 4, 4)


def test_a_crew_of_all_workers_builds_everything_at_once():
    sites = [Site(number) for number in range(1, 13)]

    plan = best_plan(CLASSIC.contracts, sites[:4], count_of(IDS))

    assert [mask for _, mask in plan] == [63, 63, 63, 63]

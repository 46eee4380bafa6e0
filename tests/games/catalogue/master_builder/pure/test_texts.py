"""The texts of Master Builder: pages have equal anchors, and figures are those of the rules."""

from games.catalogue.master_builder.rules.crews import count_of
from games.catalogue.master_builder.rules.planner import best_plan
from games.catalogue.master_builder.rules.types import Site
from tests.games.catalogue.master_builder.table import CLASSIC
from tests.help_pages import source


def test_the_figures_of_the_pages_are_those_of_the_scenario():
    rules = source("master_builder", "en", "rules")
    loans = CLASSIC.loans

    for terms, name in ((loans.small, "Small"), (loans.large, "Large")):
        assert f"| {name} | {terms.cash}k | {terms.early}k | {terms.late}k |" in rules
    assert f"has {loans.small.supply} small and {loans.large.supply} large loans" in rules
    assert f"Everybody starts with {CLASSIC.start_money}k" in rules
    assert f"may not pass **{CLASSIC.wage_limit}k**" in rules
    assert f"less {CLASSIC.unfinished_section}k for each missing section" in rules
    assert [sum(worker.skill == skill for worker in CLASSIC.workers) for skill in "ATFM"] == [13, 10, 9, 8]
    assert "apprentices (13), tradesmen (10), foremen (9) and master craftsmen (8)" in rules
    assert (len(CLASSIC.contracts), len(CLASSIC.workers), len(CLASSIC.events)) == (12, 40, 16)


def test_the_examples_of_the_pages_hold():
    crew = count_of(["M1", "F1", "F2", "T1", "A1", "A2"])
    assert sum(mask.bit_count() for _contract, mask in best_plan(CLASSIC.contracts, (Site(8),), crew)) == 3
    hall = [skill for section in CLASSIC.contracts[10].sections for skill in section.needs]
    assert [hall.count(skill) for skill in "MFTA"] == [3, 3, 2, 1]
    assert (CLASSIC.contracts[10].payment, CLASSIC.contracts[0].payment) == (110, 48)

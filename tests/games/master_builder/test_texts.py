"""The texts of Master Builder: pages with equal anchors, and figures that are those of the rules."""

import json
import re
from pathlib import Path

import pytest

from games.master_builder.rules.crews import count_of
from games.master_builder.rules.planner import best_plan
from games.master_builder.rules.types import Site
from tests.games.master_builder.table import CLASSIC

FOLDER = Path(__file__).resolve().parents[3] / "games" / "master_builder"
SLUGS = [page["slug"] for page in json.loads((FOLDER / "help" / "help.json").read_text(encoding="utf-8"))["pages"]]
ANCHOR = re.compile(r"^##+ .+ \{#([a-z-]+)\}$", re.MULTILINE)
NUMBER = re.compile(r"\d+")
LINK = re.compile(r"rules_url \}\}#([a-z-]+)")


def source(language, slug):
    return (FOLDER / "help" / language / f"{slug}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("slug", SLUGS)
def test_both_languages_have_the_same_sections_and_figures(slug):
    assert ANCHOR.findall(source("en", slug)) == ANCHOR.findall(source("fr", slug))
    assert sorted(NUMBER.findall(source("en", slug))) == sorted(NUMBER.findall(source("fr", slug)))


def test_the_sections_that_the_table_links_to_exist():
    linked = {anchor for path in (FOLDER / "templates").rglob("*.html") for anchor in LINK.findall(path.read_text())}

    assert linked >= {"hire", "auction", "first-round", "events", "build", "rent", "loans"}
    assert linked <= set(ANCHOR.findall(source("en", "rules")))


def test_the_figures_of_the_pages_are_those_of_the_scenario():
    rules = source("en", "rules")
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

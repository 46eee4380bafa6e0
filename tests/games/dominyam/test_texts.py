"""The texts of Dominyam: pages with equal anchors, and figures that are those of the rules."""

import json
import re
from pathlib import Path

import pytest

from games.dominyam.rules.combinations import best_assignment
from games.dominyam.rules.dice import point_values
from games.dominyam.rules.dominoes import FULL_SET, bits_of

FOLDER = Path(__file__).resolve().parents[3] / "games" / "dominyam"
SLUGS = [page["slug"] for page in json.loads((FOLDER / "help" / "help.json").read_text(encoding="utf-8"))["pages"]]
ANCHOR = re.compile(r"^## .+ \{#([a-z-]+)\}$", re.MULTILINE)
NUMBER = re.compile(r"\d+")


def source(language, slug):
    return (FOLDER / "help" / language / f"{slug}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("slug", SLUGS)
def test_both_languages_have_the_same_sections_and_figures(slug):
    assert ANCHOR.findall(source("en", slug)) == ANCHOR.findall(source("fr", slug))
    assert sorted(NUMBER.findall(source("en", slug))) == sorted(NUMBER.findall(source("fr", slug)))


def test_the_sections_that_the_table_links_to_exist():
    assert {"meal", "scoring", "target", "mercy", "alone"} <= set(ANCHOR.findall(source("en", "rules")))


def test_the_examples_of_the_pages_hold():
    assert point_values((6, 6, 3, 3, 5), (6, 6), (3, 3)) == (5,)
    assert point_values((6, 6, 6, 2, 5), (6, 6), (6, 0)) == (2, 5)
    assert point_values((6, 6, 3, 2, 5), (6, 6), (3, 3)) == ()
    assert point_values((4, 4, 2, 2, 2), (4, 4), (2, 2)) == (2,)
    assert best_assignment(FULL_SET, "high").total == 163
    assert best_assignment(bits_of([(1, 2), (3, 4), (5, 6), (0, 0)]), "high").total == 21
    assert best_assignment(bits_of([(6, 6), (6, 0)]), "high").total == 18
    assert best_assignment(bits_of([(2, 2), (3, 0), (3, 3)]), "high").total == 25

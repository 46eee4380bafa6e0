"""The texts of the game: pages with equal anchors and figures, and figures that are those of the scenario."""

import json
import re

import pytest

from tests.games.utboheme.table import CLASSIC, HERE

SLUGS = [page["slug"] for page in json.loads((HERE / "help" / "help.json").read_text(encoding="utf-8"))["pages"]]
ANCHOR = re.compile(r"^## .+ \{#([a-z-]+)\}$", re.MULTILINE)
NUMBER = re.compile(r"\d+")


def source(language, slug):
    return (HERE / "help" / language / f"{slug}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("slug", SLUGS)
def test_both_languages_have_the_same_sections_and_figures(slug):
    assert ANCHOR.findall(source("en", slug)) == ANCHOR.findall(source("fr", slug))
    assert sorted(NUMBER.findall(source("en", slug))) == sorted(NUMBER.findall(source("fr", slug)))


def test_the_sections_that_the_table_links_to_exist():
    assert {"founding", "dice", "trade", "turn", "island"} <= set(ANCHOR.findall(source("en", "rules")))


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("You have {} CC", CLASSIC.pieces.cc),
        ("{} UV and", CLASSIC.pieces.uv),
        ("There are {} cards of each resource", CLASSIC.bank),
        ("There are {}. A card", sum(CLASSIC.cards.cards)),
        ("**{} points** first", CLASSIC.target),
        ("the first to have {} CC in one line", CLASSIC.longest_from),
        ("the first to have shown {} anciens", CLASSIC.oldest_from),
        ("more than {} cards**", CLASSIC.hand_limit),
    ],
)
def test_the_figures_of_the_rules_are_those_of_the_scenario(words, number):
    assert words.format(number) in source("en", "rules")

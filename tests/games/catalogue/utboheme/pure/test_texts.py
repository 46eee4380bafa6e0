"""The texts of the game: pages have equal anchors and figures, and figures are those of the scenario."""

import pytest

from tests.games.catalogue.utboheme.table import CLASSIC
from tests.help_pages import anchors, source


def test_the_sections_that_the_table_links_to_exist():
    assert {"founding", "dice", "trade", "turn", "island"} <= set(anchors("utboheme", "en", "rules"))


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
    assert words.format(number) in source("utboheme", "en", "rules")

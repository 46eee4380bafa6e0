"""The texts of Dominyam: pages have equal anchors, and figures are those of the rules."""

from games.catalogue.dominyam.rules.combinations import best_assignment
from games.catalogue.dominyam.rules.dice import point_values
from games.catalogue.dominyam.rules.dominoes import FULL_SET, bits_of
from tests.help_pages import anchors


def test_the_sections_that_the_table_links_to_exist():
    assert {"meal", "scoring", "target", "mercy", "alone"} <= set(anchors("dominyam", "en", "rules"))


def test_the_examples_of_the_pages_hold():
    assert point_values((6, 6, 3, 3, 5), (6, 6), (3, 3)) == (5,)
    assert point_values((6, 6, 6, 2, 5), (6, 6), (6, 0)) == (2, 5)
    assert point_values((6, 6, 3, 2, 5), (6, 6), (3, 3)) == ()
    assert point_values((4, 4, 2, 2, 2), (4, 4), (2, 2)) == (2,)
    assert best_assignment(FULL_SET, "high").total == 163
    assert best_assignment(bits_of([(1, 2), (3, 4), (5, 6), (0, 0)]), "high").total == 21
    assert best_assignment(bits_of([(6, 6), (6, 0)]), "high").total == 18
    assert best_assignment(bits_of([(2, 2), (3, 0), (3, 3)]), "high").total == 25

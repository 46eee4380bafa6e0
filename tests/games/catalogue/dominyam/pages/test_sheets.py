"""The printable sheets of the game: as many cards as its scenario has, and their texts."""

from games.catalogue.dominyam.rules.dominoes import DOMINOES
from tests.printed import cards_of, read, words


def test_every_domino_is_there_to_cut_out():
    assert cards_of("dominyam", "dominoes") == len(DOMINOES)


def test_the_spiral_has_a_place_for_each_domino_and_the_numbers_of_all_turns():
    page = read("dominyam", "spiral")

    assert page.count('class="y-place"') == len(DOMINOES)
    assert "Turn 14 13 12 11 10 9 8 7 6 5 4 3 2 1 Combinations" in words(page)

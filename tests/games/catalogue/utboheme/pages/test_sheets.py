"""The printable sheets of the game: as many cards as its scenario has, and their texts."""

import re

from tests.printed import cards_of, read, scenario, words


def test_resources_and_developments_are_those_of_the_classic_island_with_its_two_special_cards():
    classic = scenario("utboheme", "classic")

    assert cards_of("utboheme", "resources") == 5 * classic["bank"]
    assert cards_of("utboheme", "developments") == sum(classic["cards"].values()) + 2


def test_the_island_of_utboheme_has_the_tokens_of_its_scenario():
    numbers = re.findall(r'class="u-number" y="6">(\d+)<', read("utboheme", "island"))

    assert sorted(map(int, numbers)) == sorted(scenario("utboheme", "classic")["tokens"])


def test_the_aid_of_utboheme_has_the_costs_and_the_chances():
    page = words(read("utboheme", "aid"))

    assert "UV** 3 sleep, 2 course material 2 4" in page
    assert "6, 8 5" in page


def test_the_log_has_lines_for_25_turns():
    assert read("utboheme", "log").count("<tr>") == 25

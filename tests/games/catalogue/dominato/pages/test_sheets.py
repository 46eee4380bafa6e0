"""The printable sheets of the game: as many cards as its scenario has, and their texts."""

import re

from tests.printed import cards_of, read, scenario, words


def test_every_tile_of_the_game_of_four_is_there_plain_and_as_a_balance():
    tiles = len(scenario("dominato", "four")["tiles"])

    assert (cards_of("dominato", "tiles"), cards_of("dominato", "balances")) == (tiles, tiles)


def test_pupils_are_said_tu_on_the_sheets_of_dominato():
    page = words(read("dominato", "aid", "fr"))

    assert "tu gagnes la manche" in page
    assert not re.search(r"\bvous\b|\bvotre\b", page, re.IGNORECASE)

"""The printable sheets of the game: as many cards as its scenario has, and their texts."""

from tests.printed import cards_of, scenario


def test_every_risk_card_of_the_classic_project_is_there_to_cut_out():
    assert cards_of("domego", "cards") == len(scenario("domego", "classic")["risk_cards"])

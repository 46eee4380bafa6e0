"""The printable sheets of the game: as many cards as its scenario has, and their texts."""

from tests.printed import cards_of, read, scenario, words

STAGES = 4


def test_there_is_a_slip_for_each_stage_and_week_and_a_demand_for_each_week():
    weeks = scenario("beer_game", "classic")["weeks"]

    assert (cards_of("beer_game", "slips"), cards_of("beer_game", "demand")) == (STAGES * weeks, weeks)


def test_each_stage_of_the_beer_game_has_its_briefing_with_what_it_starts_from():
    page = read("beer_game", "briefings")

    assert page.count("print-sheet prose") == STAGES
    assert "Wholesaler Customer: Retailer Orders go to: Distributor In stock at the start: 12." in words(page)


def test_the_record_has_a_line_for_each_week():
    assert read("beer_game", "record").count('<th scope="row">') == scenario("beer_game", "classic")["weeks"]

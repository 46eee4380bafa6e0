"""The printable sheets of the game: as many cards as its scenario has, and their texts."""

from tests.printed import cards_of, read, scenario, words


def test_workers_contracts_events_and_loans_are_those_of_the_classic_town():
    classic = scenario("master_builder", "classic")

    assert cards_of("master_builder", "workers") == len(classic["workers"])
    assert cards_of("master_builder", "contracts") == len(classic["contracts"])
    assert cards_of("master_builder", "events") == len(classic["events"]) + len(classic["economy"])
    assert cards_of("master_builder", "loans") == sum(each["supply"] for each in classic["loans"].values())


def test_each_worker_of_master_builder_is_there_with_wage_and_quirks():
    assert "Guillemette wage 6k sensitive" in words(read("master_builder", "workers"))


def test_a_contract_of_master_builder_says_what_it_pays_and_what_each_section_needs():
    page = words(read("master_builder", "contracts"))

    assert "Weaver's House pays 56k, minimum bid 4k ☐ side wall 1 (T + A) ☐ side wall 2 (A)" in page


def test_the_log_has_a_line_for_each_round():
    rounds = scenario("master_builder", "classic")["rounds"]

    assert read("master_builder", "log").count('<th scope="row">') == rounds

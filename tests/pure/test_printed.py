"""The sheets that games print for a table without screens: each in both languages, with all that its scenario has."""

import json
import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from games.dominyam.rules.dominoes import DOMINOES
from games.engine import registry
from games.kit import faces
from tests.every_game import GAMES
from tests.pages.test_faces import missing_in, name_what_is_missing

SHEETS = [(game, name) for game in GAMES for name in faces.get(game).printed]
CARDS = "games/print/cards.html"
STAGES = 4


def scenario(game, name):
    return json.loads(registry.get(game).scenarios[name])


COUNTS = {
    ("beer_game", "slips"): STAGES * scenario("beer_game", "classic")["weeks"],
    ("beer_game", "demand"): scenario("beer_game", "classic")["weeks"],
    ("domego", "cards"): len(scenario("domego", "classic")["risk_cards"]),
    ("dominato", "tiles"): len(scenario("dominato", "four")["tiles"]),
    ("dominato", "balances"): len(scenario("dominato", "four")["tiles"]),
    ("dominyam", "dominoes"): len(DOMINOES),
    ("master_builder", "workers"): len(scenario("master_builder", "classic")["workers"]),
    ("master_builder", "contracts"): len(scenario("master_builder", "classic")["contracts"]),
    ("master_builder", "events"): sum(len(scenario("master_builder", "classic")[k]) for k in ("events", "economy")),
    ("master_builder", "loans"): sum(
        each["supply"] for each in scenario("master_builder", "classic")["loans"].values()
    ),
    ("utboheme", "resources"): 5 * scenario("utboheme", "classic")["bank"],
    ("utboheme", "developments"): sum(scenario("utboheme", "classic")["cards"].values()) + 2,
}
"""Cards of each sheet, from the scenarios' files; UTBohème has its two special cards besides."""


def read(game, name, language="en"):
    client = Client()
    client.cookies["django_language"] = language
    answer = client.get(reverse("games:print-sheet", args=[game, name]))
    assert answer.status_code == 200
    return answer.content.decode()


def main_of(page):
    return page.split("<main", 1)[1].split("</main>")[0]


def words(page):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main_of(page))).split())


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_board_cards_something_to_read_and_something_to_fill_in(game):
    printed = faces.get(game).printed.values()
    used = {each.template for each in printed}

    assert {"games/print/aid.html", CARDS, "games/print/log.html"} <= used
    assert [each.paper for each in printed].count("A3") == 1


@pytest.mark.parametrize(("game", "name"), SHEETS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_sheet_is_whole_in_both_languages_and_names_its_paper(game, name, language, monkeypatch):
    name_what_is_missing(monkeypatch)
    page, sheet = read(game, name, language), faces.get(game).printed[name]

    assert missing_in(page) == []
    assert "print-sheet" in main_of(page)
    assert f'<span class="badge">{sheet.paper}</span></h1>' in page
    assert f'<main id="main" class="print-{sheet.paper.lower()}' in page
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("name", [each for each in SHEETS if faces.get(each[0]).printed[each[1]].template == CARDS])
def test_there_are_as_many_cards_to_cut_out_as_the_scenario_has(name):
    """A sheet of cards that is not counted here fails."""
    assert main_of(read(*name)).split("print-cut", 1)[1].count("<li>") == COUNTS[name]


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_a_game_list_its_sheets_with_their_paper(game):
    page = Client().get(reverse("games:game-rules", args=[game])).content.decode()

    listed = re.findall(r'<a href="/rules/\w+/print/([\w-]+)/">.*?<span class="badge">(A\d)</span>', page, re.DOTALL)
    assert listed == [(name, sheet.paper) for name, sheet in faces.get(game).printed.items()]


def test_each_worker_of_master_builder_is_there_with_wage_and_quirks():
    assert "Guillemette wage 6k sensitive" in words(read("master_builder", "workers"))


def test_a_contract_of_master_builder_says_what_it_pays_and_what_each_section_needs():
    page = words(read("master_builder", "contracts"))

    assert "Weaver's House pays 56k, minimum bid 4k ☐ side wall 1 (T + A) ☐ side wall 2 (A)" in page


def test_the_island_of_utboheme_has_the_tokens_of_its_scenario():
    numbers = re.findall(r'class="u-number" y="6">(\d+)<', read("utboheme", "island"))

    assert sorted(map(int, numbers)) == sorted(scenario("utboheme", "classic")["tokens"])


def test_the_aid_of_utboheme_has_the_costs_and_the_chances():
    page = words(read("utboheme", "aid"))

    assert "UV** 3 sleep, 2 course material 2 4" in page
    assert "6, 8 5" in page


def test_the_spiral_has_a_place_for_each_domino_and_the_numbers_of_all_turns():
    page = read("dominyam", "spiral")

    assert page.count('class="y-place"') == len(DOMINOES)
    assert "Turn 14 13 12 11 10 9 8 7 6 5 4 3 2 1 Combinations" in words(page)


def test_pupils_are_said_tu_on_the_sheets_of_dominato():
    page = words(read("dominato", "aid", "fr"))

    assert "tu gagnes la manche" in page
    assert not re.search(r"\bvous\b|\bvotre\b", page, re.IGNORECASE)


def test_each_stage_of_the_beer_game_has_its_briefing_with_what_it_starts_from():
    page = read("beer_game", "briefings")

    assert page.count("print-sheet prose") == STAGES
    assert "Wholesaler Customer: Retailer Orders go to: Distributor In stock at the start: 12." in words(page)


def test_logs_have_a_line_for_each_week_round_and_turn():
    assert read("beer_game", "record").count('<th scope="row">') == scenario("beer_game", "classic")["weeks"]
    assert read("master_builder", "log").count('<th scope="row">') == scenario("master_builder", "classic")["rounds"]
    assert read("utboheme", "log").count("<tr>") == 25


def test_what_no_game_has_is_not_found():
    assert Client().get(reverse("games:print-sheet", args=["dominato", "treasure"])).status_code == 404

"""Printable sheets for a table without screens, made from the data of the game."""

import json
import re
from html import unescape

import pytest
from django.urls import reverse
from django.utils import translation

from games.catalogue.domego.game import GAME

CLASSIC = json.loads(GAME.scenarios["classic"])


def sheet(client, name, language="en", scenario=""):
    with translation.override(language):
        url = reverse("games:print-sheet", args=["domego", name])
        return client.get(url, {"scenario": scenario} if scenario else {}, headers={"accept-language": language})


def words(response):
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def test_each_role_has_its_briefing_on_a_sheet_of_its_own(client, db):
    page = sheet(client, "briefings").content.decode()
    headings = [re.sub(r"<[^>]+>", "", text) for text in re.findall(r"<h2[^>]*>(.*?)</h2>", page)]

    assert page.count("print-sheet prose") == len(CLASSIC["roles"])
    assert [text for text in headings if text in {role["name"]["en"] for role in CLASSIC["roles"]}] == [
        role["name"]["en"] for role in CLASSIC["roles"]
    ]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_risk_card_is_there_to_cut_out_with_what_it_does(client, db, language):
    page = sheet(client, "cards", language)
    number = len(CLASSIC["risk_cards"])

    assert page.content.decode().count('<p class="label">') == number + 1
    assert page.content.decode().count('class="effect"') == sum(len(card["effects"]) for card in CLASSIC["risk_cards"])


def test_a_card_says_whom_it_hits_how_much_and_when(client, db):
    first = words(sheet(client, "cards")).split("Own staff stretched thin")[1]

    assert "Project owner: gives 1 cube, in activity 2" in first[:300]


def test_the_board_has_every_activity_with_what_its_sheet_asks(client, db):
    page = words(sheet(client, "board"))
    names = [re.escape(f"{each['number']}. {each['name']['en']}") for each in CLASSIC["activities"]]

    assert "Targets: 380 days, cost 135, 20 failures." in page
    assert re.search(".*".join(names), page.replace("&#x27;", "'"))
    assert "Structural 7 2 → −1, 5 → −2 2 → −3, 3 → −5, 6 → −10, 8 → −20" in page


def test_what_no_game_has_is_not_found(client, db):
    assert sheet(client, "treasure").status_code == 404


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("key", [key for key in GAME.scenarios if key != "classic"])
def test_each_project_has_its_sheets(client, db, key, language):
    raw = json.loads(GAME.scenarios[key].replace("\u00a0", " "))
    pages = {name: sheet(client, name, language, key) for name in ("briefings", "board", "cards", "log")}
    texts = {name: unescape(words(page)) for name, page in pages.items()}

    assert [page.status_code for page in pages.values()] == [200] * 4
    assert all(raw["name"][language] in text for text in texts.values())
    for role in raw["roles"]:
        assert role["purpose"][language] in texts["briefings"]
    for activity in raw["activities"]:
        name = f"{activity['number']}. {activity['name'][language]}"
        assert all(name in texts[sheet] for sheet in ("briefings", "board", "log"))
    assert pages["cards"].content.decode().count('<p class="label">') == len(raw["risk_cards"]) + 1


def test_a_project_that_no_game_has_is_not_found(client, db):
    assert sheet(client, "board", scenario="palace").status_code == 404


def test_sheets_of_all_projects_are_offered(client, db):
    page = client.get(reverse("games:game-rules", args=["domego"])).content.decode()

    assert page.count("?scenario=") == 4 * (len(GAME.scenarios) - 1)

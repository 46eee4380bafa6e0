"""The sheets that games print for a table without screens: each in both languages, with all parts of its scenario."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.ui import faces
from tests.every_game import GAMES
from tests.pages.test_faces import missing_in, name_what_is_missing
from tests.printed import CARDS, cards_of, main_of, read

SHEETS = [(game, name) for game in GAMES for name in faces.get(game).printing.sheets]


@pytest.mark.parametrize(("game", "name"), SHEETS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_sheet_is_whole_in_both_languages_and_names_its_paper(game, name, language, monkeypatch):
    name_what_is_missing(monkeypatch)
    page, sheet = read(game, name, language), faces.get(game).printing.sheets[name]

    assert missing_in(page) == []
    assert "print-sheet" in main_of(page)
    assert f'<span class="badge">{sheet.paper}</span></h1>' in page
    assert f'<main id="main" class="print-{sheet.paper.lower()}' in page
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    "name", [each for each in SHEETS if faces.get(each[0]).printing.sheets[each[1]].template == CARDS]
)
def test_a_sheet_of_cards_has_the_same_cards_in_both_languages(name):
    """The number of cards is tested for each game: `tests/games/<key>/pages/test_sheets.py`."""
    assert cards_of(*name, "en") == cards_of(*name, "fr") > 0


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_a_game_list_its_sheets_with_their_paper(game):
    page = Client().get(reverse("games:game-rules", args=[game])).content.decode()

    listed = re.findall(r'<a href="/rules/\w+/print/([\w-]+)/">.*?<span class="badge">(A\d)</span>', page, re.DOTALL)
    assert listed == [(name, sheet.paper) for name, sheet in faces.get(game).printing.sheets.items()]


def test_what_no_game_has_is_not_found():
    assert Client().get(reverse("games:print-sheet", args=["dominato", "treasure"])).status_code == 404

"""Pages in a language that is written from right to left: their layout is mirrored, and numbers run from left to right.
Real pages and style sheets in a real browser, no server."""

import pytest
from django.test import Client

from domego_site.languages import offered
from games.engine import registry
from tests.site.proof.test_tables_fit import CHROMIUM, SITE, pages, positions, shelf

sync_api = pytest.importorskip("playwright.sync_api")
WIDTHS = (360, 1280)
FIRST_KIND = {"domego": "allocate", "master_builder": "plan"}
"""Decisions that are shown; the first kind of another game."""
SIDES = """() => ({
  direction: getComputedStyle(document.documentElement).direction,
  wide: document.documentElement.scrollWidth > innerWidth,
  brand: document.querySelector(".brand").getBoundingClientRect().left,
  account: (document.querySelector("#menu summary") ?? document.querySelector("nav")).getBoundingClientRect().left,
  numbers: [...document.querySelectorAll(".num")].map((el) => getComputedStyle(el).direction),
})"""
BOARD = """() => [...document.querySelectorAll(".board")].filter((el) => el.checkVisibility()).map((board) => ({
  dots: [...board.querySelectorAll(".b-n")].map((el) => [el.textContent, el.getBoundingClientRect().left,
    el.getBoundingClientRect().top]),
  turned: [...board.querySelectorAll("text")].map((el) => Math.sign(el.getScreenCTM().a)),
}))[0]"""

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium"),
]


@pytest.fixture
def arabic(settings):
    settings.LANGUAGES = offered(["en", "fr", "ar"])


def shown(html, *scripts):
    """The values of the scripts on the page, for each width."""
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTHS[0], "height": 800}, reduced_motion="reduce")
        page.route("**/*", shelf(html))
        page.goto(SITE + "/", wait_until="load")
        found = []
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            found.append([page.evaluate(script) for script in scripts])
        browser.close()
    return found


def table_of(game):
    """The table of a game in Arabic, in the view of a seat that decides."""
    kind = registry.get(game)
    text = next(iter(kind.scenarios.values()))
    found = positions(game, text)
    _size, position = found[FIRST_KIND.get(game, next(iter(found)))]
    return next(html for _kind, _language, html in pages(game, text, [position], ("ar",)))


@pytest.mark.parametrize("game", [kind.key for kind in registry.all_games()])
def test_a_table_is_mirrored_and_fits(arabic, game):
    for (told,) in shown(table_of(game), SIDES):
        assert told["direction"] == "rtl"
        assert not told["wide"]
        assert told["brand"] > told["account"]
        assert set(told["numbers"]) <= {"ltr"}


def test_the_path_of_the_board_begins_at_the_right_and_its_texts_read_from_the_left(arabic):
    _phone, (wide,) = shown(table_of("domego"), BOARD)
    lefts = {number: left for number, left, _top in wide["dots"]}

    assert lefts["1"] > lefts["2"] > lefts["3"]
    assert set(wide["turned"]) == {1}


@pytest.mark.parametrize("address", ["/", "/sign-in/", "/join/", "/games/domego/help/rules/"])
def test_a_page_before_the_sign_in_is_mirrored_and_fits(arabic, address):
    client = Client()
    client.cookies["django_language"] = "ar"

    for (told,) in shown(client.get(address).content.decode(), SIDES):
        assert told["direction"] == "rtl"
        assert not told["wide"]
        assert told["brand"] > told["account"]


def test_other_languages_stay_as_they_are(arabic):
    client = Client()

    for code in ("en", "fr"):
        client.cookies["django_language"] = code
        page = client.get("/sign-in/").content.decode()
        assert "dir=" not in page.partition("<body")[0]
        assert "rtl.css" not in page

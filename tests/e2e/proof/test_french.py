"""The language is chosen on a page and kept for the person. The expected texts come from the translations."""

import pytest
from django.utils import translation
from django.utils.translation import gettext
from playwright.sync_api import expect

from tests.e2e.playing import practise

HEADINGS = ("Board", "My sheet", "Around the table", "History", "Team talk")


@pytest.fixture
def _french():
    with translation.override("fr"):
        yield


@pytest.mark.usefixtures("_french")
def test_the_pages_of_a_match_turn_french(open_context):
    page = practise(open_context())
    expect(page.locator("html")).to_have_attribute("lang", "en")

    page.locator("#menu summary").click()
    page.get_by_role("button", name="Français").click()

    expect(page.locator("html")).to_have_attribute("lang", "fr")
    for heading in HEADINGS:
        expect(page.get_by_role("heading", name=gettext(heading), exact=True)).to_be_visible()
    expect(page.locator("#sheet")).to_contain_text("Maître d’ouvrage")
    expect(page.locator("#seats")).to_contain_text("Entreprise de gros œuvre")
    page.locator("form#buy-low .bar button").click()
    expect(page.locator("form#allocate")).to_be_visible()
    for address, heading in (("/games/", "Your matches"), ("/rules/", "Rules"), ("/glossary/", "Glossary")):
        page.goto(address)
        expect(page.locator("html")).to_have_attribute("lang", "fr")
        expect(page.locator("h1")).to_contain_text(gettext(heading))


@pytest.mark.usefixtures("_french")
def test_a_french_browser_is_answered_in_french(open_context):
    page = open_context(locale="fr-FR").new_page()

    page.goto("/")

    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_role("main").get_by_role("link", name=gettext("Sign in"))).to_be_visible()

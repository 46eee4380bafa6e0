"""The sheets of all games as a real browser prints them, in French, as its words are longer."""

import io
from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pytest
from django.contrib.staticfiles import finders

from games.ui import faces
from tests.pages.test_printed import SHEETS
from tests.printed import read
from tests.site.browser.test_live_regions import browser, pytestmark

sync_api = pytest.importorskip("playwright.sync_api")
__all__ = ("browser", "pytestmark")
SIZES = {"A4": (595, 842), "A3": (1191, 842)}
"""Sizes of sheets in points."""
WIDTHS = {"A4": 703, "A3": 1512}
"""Widths between the margins, in pixels."""
ONE_EACH = {"games/print/aid.html": "aids", "games/print/log.html": "tables"}


@pytest.fixture(scope="module")
def page(browser: "sync_api.Browser") -> "Iterator[sync_api.Page]":
    page = browser.new_page()
    page.route("**/*", answer)
    yield page
    page.close()


def answer(route: "sync_api.Route") -> None:
    """Serve style sheets and fonts from their folders. The test gives the sheet itself. Scripts are empty."""
    name = route.request.url.partition("/static/")[2].partition("?")[0]
    path = finders.find(name) if name.endswith((".css", ".woff2", ".svg")) else None
    if path:
        route.fulfill(path=Path(path))
    else:
        route.fulfill(status=200, body="", content_type="text/html")


@pytest.mark.parametrize(("game", "name"), SHEETS)
def test_a_sheet_fits_its_paper(page: "sync_api.Page", game: str, name: str) -> None:
    face = faces.get(game)
    sheet, scenario = face.printing.sheets[name], face.game.shipped(face.printing.scenario)
    page.goto("http://paper.test/")
    page.set_viewport_size({"width": WIDTHS[sheet.paper], "height": 900})
    page.emulate_media(media="print")
    page.set_content(read(game, name, "fr"))

    with pikepdf.open(io.BytesIO(page.pdf(prefer_css_page_size=True))) as paper:
        sizes = [tuple(round(float(side)) for side in each.mediabox[2:]) for each in paper.pages]

    assert set(sizes) == {SIZES[sheet.paper]}
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    if sheet.paper == "A3":
        assert len(sizes) == 1
    if sheet.template in ONE_EACH:
        assert len(sizes) == len(sheet.context(scenario)[ONE_EACH[sheet.template]])

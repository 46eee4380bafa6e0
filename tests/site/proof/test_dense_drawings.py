"""Places of one kind on a dense drawing are targets of at least 24 px (WCAG 2.5.8). A tap selects the nearest one.
Crossings and paths that may both be built on have fixed positions, which is the exception for maps. Buttons enlarge the
drawing."""

from math import dist

import pytest

from games.engine import registry
from tests.site.proof.test_tables_fit import CHROMIUM, SITE, pages, positions, shelf

sync_api = pytest.importorskip("playwright.sync_api")

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium"),
]
SMALLEST = 24
MIDDLES = """() => [...document.querySelectorAll("svg[data-near]")]
  .flatMap((svg) => [...svg.querySelectorAll(svg.dataset.near)])
  .filter((place) => !place.disabled && place.getClientRects().length)
  .map((place) => [place.value.split("-")[0], place.getBoundingClientRect()])
  .map(([kind, at]) => [kind, (at.left + at.right) / 2, (at.top + at.bottom) / 2])"""


def nearest(places: list[tuple[str, float, float]]) -> float:
    """The smallest distance between two places of a kind."""
    pairs = [(one, other) for number, one in enumerate(places) for other in places[:number] if one[0] == other[0]]
    return min((dist(one[1:], other[1:]) for one, other in pairs), default=SMALLEST)


@pytest.mark.parametrize("game", ["utboheme"])
def test_no_two_places_are_nearer_than_a_target(game):
    text = max(registry.get(game).scenarios.values(), key=len)
    asked = [position for _size, position in positions(game, text).values()]
    read = list(pages(game, text, asked))
    found = {}

    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for width, height in ((360, 740), (1280, 800)):
            page = browser.new_page(viewport={"width": width, "height": height})
            for kind, _language, html in read:
                page.unroute_all()
                page.route("**/*", shelf(html))
                page.goto(SITE + "/", wait_until="load")
                found[kind, width] = nearest(page.evaluate(MIDDLES))
        browser.close()

    assert found
    assert {where: far for where, far in found.items() if far < SMALLEST} == {}

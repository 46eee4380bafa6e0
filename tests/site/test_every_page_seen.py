"""Every page of the URL conf in a browser, at a desk and in the window that 400 % leave: nothing beside it, nothing too
small to press, no focus below something else (WCAG 1.4.10, 2.5.8, 2.4.11; RGAA 10.11).

A sample of the pages; `make access` looks at all of them, with axe besides.
"""

import os
from pathlib import Path

import pytest

from tests.e2e.test_accessibility import violations
from tests.site.every_page import Read, all_pages
from tests.site.test_tables_fit import CHROMIUM, SITE, shelf

sync_api = pytest.importorskip("playwright.sync_api")
LOOK = Path(__file__).with_name("seen.js").read_text(encoding="utf-8")
RESULT = os.environ.get("ACCESS_OF_ALL", "")
"""The file that `make access` writes."""
EVERY = 1 if RESULT else 9
"""Of so many pages one is looked at."""
DESK, AT_400_PERCENT, PHONE = (1280, 800), (320, 256), (360, 740)
SMALLEST = 24
ALWAYS = {"classrooms:projector", "classrooms:debrief"}

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.browser,
    pytest.mark.xdist_group("every_page"),
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium"),
]


@pytest.fixture(scope="module")
def pages(django_db_setup, django_db_blocker) -> list[Read]:
    with django_db_blocker.unblock():
        found = list({(page.name, page.language): page for page in all_pages()}.values())
    return [page for number, page in enumerate(found) if number % EVERY == 0 or page.name in ALWAYS]


def told(look: str, pages: list[Read], faults: set[tuple[str, ...]]) -> None:
    """A line of the result, and one for each fault."""
    if RESULT:
        said = [
            f"{look}: {len(pages)} pages, {len(faults)} faults",
            *(f"  {': '.join(each)}" for each in sorted(faults)),
        ]
        with Path(RESULT).open("a", encoding="utf-8") as result:
            result.write("\n".join(said) + "\n")


@pytest.mark.timeout(3000)
@pytest.mark.parametrize(
    ("window", "looks"),
    [(DESK, {"size": SMALLEST, "cut": False}), (AT_400_PERCENT, {"size": SMALLEST, "cut": True})],
    ids=["desk", "400 percent"],
)
def test_every_page_can_be_reached_in_a_window(pages, window, looks):
    """The browser is there for the test alone: while Playwright runs its loop, Django refuses the database."""
    size = dict(zip(("width", "height"), window, strict=True))
    faults = set()
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport=size, reduced_motion="reduce")
        for read in pages:
            page.unroute_all()
            page.route("**/*", shelf(read.html))
            page.goto(SITE + "/", wait_until="load")
            faults |= {(read.name, words) for words in page.evaluate(LOOK, looks)}
        browser.close()

    told(
        f"{size['width']} x {size['height']} px, targets and focus{', nothing beside it' * looks['cut']}", pages, faults
    )
    assert sorted(faults) == []


@pytest.mark.timeout(3000)
def test_axe_finds_nothing_on_any_page(pages):
    """WCAG 2.2 A and AA as far as axe reads it, in light; colours in dark, too."""
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport=dict(zip(("width", "height"), DESK, strict=True)))
        faults = set()
        for read in pages:
            page.unroute_all()
            page.route("**/*", shelf(read.html))
            page.goto(SITE + "/", wait_until="load")
            faults |= {(read.name, *fault[1:]) for fault in violations(page)}
        browser.close()

    told("axe, WCAG 2.2 A and AA in light, colours in dark", pages, faults)
    assert sorted(faults) == []

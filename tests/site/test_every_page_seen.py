"""Every page of the URL conf in a browser, at a desk and in the window that 400 % leave: nothing beside it, nothing too
small to press, no focus below something else (WCAG 1.4.10, 2.5.8, 2.4.11; RGAA 10.11).

A sample of the pages; `make access` looks at all of them, with axe besides.
"""

import os
from pathlib import Path

import pytest
from django.db import transaction

from tests.matrix.world import world
from tests.site.every_page import Read, help_pages_of_games, pages_of, tables_of_games
from tests.site.test_tables_fit import CHROMIUM, SITE, shelf

sync_api = pytest.importorskip("playwright.sync_api")
LOOK = Path(__file__).with_name("seen.js").read_text(encoding="utf-8")
WHOLE = bool(os.environ.get("ACCESS_OF_ALL"))
EVERY = 1 if WHOLE else 9
"""Of so many pages one is looked at."""
DESK, AT_400_PERCENT, PHONE = (1280, 800), (320, 256), (360, 740)
SMALLEST = 24
ALWAYS = {"classrooms:projector", "classrooms:debrief"}

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium"),
]


@pytest.fixture(scope="module")
def pages(django_db_setup, django_db_blocker) -> list[Read]:
    with django_db_blocker.unblock(), transaction.atomic():
        found = [*pages_of(world()), *help_pages_of_games(), *tables_of_games()]
        transaction.set_rollback(True)
    return [page for number, page in enumerate(found) if number % EVERY == 0 or page.name in ALWAYS]


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

    assert sorted(faults) == []

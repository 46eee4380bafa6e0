"""Long words, emoji, texts from right to left and texts of the greatest length, in every column that people write. Each
page of the URL conf is opened in a browser, on a phone and at a desk, by the people with most access."""

from pathlib import Path

import pytest
from django.db import transaction

from tests.site.every_page import Read, pages_of
from tests.site.hostile_texts import TEXTS, TURNED, hostile_world
from tests.site.proof.test_tables_fit import CHROMIUM, SITE, shelf

sync_api = pytest.importorskip("playwright.sync_api")
LOOK = (Path(__file__).parents[1] / "hostile.js").read_text(encoding="utf-8")
WINDOWS = ((360, 740), (1280, 800))
READERS = ("student", "instructor")

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium"),
]


@pytest.fixture(scope="module", params=TEXTS)
def read(request, django_db_setup, django_db_blocker) -> tuple[str, list[Read]]:
    with django_db_blocker.unblock(), transaction.atomic():
        pages = list(pages_of(hostile_world(TEXTS[request.param]), ("en",)))
        transaction.set_rollback(True)
    return request.param, [page for page in pages if page.who in READERS and " left empty" not in page.name]


@pytest.mark.timeout(3000)
def test_a_page_holds_whatever_people_write(read):
    text, pages = read
    faults = set()
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(reduced_motion="reduce")
        for each in pages:
            page.unroute_all()
            page.route("**/*", shelf(each.html))
            page.goto(SITE + "/", wait_until="load")
            for width, height in WINDOWS:
                page.set_viewport_size({"width": width, "height": height})
                asked = {"turned": TURNED if text == "right to left" else ""}
                faults |= {(each.name, width, words) for words in page.evaluate(LOOK, asked)}
        browser.close()

    assert len(pages) > 100
    assert sorted(faults) == []

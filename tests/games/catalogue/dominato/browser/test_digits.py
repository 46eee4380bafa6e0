"""Numbers on the table have 16 px at every zoom and hide no point, and the wheel scrolls the page."""

import pytest
from django.test import Client

from tests.games.catalogue.dominato.matches import match_of
from tests.games.factories import person, play_on
from tests.site.proof.test_tables_fit import CHROMIUM, SITE, shelf

sync_api = pytest.importorskip("playwright.sync_api")

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium"),
]
SMALLEST = """() => Math.min(...[...document.querySelectorAll("#layout-svg text")]
  .filter((text) => text.checkVisibility())
  .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))"""
HIDDEN = """() => [...document.querySelectorAll("#layout-svg .d-tile:has(.d-body[width='40']) .d-bal text")]
  .filter((text) => text.checkVisibility()).flatMap((text) => {
    const own = text.getBoundingClientRect();
    const points = [...text.closest(".d-tile").querySelectorAll(":scope > :is(.d-red, .d-green)")];
    return points.map((each) => each.getBoundingClientRect())
      .filter((each) => Math.min(each.right, own.right) - Math.max(each.left, own.left) > 1.5)
      .map((each) => `${text.textContent} ${own.left} ${own.right} over ${each.left} ${each.right}`);
  })"""
"""Balances of lying tiles that hide points; a digit's box is a little wider than the digit."""


@pytest.mark.parametrize("window", [(360, 740), (1280, 800)])
def test_digits_have_16_px_and_hide_no_point_however_small_the_table_is_drawn(window):
    user, client = person(), Client()
    match = play_on(match_of(user, user, scenario="two"), 12)
    client.force_login(user)
    html = client.get(f"/matches/{match.pk}/?seat=0").content.decode()
    sizes, hidden = [], []

    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport=dict(zip(("width", "height"), window, strict=True)), reduced_motion="reduce")
        page.route("**/*", shelf(html))
        page.goto(SITE + "/", wait_until="load")
        for how in ("", "out", "out", "out", "fit", "in", "in"):
            if how:
                page.locator(f"#layout [data-zoom={how}]").evaluate("button => button.click()")
            sizes.append(page.evaluate(SMALLEST))
            hidden += page.evaluate(HIDDEN)
        page.locator("#layout-svg").scroll_into_view_if_needed()
        page.evaluate("scrollTo(0, 0)")
        before = page.locator("#layout-svg").get_attribute("viewBox")
        page.locator("#layout-svg").hover(position={"x": 40, "y": 40}, force=True)
        page.mouse.wheel(0, 200)
        page.wait_for_function("scrollY > 0")
        after = page.locator("#layout-svg").get_attribute("viewBox")
        browser.close()

    assert min(sizes) >= 15.9
    assert hidden == []
    assert before == after

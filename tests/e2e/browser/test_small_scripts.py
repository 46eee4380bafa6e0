"""Small scripts of an instructor's pages: sums of weights, keys of slides, the clock of a room, chosen colours."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.playing import sign_in

ROOM = Path(__file__).resolve().parents[3] / "games/static/shell/js/room.js"


@pytest.fixture
def desk(open_context) -> Page:
    """The page of the instructor who holds the demo's course."""
    page: Page = open_context().new_page()
    sign_in(page, "instructor")
    return page


def test_the_sum_of_weights_is_that_of_what_is_typed(desk):
    desk.goto("/sessions/1/grades/rubric/")
    total, weights = desk.locator("[data-sum]"), desk.locator("[data-weight]:visible")
    before = int(total.inner_text())

    weights.first.fill(str(int(weights.first.input_value()) + 7))

    expect(total).to_have_text(str(before + 7))


def test_keys_go_from_one_slide_to_the_next_and_back(desk):
    desk.goto("/sessions/1/reports/slides/")
    slides = desk.locator(".slide")
    assert slides.count() > 2

    desk.keyboard.press("ArrowRight")
    expect(slides.nth(1)).to_be_in_viewport(ratio=0.6)
    desk.keyboard.press("PageDown")
    expect(slides.nth(2)).to_be_in_viewport(ratio=0.6)
    desk.keyboard.press("ArrowLeft")
    expect(slides.nth(1)).to_be_in_viewport(ratio=0.6)


def test_the_clock_of_a_room_goes_by_the_time_of_its_place_and_of_the_server(browser):
    """A real script without a server: the page was made at noon UTC, in a time zone two hours ahead."""
    page, noon = browser.new_page(), 1_800_014_400_000
    html = f"""<html data-now="{noon}"><time data-time-of-day="7200">--:--</time>
    <script type="module" src="/room.js"></script></html>"""
    page.route("http://room.test/", lambda route: route.fulfill(body=html, content_type="text/html"))
    page.route("**/room.js", lambda route: route.fulfill(path=ROOM))

    page.goto("http://room.test/")

    expect(page.locator("time")).to_have_text("14:00")
    page.close()


def test_chosen_colours_stay_on_the_next_page(desk):
    desk.locator("#menu summary").click()
    desk.get_by_role("button", name="Dark").click()
    assert desk.evaluate("document.documentElement.dataset.theme") == "dark"

    desk.goto("/games/")

    assert desk.evaluate("document.documentElement.dataset.theme") == "dark"
    assert desk.locator("[data-theme-set=dark]").first.get_attribute("aria-pressed") == "true"

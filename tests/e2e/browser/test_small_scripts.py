"""What the small scripts of an instructor's pages do: the sum of weights, the keys of slides, the clock of a room, the
chosen colours.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.playing import sign_in


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


def test_the_projector_shows_the_time_of_day(desk):
    desk.goto("/sessions/2/projector/")
    desk.get_by_role("link", name="Open the projector view").click()

    expect(desk.locator("[data-time-of-day]")).to_have_text(re.compile(r"^\d\d:\d\d"))


def test_chosen_colours_stay_on_the_next_page(desk):
    desk.locator("#menu summary").click()
    desk.get_by_role("button", name="Dark").click()
    assert desk.evaluate("document.documentElement.dataset.theme") == "dark"

    desk.goto("/games/")

    assert desk.evaluate("document.documentElement.dataset.theme") == "dark"
    assert desk.locator("[data-theme-set=dark]").first.get_attribute("aria-pressed") == "true"

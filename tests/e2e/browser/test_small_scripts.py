"""Small scripts of an instructor's pages: sums of weights, keys of slides, the clock of a room, chosen colours."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.playing import sign_in

SCRIPTS = Path(__file__).resolve().parents[3] / "games/static/shell/js"
ROOM = SCRIPTS / "room.js"


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


def test_answers_are_kept_while_they_are_chosen_and_after_a_tunnel(browser):
    """A real script without a server: the form's answers are posted as a whole, and again when a post was lost."""
    page, kept, is_away = browser.new_page(), [], []
    html = """<form method="post" data-kept data-saved="saved" data-lost="lost"
    data-refused="refused">
    <input type="radio" name="choice" value="1"><input type="radio" name="choice" value="2">
    <p data-kept-note></p></form><script type="module" src="/kept_form.js"></script>"""

    def answer(route):
        if route.request.method != "POST":
            route.fulfill(body=html, content_type="text/html")
        elif is_away:
            route.abort()
        else:
            kept.append('name="choice"\r\n\r\n2' in (route.request.post_data or ""))
            route.fulfill(status=204)

    page.route("http://form.test/", answer)
    page.route("**/kept_form.js", lambda route: route.fulfill(path=SCRIPTS / "kept_form.js"))
    page.goto("http://form.test/")
    note = page.locator("[data-kept-note]")

    page.locator("[value='1']").check()
    expect(note).to_have_text("saved")
    is_away.append(True)
    page.locator("[value='2']").check()
    expect(note).to_have_text("lost")
    is_away.clear()
    page.evaluate("dispatchEvent(new Event('online'))")

    expect(note).to_have_text("saved")
    assert kept == [False, True]

    page.route("http://form.test/", lambda route: route.fulfill(status=409))
    page.locator("[value='1']").check()
    expect(note).to_have_text("refused")
    page.close()

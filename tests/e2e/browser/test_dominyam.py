"""Dominyam alone, to the end: with keys on a desk, with a thumb on a phone."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser.test_phone import fits
from tests.e2e.playing import answered, sign_in

OVER = "#decision h2:text-is('The result')"
MOST_MOVES = 14 * 3


def start_alone(page: Page) -> None:
    """Start a match alone as the instructor. Another test uses the student's own matches."""
    sign_in(page, "instructor")
    page.goto("/games/start/dominyam/?scenario=players_01")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/matches/*/**")


def answer(page: Page, *, thumb: bool) -> None:
    """Take the first meal or throw again, and wait for the next page."""
    button = choose(page, thumb=thumb)
    with answered(page):
        button.tap() if thumb else button.press("Enter")


def choose(page: Page, *, thumb: bool) -> Locator:
    """Fill in the form. Returns the button that sends it."""
    meals = page.locator("#decision [data-meal]")
    again = page.locator("#decision [data-throw]")
    if meals.count():
        return meals.first
    if again.count():
        if thumb:
            page.locator("#decision .y-die").first.tap()
        else:
            page.keyboard.press("1")
            page.keyboard.press("3")
        expect(page.locator("#decision [name=keep]:checked")).to_have_count(1 if thumb else 2)
        expect(again).to_have_text(re.compile("Throw 4" if thumb else "Throw 3"))
        return again
    return page.get_by_role("button", name="Next turn")


def play_to_the_end(page: Page, *, thumb: bool) -> int:
    for move in range(MOST_MOVES):
        if page.locator(OVER).count():
            return move
        if thumb:
            fits(page)
        answer(page, thumb=thumb)
    expect(page.locator(OVER)).to_be_visible()
    return MOST_MOVES


def test_a_click_on_a_lit_pair_chooses_its_meal(open_context):
    page = open_context().new_page()
    start_alone(page)
    for _ in range(MOST_MOVES):
        if page.locator("[data-spiral] .y-fits").count():
            break
        answer(page, thumb=False)
    lit = page.locator("[data-spiral] .y-fits").first

    lit.locator(".y-knot").click()

    chosen = page.locator("#decision [data-eat]")
    expect(chosen).to_be_visible()
    pair = lit.get_attribute("data-pair")
    assert chosen.get_attribute("data-pair") == pair
    marked = page.locator("[data-spiral] [data-place].is-chosen")
    assert {each.get_attribute("data-place") for each in marked.all()} == set(str(pair).split("-"))
    with answered(page):
        chosen.click()
    expect(page.locator("[data-spiral] .is-chosen")).to_have_count(0)


def keep_all(page: Page) -> None:
    for number in range(1, 6):
        page.keyboard.press(str(number))
    expect(page.locator("#decision [name=keep]:checked")).to_have_count(5)


def test_the_button_says_how_many_dice_it_throws_and_is_not_offered_for_none(open_context):
    page = open_context().new_page()
    start_alone(page)
    throw = page.locator("#decision [data-throw]")

    expect(throw).to_have_text("Throw all five")
    page.keyboard.press("2")
    expect(throw).to_have_text("Throw 4 dice")
    page.keyboard.press("2")
    keep_all(page)
    expect(throw).to_have_text("You keep all five")
    expect(throw).to_have_attribute("aria-disabled", "true")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    throw.click(force=True)
    page.keyboard.press("1")
    expect(throw).to_have_text("Throw 1 die")
    with answered(page):
        throw.click()

    assert [url.rpartition("/matches/")[2].partition("/")[2] for url in sent] == ["play/"]
    expect(page.locator("#dominyam-turn")).to_have_attribute("data-roll", "2")


def test_a_second_press_of_one_thumb_throws_once(open_context):
    page = open_context().new_page()
    start_alone(page)

    with answered(page):
        page.locator("#decision [data-throw]").click()
    page.locator("#decision [data-throw]").click()
    page.keyboard.press("1")

    expect(page.locator("#decision [data-throw]")).to_have_text("Throw 4 dice")
    expect(page.locator("#dominyam-turn")).to_have_attribute("data-roll", "2")


def test_dice_that_are_marked_are_so_after_the_page_is_loaded_anew_until_they_are_thrown(open_context):
    page = open_context().new_page()
    start_alone(page)
    kept = page.locator("#decision [name=keep]:checked")
    page.keyboard.press("2")
    page.keyboard.press("4")

    page.reload()

    expect(kept).to_have_count(2)
    assert [each.get_attribute("value") for each in kept.all()] == ["2", "4"]
    expect(page.locator("#decision [data-throw]")).to_have_text("Throw 3 dice")
    with answered(page):
        page.locator("#decision [data-throw]").click()
    page.reload()
    expect(page.locator("#dominyam-turn")).to_have_attribute("data-roll", "2")
    expect(kept).to_have_count(0)


LIKE_ITS_GROUND = """(pairs) => {
  const light = (text) => {
    const parts = text.match(/[\\d.]+/g).map(Number).slice(0, 3).map((part) => part / 255);
    const [r, g, b] = parts.map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = [];
  for (const [holder, marks, ground] of pairs) for (const one of document.querySelectorAll(holder)) {
    const under = light(getComputedStyle(one.querySelector(ground)).fill);
    for (const mark of one.querySelectorAll(marks)) {
      const over = light(getComputedStyle(mark).fill);
      const contrast = (Math.max(over, under) + 0.05) / (Math.min(over, under) + 0.05);
      if (contrast < 3) found.push(`${one.getAttribute("class")} ${mark.getAttribute("class")} ${contrast.toFixed(1)}`);
    }
  }
  return [...new Set(found)];
}"""
"""Marks on a shape whose colour is too close to its own."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pips_are_seen_in_forced_colours(open_context, scheme):
    page = open_context(forced_colors="active", color_scheme=scheme).new_page()
    start_alone(page)
    page.locator("[data-spiral] .y-pip").first.wait_for()

    pairs = [
        (".y-tile:has(.y-pip)", ".y-pip", ".y-body"),
        (".y-die", ".y-pip", ".y-face"),
        (".y-link", ".y-sum", ".y-knot"),
    ]
    assert page.evaluate(LIKE_ITS_GROUND, pairs) == []

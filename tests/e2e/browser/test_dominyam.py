"""Dominyam alone, to the end: with keys on a desk, with a thumb on a phone."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser.test_phone import fits
from tests.e2e.playing import answered, sign_in

OVER = "#decision h2:text-is('The result')"
MOST_MOVES = 14 * 3


def start_alone(page: Page) -> None:
    """As the instructor: the student's own games are another test's."""
    sign_in(page, "instructor")
    page.goto("/games/start/dominyam/?scenario=players_01")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/matches/*/**")


def answer(page: Page, *, thumb: bool) -> None:
    """The first meal there is, else another throw; and the page that answers."""
    button = choose(page, thumb=thumb)
    with answered(page):
        button.tap() if thumb else button.press("Enter")


def choose(page: Page, *, thumb: bool) -> Locator:
    """In the form; returns the button that sends it."""
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

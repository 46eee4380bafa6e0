"""An instructor makes a scenario of their own: fields save themselves, a fault is named at its field, a session plays
it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.playing import sign_in

REFUSED = ("409: ", "403: ")
"""The answers to a window whose parts were moved in another one, and to one that was signed out."""


@pytest.fixture
def studio(open_context) -> Page:
    """The first section of a new copy of the Domego scenario, opened by the demo's instructor."""
    page: Page = open_context(forgives=REFUSED).new_page()
    sign_in(page, "instructor")
    page.goto("/scenarios/")
    page.locator("#game-domego").evaluate("each => { each.open = true; }")
    page.locator("#game-domego").get_by_role("button", name="Make my own").first.click()
    expect(page.locator("#st-changes")).to_have_text("equal to the original")
    return page


def test_a_scenario_of_ones_own_is_changed_mended_and_played(studio):
    delay, saved = studio.locator("[name='targets.delay']"), studio.locator("#st-saved")
    former = delay.input_value()

    delay.fill("41")
    expect(saved).to_have_text("saved")
    expect(studio.locator("#st-changes")).to_have_text("1 change")
    studio.reload()
    expect(delay).to_have_value("41")

    delay.fill("soon")
    fault = studio.locator("[data-for='targets.delay'] .sf-fault")
    expect(fault).to_have_text("A whole number is needed.")
    expect(studio.locator("#st-count")).to_have_text("1")

    studio.locator("#st-undo").click()
    expect(delay).to_have_value("41")
    expect(fault).to_have_count(0)
    studio.locator("#st-undo").click()
    expect(delay).to_have_value(former)
    studio.get_by_role("button", name="Redo").click()
    expect(delay).to_have_value("41")

    studio.get_by_role("link", name="Use it in a session").click()
    studio.get_by_role("button", name="Plan a session").click()
    expect(studio).to_have_url(re.compile(r"/sessions/\d+/edit/"))


def test_a_second_window_is_told_that_parts_were_moved(studio):
    home = studio.url.partition("edit/")[0]
    studio.goto(f"{home}edit/activities/0/")
    other = studio.context.new_page()
    other.goto(f"{home}edit/activities/0/")
    other.get_by_role("button", name="Move down").click()
    expect(other.locator("#st-changes")).not_to_have_text("equal to the original")

    studio.locator("[name='activities[0].base_days']").fill("99")

    expect(studio.locator("#st-saved")).to_contain_text("in another window")
    studio.on("dialog", lambda dialog: dialog.accept())
    studio.reload()
    expect(studio.locator("[name='activities[0].base_days']")).not_to_have_value("99")


def test_the_sum_of_a_row_follows_its_cells(studio):
    home = studio.url.partition("edit/")[0]
    studio.goto(f"{home}edit/staged_payments/")
    row = studio.locator(".sf-grid tbody tr").first
    cells = [int(each.input_value() or 0) for each in row.locator("input").all()]
    expect(row.locator("[data-sum]")).to_have_text(str(sum(cells)))

    row.locator("input").first.fill(str(cells[0] + 7))

    expect(row.locator("[data-sum]")).to_have_text(str(sum(cells) + 7))


def test_a_window_that_was_signed_out_says_so_and_saves_all_once_it_can(studio):
    cookies = studio.context.cookies()
    studio.context.clear_cookies()
    studio.locator("[name='targets.delay']").fill("41")
    expect(studio.locator("#st-saved")).to_contain_text("Load the page again.")

    studio.context.add_cookies(cookies)
    studio.locator("[name='targets.cost']").fill("43")

    expect(studio.locator("#st-saved")).to_have_text("saved")
    studio.reload()
    expect(studio.locator("[name='targets.delay']")).to_have_value("41")
    expect(studio.locator("[name='targets.cost']")).to_have_value("43")


def test_a_button_of_a_list_leaves_the_page_where_it_was(studio):
    studio.goto(f"{studio.url.partition('edit/')[0]}edit/activities/0/")
    adder = studio.locator("button[value^='add:activities[0].']").last
    of = adder.get_attribute("value").partition(":")[2]
    adder.scroll_into_view_if_needed()
    before = studio.evaluate("scrollY")

    adder.click()

    expect(studio.locator("#st-changes")).to_have_text("1 change")
    expect(studio.locator(":focus")).to_have_attribute("name", re.compile(rf"^{re.escape(of)}\["))
    assert studio.evaluate("scrollY") == before > 0

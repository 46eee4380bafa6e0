"""An instructor makes a course, adds its people and makes teams: by mouse, by keys, on a phone, without scripts."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.playing import sign_in

NAMES = "Léa Moreau\nAmir Haddad\nTomás Rivera\nIngrid Dahl\n"
PAGES = ("", "people/", "people/list/", "people/links/", "teams/", "teams/lot/", "invitations/", "settings/")


def new_course(page: Page, name: str) -> str:
    """A course with four students and two teams of two; returns its address."""
    sign_in(page, "instructor")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Courses").click()
    page.get_by_role("link", name="New course").click()
    page.get_by_label("Name of the course").fill(name)
    page.get_by_role("button", name="Create the course").click()
    page.wait_for_url(re.compile(r"/courses/\d+/$"))
    address = page.url
    page.get_by_role("main").get_by_role("link", name="Add a class list").click()
    page.get_by_label("Paste names here").fill(NAMES)
    page.get_by_role("button", name="Check it first").click()
    with page.expect_navigation(wait_until="load"):
        page.get_by_role("button", name="Add 4 students").click()
    page.goto(f"{address}teams/lot/?by=teams&number=2&who=everyone&seed=bridge")
    page.get_by_role("button", name="Make these teams").click()
    page.wait_for_url(re.compile("/teams/"))
    return address


def members(page: Page, number: int) -> list[str]:
    return page.locator(".team").nth(number).locator(".members label").all_inner_texts()


def test_a_name_is_dragged_into_another_team_and_moved_back_with_keys(open_context):
    page = open_context().new_page()
    new_course(page, "Drag")
    one, two = members(page, 0), members(page, 1)
    grip, target = page.locator(".grip").first, page.locator(".team").nth(1)
    target.scroll_into_view_if_needed()
    start, end = grip.bounding_box(), target.bounding_box()
    assert start is not None
    assert end is not None

    page.mouse.move(start["x"] + 8, start["y"] + 12)
    page.mouse.down()
    page.mouse.move(end["x"] + 60, end["y"] + 40, steps=6)
    with page.expect_navigation(wait_until="load"):
        page.mouse.up()

    expect(page.get_by_text("1 student was moved.")).to_be_visible()
    assert (members(page, 0), sorted(members(page, 1))) == (one[1:], sorted([*two, one[0]]))
    chooser = page.get_by_label(one[0])
    chooser.focus()
    page.keyboard.type("Team 1")
    page.keyboard.press("Tab")
    with page.expect_navigation(wait_until="load"):
        page.locator(".team").nth(1).get_by_role("button", name="Move").press("Enter")
    expect(page.locator(".team").nth(0).get_by_text(one[0])).to_be_visible()
    assert (sorted(members(page, 0)), members(page, 1)) == (sorted(one), two)

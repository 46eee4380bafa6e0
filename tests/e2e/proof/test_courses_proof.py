"""The pages of a course without scripts, on a phone, and under axe."""

import pytest

from tests.e2e.browser.test_courses import PAGES, members, new_course
from tests.e2e.browser.test_phone import PHONE
from tests.e2e.proof.test_accessibility import violations


def test_everything_works_without_scripts(open_context):
    page = open_context(java_script_enabled=False).new_page()
    new_course(page, "Plain")
    moved, two = members(page, 0)[0], members(page, 1)

    page.get_by_label(moved).select_option("Team 2")
    with page.expect_navigation(wait_until="load"):
        page.locator(".team").nth(0).get_by_role("button", name="Move").click()

    assert sorted(members(page, 1)) == sorted([*two, moved])
    assert page.locator(".grip:visible").count() == 0


@pytest.mark.parametrize("wide", [360, 320])
def test_the_pages_of_a_course_fit_a_phone(open_context, wide):
    page = open_context(**PHONE | {"viewport": {"width": wide, "height": 740}}).new_page()
    address = new_course(page, "Phone")
    page.goto(f"{address}people/")
    person = page.locator(".people th a").first.get_attribute("href")
    too_wide = []

    for path in [f"{address}{path}" for path in PAGES] + ["/courses/", "/account/data/", str(person)]:
        page.goto(path)
        if page.evaluate("document.scrollingElement.scrollWidth") > wide:
            too_wide.append(path)

    assert too_wide == []


def test_the_pages_of_a_course_are_accessible(open_context):
    page = open_context().new_page()
    address = new_course(page, "Axe")
    page.goto(f"{address}people/")
    person = page.locator(".people th a").first.get_attribute("href")
    found = []

    for path in [f"{address}{path}" for path in PAGES] + ["/courses/", "/courses/new/", "/account/data/", str(person)]:
        page.goto(path)
        found += violations(page)
    page.goto(f"{address}people/")
    page.get_by_role("button", name="Open the code").click()
    link = page.get_by_label("Address").input_value()
    stranger = open_context().new_page()
    stranger.goto(link)
    found += violations(stranger)

    assert found == []

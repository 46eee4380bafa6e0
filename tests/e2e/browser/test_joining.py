"""A student's first minute on a phone: the code, the way in, and the personal link."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.playing import sign_in

PHONE = {"viewport": {"width": 390, "height": 700}, "has_touch": True, "is_mobile": True}
PAGES = ("/", "/join/", "/join/?code=none")
SHARE = "Object.defineProperty(navigator, 'share', { value: async (what) => { window.shared = what.url; } });"


def join_code(page: Page) -> str:
    """The join code of a course that is open to everyone with the code."""
    sign_in(page, "instructor")
    page.goto("/courses/1/people/#code")
    opened = page.get_by_role("button", name="Open the code")
    if opened.count():
        opened.click()
    return re.sub(r"\W", "", page.locator("#code .big").inner_text())


def joined(page: Page, code: str, name: str) -> str:
    """Join by the code. Returns the personal link."""
    page.goto("/join/")
    page.get_by_label("Code from your instructor").fill(f"  {code[:3].lower()} {code[3:]}")
    page.locator("form[method=get]").get_by_role("button", name="Join").tap()
    page.get_by_label("Your name").first.fill(name)
    page.get_by_role("button", name="Join").tap()
    return page.get_by_label("Your personal link").input_value()


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("address", PAGES)
def test_the_code_and_its_button_are_on_the_first_screen_of_a_phone(open_context, address, locale):
    page = open_context(**PHONE, locale=locale).new_page()

    page.goto(address)

    form = page.locator("form:has(input.code)")
    expect(form.locator("input.code")).to_be_in_viewport(ratio=1)
    expect(form.locator("button")).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0


def test_a_personal_link_is_copied_shared_and_selected(open_context):
    code = join_code(open_context().new_page())
    phone = open_context(**PHONE, permissions=["clipboard-read", "clipboard-write"])
    phone.add_init_script(SHARE)
    page = phone.new_page()
    link = joined(page, code, "Nadia Benali")

    page.get_by_role("button", name="Copy link").tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    page.get_by_role("button", name="Share link").tap()
    page.get_by_label("Your personal link").tap()

    assert page.evaluate("navigator.clipboard.readText()") == link
    assert page.evaluate("window.shared") == link
    assert page.evaluate("getSelection().toString() || document.activeElement.selectionEnd") in (link, len(link))


def test_where_nothing_can_be_shared_or_run_the_link_is_text(open_context):
    code = join_code(open_context().new_page())
    page = open_context(**PHONE, java_script_enabled=False).new_page()

    link = joined(page, code, "Tom Okafor")

    expect(page.get_by_role("button", name="Copy link")).to_be_hidden()
    expect(page.get_by_role("button", name="Share link")).to_be_hidden()
    page.goto(f"{link})")
    expect(page.get_by_text("Tom Okafor").first).to_be_visible()

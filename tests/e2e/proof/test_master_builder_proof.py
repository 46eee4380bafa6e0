"""A whole town by four people, a turn without scripts, the first screen, and checks by axe."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.browser.test_master_builder import (
    GUESTS,
    LOBBY_IS_OVER,
    Architect,
    play_on,
    sit_down,  # noqa: F401  a fixture
    start,
)
from tests.e2e.browser.test_phone import PHONE, fits
from tests.e2e.playing import answered, number_of, sign_in
from tests.e2e.proof.test_accessibility import violations


def test_four_people_build_a_town_to_its_end_two_of_them_on_phones(open_context, site):
    """Two rounds and the last one; the others are alike. Another player's answer may close a question before its page
    is updated. The page then says so.
    """
    pages = [
        open_context(forgives=(*LOBBY_IS_OVER, "409: "), **(PHONE if seat > 1 else {})).new_page() for seat in range(4)
    ]
    desk = pages[0]
    sign_in(desk, "instructor")
    match = start(desk, "classic", ["me", "invite", "invite", "invite"])
    links = [desk.locator(f"#seat-{seat} .copy-field").input_value() for seat in (1, 2, 3)]
    for page, link, name in zip(pages[1:], links, GUESTS, strict=True):
        page.goto(link)
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Take the seat").click()
        page.get_by_role("link", name="Go to the table").click()
    desk.get_by_role("button", name="Start the match").click()
    people = [Architect(page, seat, finger=seat > 1) for seat, page in enumerate(pages)]
    for person in people:
        expect(person.page.locator("#wish-form")).to_have_count(1)

    play_on(people, until=lambda: number_of(desk.locator("h1 small").text_content()) > 2)
    site.play(match, until="round-6/")
    for person in people:
        person.page.reload()
    play_on(people, until=lambda: all(person.is_over() for person in people))

    did = {what for person in people for what in person.did}
    assert {"wish", "nominate", "bid", "pass", "decline", "plan"} <= did
    for person in people:
        expect(person.card).to_contain_text("The result")
        expect(person.card.locator("table tbody tr")).to_have_count(4)
    for page in pages[2:]:
        fits(page)
    built = int(re.search(r"standing: (\d+)", desk.locator("#town-svg").get_attribute("aria-label"))[1])
    assert built > 0


def test_without_javascript_on_a_phone_wishes_are_put_in_order_and_a_plan_is_checked(open_context, sit_down):
    page = open_context(java_script_enabled=False, **PHONE).new_page()
    sign_in(page, "instructor")
    start(page, "classic_2", ["me", "bot:thrifty"])
    person = Architect(page, 0, finger=True)

    page.locator("#more-wish summary").tap()
    form = page.locator("#wish-form")
    for number, wish in enumerate(("hire-A", "hire-T", "hire-F", "hire-T", "hire-A")):
        form.locator(f"[name=wish-{number}]").select_option(wish)
    with answered(page):
        form.get_by_role("button", name="Wish 3 earlier").tap()
    assert [form.locator(f"[name=wish-{number}]").input_value() for number in (1, 2)] == ["hire-F", "hire-T"]
    person.send(page.locator("#wish-form").get_by_role("button", name="Leave this list"), "wish")

    person = sit_down(page, "plan", finger=True)
    plan = page.locator("#plan-form")
    fits(page)
    expect(plan.get_by_role("button", name="Build this plan")).to_be_visible()
    expect(plan.get_by_text("Build nothing")).to_be_hidden()
    place = plan.locator("[data-place] select").first
    place.select_option(index=1)
    with answered(page):
        plan.get_by_role("button", name="Check this plan").tap()
    expect(page.locator("#plan-verdict")).to_contain_text("Not yet: ")
    expect(page.locator("[data-said]:not(:empty)")).to_have_count(1)
    fits(page)
    page.locator("[data-place] select").first.select_option("")
    person.send(page.locator("#plan-form .bar [type=submit]"), "plan")
    assert person.did[-1] == "plan"


def test_the_pages_are_accessible_in_light_and_dark(open_context, sit_down):
    page = open_context().new_page()
    sign_in(page, "instructor")
    start(page, "classic_2", ["me", "bot:thrifty"])
    expect(page.locator("#hire-form")).to_have_count(1)
    page.locator("#more-wish summary").click()
    found = violations(page)
    sit_down(page, "nominate")
    found += violations(page)

    assert found == []


@pytest.mark.parametrize("kind", ["hire", "nominate"])
def test_at_a_desk_the_town_is_on_the_first_screen_under_the_news(open_context, sit_down, kind):
    page = open_context().new_page()
    sign_in(page, "instructor")
    sit_down(page, kind)

    news, town = (page.locator(f"#{part}").bounding_box() for part in ("recap", "town"))

    assert news["y"] + news["height"] <= town["y"]
    assert town["y"] + town["height"] / 2 < page.viewport_size["height"]

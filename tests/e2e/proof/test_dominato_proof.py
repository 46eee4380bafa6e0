"""Dominato from its first tile to its end, without scripts, and under axe."""

from playwright.sync_api import expect

from tests.e2e.browser.test_dominato import (
    LOBBY_IS_OVER,
    PHONE,
    Pupil,
    fitting_tile,
    go_on,
    look_for_news,
    start,
    table,  # noqa: F401  a fixture
)
from tests.e2e.playing import patiently, sign_in
from tests.e2e.proof.test_accessibility import violations


def test_a_match_with_challenges_is_played_to_its_end_at_a_desk_and_on_a_phone(open_context):
    desk = open_context(forgives=LOBBY_IS_OVER).new_page()
    phone = open_context(forgives=LOBBY_IS_OVER, **PHONE).new_page()
    sign_in(desk, "instructor")
    start(desk, "invite", validation="challenge", helper=False, games=1)
    phone.goto(desk.locator("#seat-1 .copy-field").input_value())
    phone.get_by_label("Your name").fill("Zoë")
    phone.get_by_role("button", name="Take the seat").click()
    phone.get_by_role("link", name="Go to the table").click()
    desk.get_by_role("button", name="Start the match").click()
    expect(phone.locator("#layout-svg")).to_be_visible()
    pupils = Pupil(desk, claims=1), Pupil(phone, claims=2, finger=True)

    for _turn in patiently():
        if all(pupil.is_over() for pupil in pupils):
            break
        answered = [pupil.answer() for pupil in pupils if not pupil.is_over()]
        if any(answered):
            for pupil in pupils:
                pupil.ask_for_news()
        desk.wait_for_timeout(100)

    assert {what for pupil in pupils for what in pupil.did} == {"lay", "claim", "give", "close"}
    assert phone.evaluate("document.scrollingElement.scrollWidth") <= 360
    expect(phone.locator("#decision")).to_contain_text("The result")
    expect(desk.locator("#decision table tbody tr")).to_have_count(2)


def test_tiles_are_laid_without_javascript(open_context):
    page = open_context(java_script_enabled=False, **PHONE).new_page()
    sign_in(page, "instructor")
    start(page, "bot:greedy", validation="auto", helper=True, games=1)
    laid = 0
    for _try in patiently():
        if laid == 3:
            break
        form, must_pass = page.locator("#lay-form"), page.locator("#pass-form .bar button")
        if must_pass.count():
            go_on(page, must_pass)
        elif form.count():
            form.locator("[name=choice]").select_option(index=1)
            go_on(page, form.locator(".btn-go"))
            assert page.locator("#decision [role=alert]").count() == 0
            laid += 1
        else:
            look_for_news(page)


def test_without_helper_and_javascript_a_wrong_tile_is_refused_with_the_numbers(open_context):
    page = open_context(java_script_enabled=False).new_page()
    sign_in(page, "instructor")
    start(page, "bot:greedy", validation="auto", helper=False, games=1)
    form, refused = page.locator("#lay-form"), page.locator("#decision [role=alert]")
    tried = 0
    for _try in patiently():
        if refused.count():
            break
        if form.count():
            # The first tile fits anywhere, and another one may happen to.
            form.locator(".d-pick").nth(tried % form.locator(".d-pick").count()).click()
            form.locator("[name=place]").select_option("0")
            go_on(page, form.locator(".btn-go"))
            tried += 1
        else:
            look_for_news(page)

    expect(refused).to_contain_text("balance")
    expect(form.locator("[name=place]")).to_have_value("0")


def test_the_pages_are_accessible_in_light_and_dark(table):
    fitting_tile(table)
    table.locator("#layout-lit .d-dot").last.click()
    found = violations(table)
    for address in ("/games/start/dominato/", "/rules/dominato/rules/", "/rules/dominato/aims/"):
        table.goto(address)
        found += violations(table)
    start(table, "bot:random", games=1, validation="challenge")
    expect(table.locator("#decision form")).not_to_have_count(0)
    found += violations(table)

    assert found == []

"""Signing in while others do so too."""

import fcntl

from playwright.sync_api import expect


def test_who_finds_no_room_waits_on_the_page_and_is_in_when_their_turn_comes(open_context, site):
    page = open_context(forgives=("429",)).new_page()
    page.goto("/sign-in/")
    page.get_by_label("Username").fill("lea")
    page.get_by_label("Password").fill("domego")
    places = [(site.var / f"hashing-{number}.lock").open("a") for number in range(2)]
    for place in places:
        fcntl.flock(place, fcntl.LOCK_EX)

    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("status").filter(has_text="Your turn comes in about")).to_be_visible()
    for place in places:
        place.close()

    expect(page).not_to_have_url(f"{site.url}/sign-in/")
    assert page.request.get("/account/").ok


def test_a_wrong_password_is_said_on_the_page_and_the_next_one_works(open_context, site):
    page = open_context().new_page()
    page.goto("/sign-in/?next=/account/")
    for password in ("wrong", "domego"):
        page.get_by_label("Username").fill("lea")
        page.get_by_label("Password").fill(password)
        page.get_by_role("button", name="Sign in").click()
        if password == "wrong":
            expect(page.get_by_role("alert")).to_contain_text("correct")

    expect(page).to_have_url(f"{site.url}/account/")

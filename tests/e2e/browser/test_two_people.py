"""Payer and payee are two people, each in a browser."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.playing import Player, number_of, patiently, sign_in, start_match

AT_ONCE = 6_000
"""An open page asks every two seconds. A busy machine needs some seconds more."""
GUEST = "Zoë"
LOBBY_IS_OVER = ("410: ",)
"""The lobby's page asks for its news once more, gets 410, and loads itself again."""


@pytest.fixture
def pair(open_context) -> tuple[Player, Player]:
    """Owner and architect in one match, with allocations hidden until all are in. The architect came by the link."""
    owner, guest = (open_context(forgives=LOBBY_IS_OVER).new_page() for _person in range(2))
    sign_in(owner, "instructor")
    start_match(owner, {0: "me", 1: "invite"}, hidden_allocations=True)
    guest.goto(owner.locator("#seat-1 .copy-field").input_value())
    guest.get_by_label("Your name").fill(GUEST)
    guest.get_by_role("button", name="Take the seat").click()
    guest.get_by_role("link", name="Go to the table").click()
    expect(owner.locator("#seat-1")).to_contain_text(GUEST)
    owner.get_by_role("button", name="Start the match").click()
    expect(guest.locator("h1 small")).to_have_text("activity 1 of 12")
    return Player(owner), Player(guest)


def play_together(players: tuple[Player, ...], activity: int) -> None:
    """Both answer until both pages show `activity`. Pages that are already there wait, as the other's answer may
    refresh them.
    """
    for _turn in patiently():
        at = [player.activity() for player in players]
        if min(at) >= activity:
            return
        answered = [number < activity and player.answer(number) for player, number in zip(players, at, strict=True)]
        if not any(answered):
            players[0].page.wait_for_timeout(300)


def cells_of(page: Page, role: str) -> list[str]:
    """Money, cubes and state of a role in the table of seats."""
    return page.locator("#seats tbody tr").filter(has_text=role).locator("td").all_inner_texts()


def test_they_agree_on_a_price_and_place_cubes_that_the_other_does_not_see(pair):
    owner, guest = pair
    play_together(pair, 3)
    mine, theirs = owner.page.locator("#talk-architect"), guest.page.locator("#talk-owner")
    expect(theirs.locator(".badge")).to_have_text("No offer yet")
    theirs.locator("[name=price]").fill("123")
    theirs.locator("[name=note]").press_sequentially("with a garden, per")
    before = number_of(owner.page.locator("#sheet .big").first.text_content())

    mine.locator("[name=price]").fill("97")
    mine.locator("[name=note]").fill("our last word")
    mine.get_by_role("button", name="Offer").click()

    expect(theirs.locator(".standing")).to_contain_text("97k", timeout=AT_ONCE)
    expect(theirs.locator(".offers")).to_contain_text("our last word")
    expect(theirs.locator("[name=price]")).to_have_value("123")
    expect(theirs.locator("[name=note]")).to_have_value("with a garden, per")
    expect(theirs.locator("[name=note]")).to_be_focused()
    theirs.get_by_role("button", name="Accept 97k").click()
    expect(guest.page.locator("#decision form")).to_have_count(0)
    expect(owner.page.locator("form#allocate")).to_be_visible(timeout=AT_ONCE)
    expect(mine).to_have_count(0)
    assert number_of(owner.page.locator("#sheet .big").first.text_content()) == before - 97

    play_together(pair, 6)
    expect(guest.page.locator("form#allocate")).to_be_visible()
    money, cubes, _state = cells_of(guest.page, "Project owner")

    owner.page.locator("[name=buy]").fill("2")
    owner.page.locator("#allocate .bar button").click()

    expect(owner.page.locator("#decision-h")).to_have_text("You have placed. You can still change it.")
    row = guest.page.locator("#seats tbody tr").filter(has_text="Project owner")
    expect(row).to_contain_text("has placed", timeout=AT_ONCE)
    assert cells_of(guest.page, "Project owner") == [money, cubes, "has placed"]
    guest.page.reload()
    assert cells_of(guest.page, "Project owner") == [money, cubes, "has placed"]
    guest.answer()
    expect(owner.page.locator("h1 small")).to_have_text("activity 7 of 12", timeout=AT_ONCE)
    guest.page.get_by_role("link", name="The whole history").click()
    revealed = guest.page.locator("ol.log li").filter(has_text="2 cubes bought for 4k")
    expect(revealed.filter(has_text="Project owner").first).to_be_visible()

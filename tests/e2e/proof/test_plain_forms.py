"""Without JavaScript: forms that post and redirect."""

import re

from playwright.sync_api import expect

from tests.e2e.playing import Player, number_of, practise


def test_four_activities_are_played_with_plain_forms(open_context):
    page = practise(open_context(java_script_enabled=False))
    player = Player(page, refreshes=True)

    player.play_until(5)

    assert set(player.played) == {"buy", "offer", "accept", "allocate"}


def test_a_price_above_the_money_is_refused_with_the_numbers_and_what_was_typed_is_kept(open_context):
    page = practise(open_context(java_script_enabled=False))
    Player(page, refreshes=True).play_until(3)
    money = number_of(page.locator("#sheet .big").first.text_content())
    offer = page.locator("#talk-architect form.offer-form")
    offer.locator("[name=price]").fill("999")
    offer.locator("[name=note]").fill("with the garden")

    with page.expect_navigation():
        offer.get_by_role("button", name="Offer").click()

    expect(offer).to_be_in_viewport()
    said = page.locator("#talk-architect [role=alert]").inner_text()
    assert re.findall(r"\d+(?=k)", said) == ["999", str(money)]
    assert offer.locator("[name=price]").input_value() == "999"
    assert offer.locator("[name=note]").input_value() == "with the garden"
    with page.expect_navigation():
        page.locator("#seat-switch a:not([aria-current])").click()
    expect(page.locator("#seat-switch a[aria-current]")).to_contain_text("Architect")

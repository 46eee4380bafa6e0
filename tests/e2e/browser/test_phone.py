"""A phone of 360 pixels, used by thumb."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.playing import Player, practise, sign_in

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
THUMB = 44
BOXES = """() => [...document.querySelectorAll("#decision .bar")].filter((bar) => bar.checkVisibility())
  .flatMap((bar) => [...bar.querySelectorAll("a, button")]).filter((each) => each.checkVisibility()).map((each) => {
    const at = each.getBoundingClientRect();
    return [each.innerText, at.width, at.height, at.y];
  })"""
"""The visible buttons of the decision, with their boxes. They are found and measured at one moment, as the page may
refresh itself.
"""
PAGES = (
    "/games/",
    "/games/start/",
    "/matches/1/",
    "/matches/1/history/",
    "/matches/1/replay/?at=20",
    "/matches/1/explain/?what=cost",
    "/matches/1/debrief/",
    "/matches/2/",
    "/matches/2/?seat=1",
    "/rules/",
    "/rules/domego/",
    "/rules/domego/rules/",
    "/rules/domego/roles/",
    "/glossary/",
    "/account/",
)


WIDE = """() => [location.pathname, ...[...document.querySelectorAll("body *")]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > innerWidth + 1)
  .map((each) => `${each.tagName} ${each.id} ${each.className} ${(each.textContent ?? "").trim().slice(0, 40)}`)]"""
"""Elements that are wider than the screen."""


def fits(page: Page) -> None:
    """Nothing is wider than the screen, and buttons that send the decision are within reach of the thumb."""
    assert page.evaluate("document.scrollingElement.scrollWidth") <= PHONE["viewport"]["width"], page.evaluate(WIDE)
    for text, width, height, top in page.evaluate(BOXES):
        assert min(width, height) >= THUMB, text
        assert 0 <= top <= PHONE["viewport"]["height"] - height, page.url


def learn(page: Page) -> None:
    """Play the demo's first game as advised, up to the page after it."""
    page.goto("/")
    page.get_by_role("button", name="Try the demo").tap()
    steps = (
        lambda: (page.locator("[name=price]").fill("20"), page.get_by_role("button", name="Ask", exact=True)),
        lambda: (None, page.get_by_role("button", name="Accept 16k").first),
        lambda: (page.locator("[name=quantity]").fill("9"), page.locator("#buy-low .btn-go")),
        lambda: (None, page.locator("#allocate .btn-go")),
        lambda: (page.locator("[name=risk_tier][value='2']").check(), page.locator("#allocate .btn-go")),
        lambda: (page.locator("[name=delay_tier][value='2']").check(), page.locator("#allocate .btn-go")),
        lambda: (None, page.locator("#allocate .btn-go")),
    )
    for number, step in enumerate(steps, start=1):
        expect(page.locator("#first-game .lesson-do")).to_be_visible()
        expect(page.locator("#first-game")).to_contain_text(f"step {number} of {len(steps)}")
        fits(page)
        step()[1].tap()
    expect(page.get_by_role("heading", name="What you can do now")).to_be_in_viewport()
    page.get_by_role("button", name="Play a match against bots").tap()
    expect(page.locator("#first-game")).to_have_count(0)
    expect(page.locator("#buy-low")).to_be_visible()


def test_the_lesson_and_then_the_first_activities_are_played_with_a_thumb(open_context):
    page = open_context(**PHONE).new_page()
    learn(page)
    fits(page)
    player = Player(page, finger=True, look=fits)

    player.play_until(5)

    assert set(player.played) == {"buy", "offer", "accept", "allocate"}


@pytest.mark.parametrize("wide", [360, 320])
def test_no_page_is_wider_than_the_phone(open_context, wide):
    page = open_context(**PHONE | {"viewport": {"width": wide, "height": 740}}).new_page()
    too_wide = []
    sign_in(page)

    for address in PAGES:
        page.goto(address)
        if page.evaluate("document.scrollingElement.scrollWidth") > wide:
            too_wide.append(address)

    assert too_wide == []


def test_what_is_sent_in_a_tunnel_goes_out_by_itself_afterwards(open_context):
    context = open_context(**PHONE, service_workers="allow", forgives=("net::ERR_", "Failed to fetch"))
    page = practise(context)
    form = page.locator("form#buy-low")
    form.get_by_label("Cubes", exact=True).fill("2")
    page.evaluate("navigator.serviceWorker.ready")
    context.set_offline(True)
    form.locator(".bar .btn-go").tap()
    page.get_by_text("Not sent yet").first.wait_for()

    with page.expect_navigation(wait_until="load"):
        context.set_offline(False)
    form.wait_for(state="detached")

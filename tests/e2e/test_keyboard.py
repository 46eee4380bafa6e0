"""Without a mouse."""

from playwright.sync_api import Page, expect

from tests.e2e.playing import practise

FOCUS = """() => {
  const el = document.activeElement, at = el.getBoundingClientRect();
  const shown = [el, el.closest("label"), el.parentElement].filter(Boolean).map((one) => getComputedStyle(one));
  return {
    tag: el.tagName, id: el.id, name: el.name ?? "", text: el.innerText?.trim() ?? "",
    ring: shown.some((style) => style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2),
    seen: at.bottom > 0 && at.top < innerHeight && at.right > 0 && at.left < innerWidth,
  };
}"""


def focus(page: Page) -> dict:
    return page.evaluate(FOCUS)


def tab_to(page: Page, **wanted: str) -> None:
    """Press Tab until the element has the focus. Each one on the way shows that it has it."""
    for _step in range(60):
        page.keyboard.press("Tab")
        now = focus(page)
        assert (now["ring"], now["seen"]) == (True, True), now
        if all(value in now[key] for key, value in wanted.items()):
            return
    raise AssertionError(f"no Tab leads to {wanted}")


def skip(page: Page, words: str, target: str) -> None:
    """The first Tab of a page shows the link that skips its head."""
    tab_to(page, text=words)
    page.keyboard.press("Enter")
    expect(page.locator(target)).to_be_in_viewport()


def test_from_the_home_page_to_two_played_decisions(open_context):
    page = practise(open_context())
    page.goto("/games/")

    skip(page, "Skip to the content", "main")
    tab_to(page, text="Go to the table")
    page.keyboard.press("Enter")
    page.wait_for_url("**/matches/**")
    skip(page, "Skip to your decision", "#decision")
    tab_to(page, id="quantity")
    page.keyboard.press("ArrowUp")
    tab_to(page, tag="BUTTON", text="pay")
    page.keyboard.press("Enter")
    expect(page.locator("form#allocate")).to_be_visible()
    tab_to(page, name="risk_tier")
    page.keyboard.press("ArrowRight")
    assert page.locator("[name=risk_tier]:checked").get_attribute("value") == "1"
    tab_to(page, tag="BUTTON", text="Place")
    page.keyboard.press("Enter")

    expect(page.locator("h1 small")).to_have_text("activity 2 of 12")


def test_the_menu_opens_and_closes_and_gives_the_focus_back(open_context):
    page = practise(open_context())
    page.locator("#menu summary").focus()

    page.keyboard.press("Enter")
    tab_to(page, text="Account")
    page.keyboard.press("Escape")

    expect(page.locator("#menu")).not_to_have_attribute("open", "")
    assert focus(page)["tag"] == "SUMMARY"


def test_arrows_step_through_a_replay(open_context):
    page = practise(open_context())
    match = page.url.split("/matches/")[1].split("/")[0]
    page.locator("form#buy-low .bar button").click()
    expect(page.locator("form#allocate")).to_be_visible()
    page.goto(f"/matches/{match}/replay/")

    page.keyboard.press("ArrowLeft")

    page.wait_for_url("**at=0**")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**at=1**")

"""Whole pages by keyboard alone."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.playing import answered, patiently, practise, sign_in

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
    """Press Tab until the element has the focus. Each element on the way shows a focus ring."""
    for _step in range(60):
        page.keyboard.press("Tab")
        now = focus(page)
        assert (now["ring"], now["seen"]) == (True, True), now
        if all(value in now[key] for key, value in wanted.items()):
            return
    raise AssertionError(f"no Tab leads to {wanted}")


def skip(page: Page, words: str, target: str) -> None:
    """Use the skip link, which is the first on a page."""
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


WALLS = """
from django.contrib.auth import get_user_model
from games.engine.registry import load
from games.ui import faces
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_create, match_start
game = load("master_builder")
roles = [role.id for role in faces.get("master_builder").words.roles(game.rules.load_scenario(game.micro["crew"]))]
me = get_user_model().objects.get(username="instructor")
match = match_create(game="master_builder", roles=roles, by=me, scenario=game.micro["crew"], seed=bytes(range(32)))
seat_assign(match_id=match.pk, seat=0, user=me)
match_start(match_id=match.pk)
print("match", match.pk)
"""
"""Two rounds for two: one person and a bot."""


FREE = ".m-slot:not(.is-later) > .is-target"
"""Free places for the selected worker, in sections that do not depend on others."""


WRONG = ":is(.is-refused, .is-half) > .is-taken select"


SEND = ".bar > button[type=submit]:last-of-type"
"""The button that sends the answer. It looks plain if nothing is chosen or built."""


def step_to(page: Page, key: str, selector: str) -> None:
    """Press `key` until the element has the focus. Elements on the way are not checked."""
    for _step in range(80):
        page.keyboard.press(key)
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{key} does not lead to {selector}")


def answer_by_keys(page: Page, form: str) -> None:
    """Answer the open form by keys, with the first possible answer. A plan places each worker at a free place."""
    skip(page, "Skip to your decision", "#decision")
    if form == "plan-form":
        chips = page.locator("#plan-crew [data-worker]").count()
        for number in range(chips):
            step_to(page, "Tab", f"#plan-crew [data-worker]:nth-of-type({number + 1})")
            page.keyboard.press("Enter")
            if not page.locator(FREE).count():
                page.keyboard.press("Escape")
                continue
            step_to(page, "Shift+Tab", f"{FREE} select")
            page.keyboard.press("Enter")
            page.locator("#plan-form:not([data-checking])").wait_for()
        while page.locator(WRONG).count():
            step_to(page, "Shift+Tab", WRONG)
            page.keyboard.press("Home")
            page.locator("#plan-form:not([data-checking])").wait_for()
    elif page.locator(f"#{form} [type=radio]").count():
        step_to(page, "Tab", f"#{form} [type=radio]")
        page.keyboard.press("Space")
    step_to(page, "Tab", f"#{form} {SEND}")
    expect(page.locator(f"#{form} .bar [data-held]")).to_have_count(0)
    with answered(page):
        page.keyboard.press("Enter")
    assert page.locator("#decision [role=alert]").all_inner_texts() == []


def test_a_whole_game_of_master_builder_is_played_by_keys_alone(open_context, site):
    number = re.findall(r"match (\d+)", site.manage("shell", "-c", WALLS).stdout)[0]
    page = open_context().new_page()
    sign_in(page, "instructor")
    page.goto(f"/matches/{number}/")
    asked = []
    for _turn in patiently(120):
        if page.get_by_role("heading", level=1).filter(has_text="The town stands").count():
            break
        form = page.locator("#decision form[data-key]:visible").first
        if not page.locator(f"#decision {SEND}").count():
            page.wait_for_timeout(100)
            continue
        asked.append(form.get_attribute("id"))
        page.reload()
        answer_by_keys(page, asked[-1])

    expect(page.locator("#decision")).to_contain_text("The result")
    assert {"hire-form", "plan-form"} < set(asked)
    assert int(re.search(r"standing: (\d+)", page.locator("#town-svg").get_attribute("aria-label"))[1]) > 0

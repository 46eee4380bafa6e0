"""No violations of WCAG 2.2 AA are found by axe, in light and dark."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.e2e.playing import Player, practise, sign_in

WCAG = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
THEMES = (("light", WCAG), ("dark", COLOURS))
"""In dark only colours are checked: all other rules give the same result in both."""
PAGES = (
    "/games/",
    "/games/start/",
    "/matches/1/",
    "/matches/1/replay/?at=20",
    "/matches/1/debrief/",
    "/matches/1/what-if/?at=1&choice=1",
    "/rules/domego/rules/",
)


def violations(page: Page) -> list[tuple[str, str, str, str]]:
    """Violations as (page, theme, rule, element), at the top of the page, where fixed parts cover nothing."""
    found = []
    page.evaluate("scrollTo(0, 0)")
    for theme, rules in THEMES:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        for rule in Axe().run(page, options={"runOnly": rules, "resultTypes": ["violations"]}).response["violations"]:
            found += [(page.url, theme, rule["id"], node["html"][:160]) for node in rule["nodes"]]
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    return found


def test_pages_around_a_match(open_context):
    page = open_context().new_page()
    page.goto("/")
    found = violations(page)
    sign_in(page)
    page.goto("/matches/1/debrief/")
    expect(page.get_by_role("link", name="PDF")).to_be_visible(timeout=360_000)

    for address in PAGES:
        page.goto(address)
        found += violations(page)

    assert found == []


def test_the_table_with_each_kind_of_decision(open_context):
    page = practise(open_context())
    player, found, seen = Player(page), [], set()

    while player.activity() < 4 or not player.card.locator("form.standing").count():
        forms = set(player.card.locator("form[id]").evaluate_all("all => all.map((each) => each.id)"))
        if not forms <= seen:
            found += violations(page)
        seen |= forms
        player.answer() or player.wait_for_turn()
    found += violations(page)

    assert found == []

"""A script's changes are in the accessibility tree of the browser: role, name, value and state (WCAG 4.1.2, RGAA 7.1).
Real pages, style sheets and scripts in a real browser, no server."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import transaction

from games.engine import registry
from tests.matrix.addresses import addresses, filled
from tests.matrix.world import world
from tests.site.proof.test_tables_fit import CHROMIUM, SITE, pages, positions, shelf

sync_api = pytest.importorskip("playwright.sync_api")
HEARD = """
window.heard = [];
addEventListener("DOMContentLoaded", () => {
  const place = document.getElementById("announce");
  new MutationObserver(() => { if (place.textContent) window.heard.push(place.textContent); })
    .observe(place, { childList: true, characterData: true, subtree: true });
});
"""
STATES = ("checked", "pressed", "expanded", "disabled", "invalid", "live")
TABLES = {
    "domego": ("classic", ("allocate", "negotiate")),
    "dominato": ("two", ("play",)),
    "dominyam": ("players_02", ("appetite",)),
    "utboheme": ("classic", ("act", "discard")),
    "master_builder": ("classic_2", ("plan", "wish")),
}
"""A scenario of each game, and the kinds of decisions."""
PAGES = {"rubric": "classrooms:rubric", "teams": "classrooms:course-teams", "replay": "games:replay"}

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium"),
]


@pytest.fixture(scope="module")
def read(django_db_setup, django_db_blocker) -> dict[str, str]:
    """Pages in English by name: `domego allocate`, `rubric`."""
    found: dict[str, str] = {}
    with django_db_blocker.unblock(), transaction.atomic():
        for game, (name, kinds) in TABLES.items():
            spec = registry.get(game)
            text = {**spec.scenarios, **spec.micro}[name]
            asked = [each for kind, (_size, each) in positions(game, text).items() if kind in kinds]
            found |= {f"{game} {kind}": html for kind, language, html in pages(game, text, asked) if language == "en"}
        of = world()
        for page, name in PAGES.items():
            address = filled(addresses()[name], {**of.general, **of.special.get(name, {})})
            found[page] = of.client("instructor").get(address).content.decode()
        transaction.set_rollback(True)
    return found


class Tree:
    """The accessibility tree of the page, as the browser exposes it."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self._session = page.context.new_cdp_session(page)

    def __call__(self, selector: str, number: int = 0) -> tuple[str, str, dict[str, Any]]:
        """Role, name and states of the element, with its value if it has one."""
        script = f"document.querySelectorAll({selector!r})[{number}]"
        found = self._session.send("Runtime.evaluate", {"expression": script})["result"]
        asked = {"objectId": found["objectId"], "fetchRelatives": False}
        node = self._session.send("Accessibility.getPartialAXTree", asked)["nodes"][0]
        assert not node["ignored"], f"{selector} is in no tree"
        states = {each["name"]: each["value"].get("value") for each in node["properties"] if each["name"] in STATES}
        states = {name: is_so for name, is_so in states.items() if is_so not in ("false", False) or name != "invalid"}
        if "value" in node:
            states["value"] = node["value"]["value"]
        name = " ".join(str(node["name"]["value"]).split()).replace(" ,", ",")
        return node["role"]["value"], name, states

    def heard(self) -> str:
        """The announcements since the last call."""
        self.page.wait_for_timeout(700)  # a number is told when nobody types on
        return " ".join(self.page.evaluate("window.heard.splice(0)"))


@pytest.fixture
def tree(read) -> Iterator[Callable[[str], Tree]]:
    # The browser is there for the test alone: while Playwright runs its loop, Django refuses the database.
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])

        def opened(name: str) -> Tree:
            page = browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
            page.add_init_script(HEARD)
            page.route("**/*", shelf(read[name]))
            page.goto(SITE + "/", wait_until="load")
            return Tree(page)

        yield opened
        browser.close()


def test_the_menu_says_whether_it_is_open_and_its_buttons_which_one_is_pressed(tree):
    found = tree("teams")
    assert found("#menu summary")[2] == {"expanded": False}

    found.page.click("#menu summary")
    found.page.click("[data-theme-set=dark]")

    assert found("#menu summary")[2] == {"expanded": True}
    assert found("[data-theme-set=dark]") == ("button", "Dark", {"pressed": "true"})
    assert found("[data-theme-set=system]") == ("button", "System", {"pressed": "false"})
    found.page.keyboard.press("Escape")
    assert found("#menu summary")[2] == {"expanded": False}


def test_domego_tells_what_a_choice_costs_in_the_names_of_button_and_drawing_and_aloud(tree):
    found = tree("domego allocate")
    before = found("[data-out=strip] svg")[1]

    found.page.locator("[name=risk_tier]").nth(1).check(force=True)

    cubes = found.page.inner_text("[data-out=sum]", timeout=1000) or found.page.text_content("[data-out=sum]")
    assert found("[name=risk_tier]", 1)[2] == {"checked": "true"}
    assert found("[data-out=strip] svg") == ("image", cubes, {})
    assert cubes != before
    assert found("#allocate .btn-go")[1].startswith("Place ")
    assert found.heard() == f"{found('#allocate .btn-go')[1]}, {found.page.text_content('[data-out=gain]')}."


def test_domego_tells_that_a_number_is_too_high(tree):
    found = tree("domego allocate")

    found.page.fill("[name=buy]", "999")

    role, name, states = found("[name=buy]")
    assert (role, states["invalid"], states["value"]) == ("spinbutton", "true", 999)
    assert name.startswith("Buy cubes at ")


def test_a_place_of_dominato_is_chosen_from_a_list_that_follows_the_tile(tree):
    found = tree("dominato play")
    offered = "all => all.filter((each) => each.value && !each.disabled).map((each) => each.value)"
    places: list[str] = []
    for tile in found.page.locator("#lay-form [name=tile]").all():
        if not places:
            tile.check(force=True)
            places = found.page.eval_on_selector_all("#lay-place option", offered)

    found.page.focus("#lay-place")
    box = found.page.locator("#lay-place").bounding_box()
    found.page.select_option("#lay-place", places[0])

    assert found("#lay-form [name=tile]:checked")[2] == {"checked": "true"}
    role, name, states = found("#lay-place")
    assert (role, name) == ("combobox", "A place (numbers as on the table)")
    assert " tile " in states["value"]  # beside which one
    assert box["height"] >= 24
    assert found("#lay-say")[2] == {"live": "polite"}
    assert found.page.inner_text("#lay-say").startswith(states["value"].partition(":")[0])
    assert found.page.locator("#d-steps [aria-current=step]").inner_text().strip() != ""


def test_a_die_of_dominyam_is_ticked_and_the_button_says_how_many_are_thrown(tree):
    found = tree("dominyam appetite")
    count = found.page.locator("[name=keep]").count()

    found.page.locator("[name=keep]").first.check(force=True)

    assert found("[name=keep]")[::2] == ("checkbox", {"checked": "true"})
    assert found("[data-throw]") == ("button", f"Throw {count - 1} dice", {})
    found.page.keyboard.press("1")
    assert found("[name=keep]")[2] == {"checked": "false"}


def test_cards_of_utboheme_say_how_many_are_chosen_and_the_last_one_leaves_the_focus_on_its_card(tree):
    found = tree("utboheme act")
    card = found.page.locator("[data-hand]:enabled").first
    name = card.get_attribute("data-name")

    card.click()

    held = card.get_attribute("data-count")
    assert found("[data-hand]:enabled") == ("button", f"Give {name}: {held} in hand, 1 chosen", {})
    assert found.heard() == f"Give {name}: {held} in hand, 1 chosen"
    assert found("[data-take]") == ("button", f"You give 1 {name}: take one back", {})
    found.page.locator("[data-take]").press("Enter")
    assert found.page.evaluate("document.activeElement.dataset.hand") == card.get_attribute("data-hand")
    assert found.heard() == f"Give {name}: {held} in hand, 0 chosen"


def test_what_is_given_to_the_bank_of_utboheme_is_named_by_its_button(tree):
    found = tree("utboheme act")
    option = found.page.locator("#u-bank-step option[value^=bank-]").first.get_attribute("value", timeout=3000)
    _bank, given, other = option.split("-")
    found.page.locator(f"[data-hand={given}]").click()
    found.page.locator(f"[data-pick={other}]").click()

    assert found(f"[data-pick={other}]")[1].endswith(": 1 chosen")
    assert found("[data-u-bank]")[1].startswith("Bank: ")


def test_cards_that_go_back_are_not_called_given(tree):
    found = tree("utboheme discard")
    found.page.locator("[data-hand]:enabled").first.click()

    assert found("[data-hand]:enabled")[1].startswith("Discard ")
    assert found("[data-take]")[1].startswith("You discard 1 ")


def test_a_worker_of_master_builder_says_whether_it_is_picked_and_whether_it_has_a_place(tree):
    found = tree("master_builder plan")
    chips, form = "form[data-plan] [data-worker]", found.page.locator("form[data-plan]")
    free = form.locator("[data-worker]:not(.is-busy)").first
    worker = free.get_attribute("data-worker")
    chip = f"{chips}[data-worker='{worker}']"

    free.click()
    assert found(chip)[2] == {"pressed": "true"}
    place = form.locator(f"[data-place]:has(option[value='{worker}'])").first
    place.locator("select").focus()
    found.page.keyboard.press("Enter")

    role, name, states = found(chip)
    assert (role, states) == ("button", {"pressed": "false"})
    assert name.endswith(", has a place")
    assert found("#plan-verdict")[2] == {"live": "polite"}


def test_a_wish_that_is_moved_takes_the_focus_along(tree):
    found = tree("master_builder wish")
    found.page.locator("details:has(form[data-wishes]) > summary").click()
    found.page.locator("[name=down]").first.press("Enter")

    assert found.page.evaluate("document.activeElement.ariaLabel") == "Wish 2 later"


def test_buttons_that_move_a_drawing_have_names(tree):
    found = tree("dominato play")
    found.page.locator("[data-zoom=in]").click()  # a part of the table is out of sight: arrows come

    named = [found(".d-zoom button", number)[:2] for number in range(found.page.locator(".d-zoom button").count())]

    assert {role for role, _name in named} == {"button"}
    assert [name for _role, name in named if len(name) < 4] == []


def test_a_button_that_news_hold_says_so(tree):
    found = tree("domego negotiate")
    found.page.evaluate(
        """() => {
        const fresh = document.implementation.createHTMLDocument();
        const card = document.getElementById("decision").cloneNode(true);
        for (const each of card.querySelectorAll("button[name=accept]")) each.value = each.textContent = "Accept 1k";
        for (const each of card.querySelectorAll(".offer-form button")) each.textContent = "Offer more";
        fresh.body.append(card);
        document.dispatchEvent(new CustomEvent("regions:replace", { detail: fresh }));
        }"""
    )

    held = found("#decision .offer-form button")
    assert held[2] == {"disabled": True}
    assert found.heard() == found.page.get_attribute("#live", "data-held")


def test_the_sum_of_weights_is_told_as_it_changes(tree):
    found = tree("rubric")
    told = found.page.locator("[role=status]:has([data-sum])")
    before = told.inner_text()

    found.page.locator("[data-weight]:visible").first.fill("77")

    assert told.inner_text() != before
    assert found("[role=status]:has([data-sum])")[::2] == ("status", {"live": "polite"})


def test_the_slider_of_a_replay_has_a_name_and_says_the_move(tree):
    found = tree("replay")

    role, name, states = found("input[type=range]")

    assert (role, name, states["value"]) == ("slider", "Move", int(found.page.input_value("input[type=range]")))


def test_people_are_moved_between_teams_by_lists_with_their_names(tree):
    found = tree("teams")
    assert found.page.locator(".grip:not([aria-hidden=true])").count() == 0

    role, name, _states = found("[data-student] select")
    assert role == "combobox"
    assert name == found.page.locator("[data-student] label").first.inner_text()

"""Whole games by keyboard: Dominyam alone, Dominato and Les colons de l'UTBohème against a bot. Master Builder's is in
`test_keyboard`."""

import json
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.browser.test_keyboard import focus, skip
from tests.e2e.browser.test_utboheme import DOTS
from tests.e2e.playing import answered, patiently, sign_in

GAMES = Path(__file__).parents[3] / "games" / "catalogue"
MAKE = """
from django.contrib.auth import get_user_model
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_create, match_start
me = get_user_model().objects.get(username="instructor")
match = match_create(by=me, seed=bytes(range(32)), **{match})
seat_assign(match_id=match.pk, seat=0, user=me)
match_start(match_id=match.pk)
print("match", match.pk)
"""
"""Makes a match of a person on the first seat and a bot on the second. The seed fixes all chance."""


def open_table(page: Page, site, **match: object) -> None:
    """Open the match and go to the decision by the skip link."""
    made = site.manage("shell", "-c", MAKE.format(match=match)).stdout
    sign_in(page, "instructor")
    number = re.findall(r"match (\d+)", made)[0]
    page.goto(f"/matches/{number}/")
    skip(page, "Skip to your decision", "#decision")


def go_to(page: Page, selector: str, key: str = "Tab") -> None:
    """Press `key` until `selector` has the focus. Each element on the way must be in view with a focus ring. After the
    last element, the focus returns to the page's first.
    """
    for _step in range(120):
        page.keyboard.press(key)
        now = focus(page)
        assert now["tag"] == "BODY" or (now["ring"], now["seen"]) == (True, True), now
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{key} does not lead to {selector}")


def send(page: Page, button: str, what: str) -> str:
    """Go to the button and press Enter. After news, a button is held for three seconds."""
    go_to(page, button)
    expect(page.locator("#decision [data-held]")).to_have_count(0)
    with answered(page):
        page.keyboard.press("Enter")
    assert page.locator("#decision [role=alert]").all_inner_texts() == []
    return what


def play(page: Page, answers: dict[str, Callable[[Page], str]]) -> list[str]:
    """Answer the shown forms in this order, until the result is shown. Returns the answers."""
    did: list[str] = []
    for _turn in patiently(120):
        if page.locator("#decision h2:text-is('The result')").count():
            break
        asked = page.evaluate("all => all.find((each) => document.querySelector(each))", list(answers))
        if asked is None:
            page.wait_for_timeout(60)
        else:
            did.append(answers[asked](page))
    return did


def sends(button: str, what: str) -> Callable[[Page], str]:
    return lambda page: send(page, button, what)


def throw_again(page: Page) -> str:
    """Keep the first two dice, one by the space bar and one by its number, and throw again."""
    go_to(page, "#decision [name=keep]")
    page.keyboard.press("Space")
    page.keyboard.press("2")
    expect(page.locator("#decision [name=keep]:checked")).to_have_count(2)
    return send(page, "#decision [data-throw]", "throw")


def test_a_whole_game_of_dominyam(open_context, site):
    page = open_context().new_page()
    strip = (GAMES / "dominyam/micro/strip.json").read_text(encoding="utf-8")
    open_table(page, site, game="dominyam", roles=["player_1"], scenario=strip)

    did = play(
        page,
        {
            "#decision [data-meal]": sends("#decision [data-meal]", "eat"),
            "#decision [data-throw]": throw_again,
            "#decision .bar [name=none]": sends("#decision .bar [name=none]", "none"),
        },
    )

    assert {"eat", "throw"} <= set(did)
    expect(page.locator("#decision")).to_contain_text("The result")


def lay(page: Page) -> str:
    """Lay the first tile that fits, at the first free place in the order of the arrow keys."""
    go_to(page, "#lay-form [name=tile]")
    page.keyboard.press("Space")
    targets = page.locator("#layout-lit [data-place]")
    for _tile in range(page.locator("#lay-form .d-pick").count()):
        if targets.count():
            break
        page.keyboard.press("ArrowRight")
    if page.locator("#lay-place").input_value() == "":
        go_to(page, "#layout-svg")
        page.keyboard.press("ArrowDown")
    expect(page.locator("#layout-lit .d-ghost")).to_have_count(1)
    return send(page, "#lay-form .btn-go", "lay")


def test_a_whole_game_of_dominato(open_context, site):
    page = open_context().new_page()
    tiles = json.loads((GAMES / "dominato/scenarios/players.json").read_text(encoding="utf-8"))
    short = {"schema_version": 1, "game": "dominato", **tiles.pop("each")["two"], **tiles, "hand": 5}
    options = {"games": 1, "validation": "challenge", "helper": True, "bots_err": 50, "bots_overlook": 100}
    open_table(page, site, game="dominato", roles=["player_a", "player_b"], scenario=json.dumps(short), options=options)

    did = play(
        page,
        {
            "#give-form": sends("#give-form .btn-go", "give"),
            "#claim-form": sends("#claim-form button", "claim"),
            "#lay-form": lay,
            "#pass-form .btn-go": sends("#pass-form .btn-go", "pass"),
        },
    )

    assert {"lay", "claim"} <= set(did)


def choose(page: Page, kind: str = "") -> None:
    """Choose a place of the island by arrows: one of `kind`, or the one with most dots."""
    go_to(page, "#island-svg [name=place]")
    page.keyboard.press("Space")
    places = page.locator("#island-svg [name=place]")
    labels = places.evaluate_all("all => all.map((each) => each.ariaLabel)")
    dots = [sum(DOTS.get(number, 0) for number in re.findall(r" (\d+)[,)]", label)) for label in labels]
    where = f".u-t-{kind}" if kind else f":nth-child({dots.index(max(dots)) + 1})"
    best = f"#island-svg {where} > input:checked"
    for _place in range(places.count()):
        if page.locator(best).count():
            break
        page.keyboard.press("ArrowRight")
    expect(page.locator(best)).to_be_focused()


def place(page: Page, what: str, kind: str = "") -> str:
    choose(page, kind)
    with answered(page):
        page.keyboard.press("Enter")
    assert page.locator("#decision [role=alert]").all_inner_texts() == []
    return what


def discard(page: Page) -> str:
    owed = int(re.findall(r"\d+", page.locator("#decision h2").inner_text())[0])
    held = page.locator("[data-hand]").evaluate_all("all => all.map((each) => Number(each.dataset.count))")
    for at, count in enumerate(held, start=1):
        if count and owed:
            go_to(page, f"[data-hand]:nth-of-type({at})")
        for _card in range(min(count, owed)):
            page.keyboard.press("Enter")
            owed -= 1
    return send(page, "#decision [form=u-discard]", "discard")


class Trader:
    """A bot at the keyboard. It builds if possible, offers its most frequent card once, and ends the turn."""

    def __init__(self) -> None:
        self.turn = ""
        self.offers = 0

    def __call__(self, page: Page) -> str:
        for kind in ("up", "uv", "cc"):
            if page.locator(f"#island-svg .u-t-{kind}").count():
                return place(page, kind, kind)
        held = page.locator("#decision [data-hand]")
        hand = dict(held.evaluate_all("all => all.map((e) => [e.dataset.hand, Number(e.dataset.count)])"))
        lacks = [name for name in ("beer", "food", "course", "coffee") if not hand.get(name)]
        most = max(hand, key=lambda name: hand[name])
        turn = page.locator("h1").inner_text()
        if lacks and hand[most] and self.turn != turn and self.offers < 1 and page.locator("#u-offer").count():
            self.turn, self.offers = turn, self.offers + 1
            for card in (f"[data-hand={most}]", f"[data-pick={lacks[0]}]"):
                go_to(page, card)
                page.keyboard.press("Enter")
            return send(page, "#u-offer .u-send button", "offer")
        return send(page, "#decision [form=u-end][value=end]", "end")


def test_a_whole_game_of_utboheme(open_context, site):
    """An offer may lapse while it is answered. The page then says so."""
    page = open_context(forgives=("409: ",)).new_page()
    scenario = json.loads((GAMES / "utboheme/scenarios/players.json").read_text(encoding="utf-8"))
    short = {"format": 1, **scenario.pop("each")["two"], **scenario, "target": 3}
    options = {"phases": "free", "two_players": True}
    open_table(page, site, game="utboheme", roles=["player_a", "player_b"], scenario=json.dumps(short), options=options)

    did = play(
        page,
        {
            "#decision .is-mine button[value=accept]": sends("#decision .is-mine button[value=accept]", "accept"),
            "#decision .is-mine button[value=refuse]": sends("#decision .is-mine button[value=refuse]", "refuse"),
            "#u-discard": discard,
            "#u-place:has([name=victim])": lambda page: place(page, "rob"),
            "#u-place[data-key$='/uv']": lambda page: place(page, "found"),
            "#u-place:is([data-key$='/cc'], [data-key$='/roads'])": lambda page: place(page, "pave"),
            "#decision button[name=deal]": sends("#decision button[name=deal]", "trade"),
            "#decision button[name=step][value=roll]": sends("#decision button[name=step][value=roll]", "roll"),
            "#u-end": Trader(),
        },
    )

    assert {"found", "pave", "offer", "end"} <= set(did)
    assert did.count("found") == did.count("pave") == 2

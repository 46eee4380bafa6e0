"""Les colons de l'UTBohème at the table: four people in four browsers play to a winner, two of them on phones. Also the
island by key and by plain form."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from tests.e2e.playing import PASSWORD, answered, match_number, sign_in
from tests.e2e.proof.test_accessibility import violations

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
OVER = "The match is decided"
SETTLED = "no longer open"
"""A UV that cannot be paid is refused automatically. A refusal by the player at that moment gets this message."""
NAMES = ("anna", "bilal", "chloe", "dries")
PATIENCE = 15_000
DOTS = {str(number): 6 - abs(7 - number) for number in range(2, 13)}
MAKE = """
from django.contrib.auth import get_user_model
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_create, match_start
from games.catalogue.utboheme.game import GAME
text = GAME.scenarios["classic"].replace('"target":10', '"target":3')
users = get_user_model().objects
stamp = users.count()
people = [users.create_user(username=name + str(stamp), password="{password}") for name in {names}]
match = match_create(
    game="utboheme", roles=["player_a", "player_b", "player_c", "player_d"], by=people[0], scenario=text,
    seed=bytes(range({seed}, {seed} + 32)), options={{"phases": "free"}},
)
for seat, user in enumerate(people):
    seat_assign(match_id=match.pk, seat=seat, user=user)
match_start(match_id=match.pk)
print("match", match.pk)
for user in people:
    print("user", user.username)
"""
"""Makes the usual match with a target of three points. The seed fixes all chance."""


class Student:
    """A bot in a browser. It founds at the place with most dots, trades for missing cards, and builds for points."""

    def __init__(self, page: Page, *, finger: bool = False) -> None:
        self.page, self.finger = page, finger
        self.did: list[str] = []
        self.offered = ""

    @property
    def card(self) -> Locator:
        return self.page.locator("#decision")

    def is_over(self) -> bool:
        return self.page.get_by_role("heading", level=1).filter(has_text=OVER).count() > 0

    def is_waiting(self) -> bool:
        return self.card.locator("h2:text-is('Your offer waits for answers')").count() > 0

    def press(self, button: Locator) -> None:
        button.tap(timeout=PATIENCE) if self.finger else button.click(timeout=PATIENCE)

    def send(self, button: Locator, what: str) -> bool:
        """Press the button. True also if another player was faster and the decision is gone."""
        try:
            with answered(self.page):
                self.press(button)
        except TooLate:
            return True
        errors = self.page.locator(".error[role=alert]").all_inner_texts()
        assert errors == [] or (what == "refuse" and all(SETTLED in error for error in errors))
        self.did.append(what)
        return True

    def hand(self) -> dict[str, int]:
        cells = self.card.locator("[data-hand]").evaluate_all(
            "all => all.map(e => [e.dataset.hand, Number(e.dataset.count)])"
        )
        return dict(cells)

    def answer(self) -> bool:
        """Answer one open decision. False if there is none."""
        replies = {
            "#decision .is-mine button[value=accept]": lambda found: self.send(found, "accept"),
            "#decision .is-mine button[value=refuse]": lambda found: self.send(found, "refuse"),
            "#decision button[name=deal]": lambda found: not self.is_waiting() and self.send(found, "trade"),
            "#u-discard": self.discard,
            "#u-place:has([name=victim])": self.rob,
            "#u-place[data-key$='/uv']": self.found,
            "#u-place:is([data-key$='/cc'], [data-key$='/roads'])": self.pave,
            "#decision button[name=step][value=roll]": lambda found: self.send(found, "roll"),
            "#u-end": self.act,
        }
        asked = self.page.evaluate("all => all.find(each => document.querySelector(each))", list(replies))
        return bool(asked) and replies[asked](self.page.locator(asked).first)

    def choose(self, pick: Locator) -> None:
        self.press(pick)
        expect(pick).to_be_checked()

    def found(self, _form: Locator) -> bool:
        labels = self.page.locator("#island-svg [name=place]").evaluate_all("all => all.map(e => e.ariaLabel)")
        dots = [sum(DOTS.get(number, 0) for number in re.findall(r" (\d+)[,)]", label)) for label in labels]
        self.choose(self.page.locator("#island-svg [name=place]").nth(dots.index(max(dots))))
        return self.send(self.card.locator(".u-acts button"), "found")

    def pave(self, _form: Locator) -> bool:
        self.choose(self.page.locator("#island-svg [name=place]").last)
        return self.send(self.card.locator(".u-acts button").last, "pave")

    def rob(self, form: Locator) -> bool:
        self.choose(self.page.locator("#island-svg [name=place]").first)
        nobody = form.locator("[name=victim][value=nobody]")
        if nobody.is_visible():
            nobody.check()
        return self.send(self.card.get_by_role("button", name="Move him there"), "rob")

    def discard(self, form: Locator) -> bool:
        owed = int(re.findall(r"\d+", self.card.locator("h2").inner_text())[0])
        for name, held in sorted(self.hand().items(), key=lambda each: -each[1]):
            for _card in range(min(held, owed)):
                self.press(self.card.locator(f"[data-hand={name}]"))
            owed -= min(held, owed)
        return self.send(self.card.get_by_role("button", name="Discard"), "discard")

    def act(self, _form: Locator) -> bool:
        if self.is_waiting():
            return False
        for kind in ("up", "uv", "cc"):
            place = self.page.locator(f"#island-svg .u-t-{kind} input").last
            if place.count() and (kind != "cc" or self.did.count("cc") < 4):
                self.choose(place)
                return self.send(self.card.locator(".u-build"), kind)
        return self.swap() or self.send(self.card.get_by_role("button", name="End the turn"), "end")

    def swap(self) -> bool:
        """Exchange a card of the largest kind for one needed by a UV: with the bank, or by one offer a turn."""
        hand = self.hand()
        lacks = [name for name in ("beer", "food", "course", "coffee") if not hand[name]]
        most = max(hand, key=lambda name: hand[name])
        bank = self.page.locator(f"#u-bank-step option[value=bank-{most}-{lacks[0]}]") if lacks else None
        if bank is not None and bank.count():
            self.tap_cards(most, lacks[0])
            return self.send(self.card.locator("[data-u-bank]"), "bank")
        turn = self.page.locator("h1").inner_text()
        if not lacks or hand[most] < 2 or self.offered == turn or self.did.count("offer") >= 2:
            return False
        self.offered = turn
        self.tap_cards(most, lacks[0])
        return self.send(self.card.get_by_role("button", name="Send the offer"), "offer")

    def tap_cards(self, give: str, get: str) -> None:
        self.press(self.card.locator(f"[data-hand={give}]"))
        self.press(self.card.locator(f"[data-pick={get}]"))


def fits(page: Page) -> bool:
    return page.evaluate("document.scrollingElement.scrollWidth") <= 360


@pytest.fixture
def table(open_context) -> Page:
    """The first decision of a person who plays alone, on an island with a fixed seed."""
    page = open_context().new_page()
    sign_in(page, "instructor")
    start(page)
    as_asked(page)
    return page


def start(page: Page, opponent: str = "me") -> int:
    page.goto("/games/start/utboheme/?scenario=two")
    for seat, who in enumerate(("me", opponent)):
        page.locator(f"[name=seat-{seat}]").select_option(who)
    page.get_by_text("Options, pace and luck").click()
    page.locator("[name=options-board_seed]").fill("blue moon")
    page.locator("[name=options-phases]").select_option("free")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/matches/*/**")
    return match_number(page)


def as_asked(page: Page) -> None:
    """Switch to the seat that must decide."""
    other = page.locator("#decision a:has-text('Decide as')")
    if other.count():
        other.click()
        expect(page.locator("#decision .bar")).to_have_count(1)


def found_all(page: Page) -> None:
    """Place both players' UV and CC, and move the binôme glandeur after a seven, until trading and building."""
    for _piece in range(9):
        as_asked(page)
        if page.get_by_role("button", name="End the turn").count():
            return
        page.locator("#island-svg [name=place]").nth(1).check()
        with answered(page):
            page.locator("#decision .u-acts button").last.click()


def test_a_place_is_chosen_and_sent_with_the_keyboard_alone(table):
    table.locator("#island-svg").focus()
    table.keyboard.press("Tab")
    first = table.locator("#island-svg [name=place]").first
    expect(first).to_be_focused()
    table.keyboard.press("ArrowRight")
    chosen = table.locator("#island-svg [name=place]:checked")
    expect(table.locator("[data-u-chosen]")).to_have_text(chosen.get_attribute("title"))
    with answered(table):
        table.keyboard.press("Enter")

    expect(table.locator("#history")).to_contain_text("Founded a UV on crossing")


def test_the_island_is_zoomed_and_a_place_still_chosen(table):
    svg = table.locator("#island-svg")
    whole = svg.get_attribute("viewBox")
    pick = table.locator("#island-svg [name=place]").nth(20)
    before = pick.bounding_box()["width"]

    table.get_by_role("button", name="Larger").click()

    assert pick.bounding_box()["width"] > 1.2 * before
    pick.click()
    expect(pick).to_be_checked()
    table.get_by_role("button", name="Whole island").click()
    expect(svg).to_have_attribute("viewBox", whole)


TABLE = """
from django.contrib.auth import get_user_model
from msgspec.structs import replace
from games.engine import codec
from games.engine.draws import FastDraws
from games.models import AuthorKind
from games.platform.selectors.position import state_of
from games.platform.services.authors import Author
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_create, match_start
from games.platform.services.moves import submit
from games.catalogue.utboheme.game import GAME
users = get_user_model().objects
me, other = users.get(username="lea"), users.create_user(username="taps" + str(users.count()), password="{password}")
match = match_create(
    game="utboheme", roles=["player_a", "player_b"], by=me, scenario=GAME.scenarios["two"], seed=bytes(range(40, 72)),
    options={{"phases": "free"}},
)
for seat, user in enumerate((me, other)):
    seat_assign(match_id=match.pk, seat=seat, user=user)
match_start(match_id=match.pk)
match.refresh_from_db()
bot = GAME.bot("greedy")
while True:
    state = state_of(match)
    if state.stage == "act" and state.seat == 0:
        break
    prompt = next(p for p in GAME.rules.prompts(state) if not p.optional and not p.passive)
    by = Author(AuthorKind.PLAYER, (me, other)[prompt.seat])
    submit(match_id=match.pk, seat=prompt.seat, key=prompt.key, move=bot.answer(state, prompt, FastDraws(1)), by=by)
    match.refresh_from_db()
match.state = codec.to_json(replace(state, hands=((1, 2, 0, 0, 0), (0, 0, 0, 0, 2)))).decode()
match.save(update_fields=["state"])
print("match", match.pk)
print("user", other.username)
"""
"""Makes a match at Léa's turn, with a beer and two sleeps. The other player has two foods."""


def test_a_trade_takes_four_taps_and_a_named_place_is_lit(open_context, site):
    made = site.manage("shell", "-c", TABLE.format(password=PASSWORD)).stdout
    number = int(re.findall(r"match (\d+)", made)[0])
    mine, theirs = open_context(**PHONE).new_page(), open_context(**PHONE).new_page()
    for page, name in ((mine, "lea"), (theirs, re.findall(r"user (\S+)", made)[0])):
        sign_in(page, name)
        page.goto(f"/matches/{number}/")
    taps = 0

    def tap(page: Page, where: Locator) -> None:
        nonlocal taps
        taps += page is mine
        box = where.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        where.tap()

    tap(mine, mine.locator("[data-hand=sleep]"))
    tap(mine, mine.locator("[data-pick=food]"))
    expect(mine.locator("[data-take='give sleep']")).to_have_text("1")
    with answered(mine):
        tap(mine, mine.get_by_role("button", name="Send the offer"))
    theirs.reload()
    with answered(theirs):
        tap(theirs, theirs.locator("#decision button[value=accept]"))
    deal = mine.locator("#decision button[name=deal]")
    expect(deal).to_be_visible()
    mine.wait_for_timeout(3200)  # news hold the button for three seconds
    with answered(mine):
        tap(mine, deal)

    expect(mine.locator("[data-hand=food]")).to_have_attribute("data-count", "1")
    assert taps == 4
    place = mine.locator("#history [data-u-at]").first
    mine.emulate_media(reduced_motion="reduce")  # the island comes at once: nothing is judged in the middle of a scroll
    place.tap()
    expect(mine.locator(f".u-lit[data-at={place.get_attribute('data-u-at')}]")).to_have_class("u-lit is-lit")
    assert not re.fullmatch(r"\d+", place.inner_text())
    news, tools = mine.locator("#recap").bounding_box(), mine.locator(".u-tools").bounding_box()
    assert tools["y"] >= news["y"] + news["height"]
    assert fits(mine)
    assert violations(mine) == []

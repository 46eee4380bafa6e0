"""Dominato at the table: with challenges between a desk and a phone; tiles by hand, by key and by plain form."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser.test_dominyam import LIKE_ITS_GROUND
from tests.e2e.playing import answered, match_number, sign_in

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
LOBBY_IS_OVER = ("410: ",)
OVER = "All games are played"


def start(page: Page, opponent: str, **options: object) -> int:
    """A match for two: the person of the page and `opponent` ("invite" or a bot)."""
    page.goto("/games/start/dominato/")
    page.locator("[name=seat-0]").select_option("me")
    page.locator("[name=seat-1]").select_option(opponent)
    page.get_by_text("Options, pace and luck").click()
    for name, value in options.items():
        field = page.locator(f"#start-more [name=options-{name}]")
        if isinstance(value, bool):
            field.set_checked(value)
        elif name == "validation":
            field.select_option(str(value))
        else:
            field.fill(str(value))
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/matches/*/**")
    return match_number(page)


class Pupil:
    """A bot in a browser. It lays the first tile at a lit place, right or wrong, and gives the first one. It makes
    every possible claim until `claims` of them were right.
    """

    def __init__(self, page: Page, *, claims: int, finger: bool = False) -> None:
        self.page, self.claims, self.finger = page, claims, finger
        self.did: list[str] = []

    def is_over(self) -> bool:
        return self.page.get_by_role("heading", level=1).filter(has_text=OVER).count() > 0

    def ask_for_news(self) -> None:
        """Let the open page ask at once, as after a lost connection, and not after its two seconds."""
        self.page.evaluate("dispatchEvent(new Event('online'))")

    def press(self, button) -> None:
        button.tap() if self.finger else button.click()

    def send(self, button, what: str) -> bool:
        with answered(self.page):
            self.press(button)
        self.did.append(what)
        return True

    def answer(self) -> bool:
        """Answer the open decision. False if there is none."""
        card = self.page.locator("#decision")
        claim, close = card.locator("#claim-form button"), card.locator("#close-form button")
        if card.locator("#give-form").count():
            return self.send(card.locator("#give-form .bar button"), "give")
        if self.did.count("give") < self.claims and claim.count():
            return self.send(claim, "claim")
        if close.count():
            return self.send(close, "close")
        if card.locator("#lay-form").count():
            return self.lay()
        return False

    def lay(self) -> bool:
        form = self.page.locator("#lay-form")
        self.press(form.locator(".d-pick").first)
        targets = self.page.locator("#layout-lit [data-place]")
        for _quarter in range(3):
            if targets.count():
                break
            self.press(form.locator("[data-turn]"))
        if form.locator("[name=place]").input_value() == "":
            self.press(targets.last.locator(".d-dot, .d-may"))
        expect(self.page.locator("#layout-lit .d-ghost")).to_have_count(1)
        return self.send(form.locator(".btn-go"), "lay")


@pytest.fixture
def table(open_context) -> Page:
    """The person's second turn, with the helper on: the bot has answered the first tile."""
    page = open_context().new_page()
    sign_in(page, "instructor")
    start(page, "bot:greedy", validation="auto", helper=True, games=1)
    begin(page)
    return page


def begin(page: Page) -> None:
    """Play until it is the person's turn at a table with tiles."""
    own = page.locator("#lay-form")
    expect(own.or_(page.locator("#pass-form"))).not_to_have_count(0)
    if page.locator("#layout-svg .d-tile").count() == 0:
        own.locator(".d-pick").first.click()
        own.locator(".btn-go").click()
        expect(page.locator("#layout-svg [data-piece] .d-tile")).not_to_have_count(0)
        expect(own).to_have_count(1)


def fitting_tile(page: Page):
    """Select the first tile of the hand that fits somewhere, and return it."""
    for pick in page.locator("#lay-form .d-pick").all():
        pick.click()
        if page.locator("#layout-lit [data-place]").count():
            return pick
    raise AssertionError("no tile fits")


def test_a_tile_is_dragged_to_a_lit_place(table):
    pick = fitting_tile(table)
    before = table.locator("#layout-svg [data-piece] .d-tile").count()
    target = table.locator("#layout-lit .d-dot").last.bounding_box()
    box = pick.bounding_box()

    table.mouse.move(box["x"] + 20, box["y"] + 15)
    table.mouse.down()
    table.mouse.move(box["x"] - 20, box["y"] + 20, steps=4)
    table.mouse.move(target["x"] + target["width"] / 2 + 3, target["y"] + target["height"] / 2 + 2, steps=6)
    expect(table.locator(".d-loose")).to_have_count(1)
    table.mouse.up()

    expect(table.locator(".d-loose")).to_have_count(0)
    expect(table.locator("#layout-lit .d-ghost")).to_have_count(1)
    with answered(table):
        table.locator("#lay-form .btn-go").click()
    expect(table.locator("#history")).to_contain_text("link")
    assert table.locator("#layout-svg [data-piece] .d-tile").count() > before


def test_the_table_is_moved_and_zoomed(table):
    svg = table.locator("#layout-svg")
    whole = svg.get_attribute("viewBox")

    table.get_by_role("button", name="Larger").click()
    larger = [float(part) for part in svg.get_attribute("viewBox").split()]
    svg.focus()
    table.keyboard.press("Shift+ArrowLeft")
    moved = [float(part) for part in svg.get_attribute("viewBox").split()]

    assert larger[2] < float(whole.split()[2])
    assert (moved[0] < larger[0], moved[2]) == (True, larger[2])
    table.get_by_role("button", name="Whole table").click()
    expect(svg).to_have_attribute("viewBox", whole)


def test_a_tile_is_laid_with_the_keyboard_alone(table):
    fitting_tile(table)
    before = table.locator("#layout-svg [data-piece] .d-tile").count()
    table.locator("#layout-svg").focus()

    table.keyboard.press("ArrowDown")
    expect(table.locator("#layout-lit .d-ghost")).to_have_count(1)
    assert table.locator("#lay-place").input_value() != ""
    table.keyboard.press("r")
    if table.locator("#lay-place").input_value() == "":
        table.keyboard.press("ArrowDown")
    table.locator("#lay-form .btn-go").focus()
    with answered(table):
        table.keyboard.press("Enter")

    assert table.locator("#layout-svg [data-piece] .d-tile").count() > before


def go_on(page: Page, button) -> None:
    with answered(page):
        button.click()


def look_for_news(page: Page) -> None:
    page.wait_for_timeout(150)
    go_on(page, page.get_by_role("link", name="Look for news"))


def test_what_is_shown_of_the_table_stays_as_it_is_chosen(table):
    svg = table.locator("#layout-svg")
    size = "(svg) => svg.getAttribute('viewBox').split(' ').slice(2).map(Number)"
    table.get_by_role("button", name="Smaller").click()
    table.get_by_role("button", name="Smaller").click()
    before = svg.evaluate(size)

    fitting_tile(table)
    assert svg.evaluate(size) == before
    if table.locator("#lay-place").input_value() == "":
        table.locator("#layout-lit .d-dot").last.click()
    go_on(table, table.locator("#lay-form .btn-go"))

    expect(table.locator("#history")).to_contain_text("link")
    assert svg.evaluate(size) == before


def test_nothing_lies_over_the_table_and_a_button_that_can_do_nothing_is_not_offered(table):
    lay, turn = table.locator("#lay-form .btn-go"), table.locator("#lay-form [data-turn]")
    assert table.locator("#layout-view").evaluate(
        "(view) => view.querySelector('svg').getBoundingClientRect().bottom"
        " <= view.querySelector('.d-zoom').getBoundingClientRect().top"
    )
    for button in (lay, turn):
        expect(button).to_have_attribute("aria-disabled", "true")
    before = table.locator("#layout-svg [data-piece] .d-tile").count()
    lay.click(force=True)
    expect(table.locator("#lay-say")).to_have_text("Choose a tile.")

    fitting_tile(table)
    expect(turn).not_to_have_attribute("aria-disabled", "true")
    if table.locator("#lay-place").input_value() == "":
        table.locator("#layout-lit .d-dot").last.click()
    expect(lay).not_to_have_attribute("aria-disabled", "true")
    go_on(table, lay)
    assert table.locator("#layout-svg [data-piece] .d-tile").count() > before


def test_a_tile_and_its_place_are_chosen_still_after_the_page_is_loaded_anew(table):
    fitting_tile(table)
    if table.locator("#lay-place").input_value() == "":
        table.locator("#layout-lit .d-dot").last.click()
    form = "[...new FormData(document.getElementById('lay-form'))]"
    chosen = f"() => {form}.filter(([name]) => /tile|place/.test(name)).join()"
    before = table.evaluate(chosen)

    table.reload()

    expect(table.locator("#layout-lit .d-ghost")).to_have_count(1)
    assert table.evaluate(chosen) == before


@pytest.mark.parametrize("width", [360, 390])
def test_all_tiles_of_a_hand_are_in_sight_on_a_phone(open_context, width):
    page = open_context(viewport={"width": width, "height": 780}, has_touch=True, is_mobile=True).new_page()
    sign_in(page, "instructor")
    start(page, "bot:greedy", validation="auto", helper=False, games=1)
    picks = page.locator("#lay-form .d-pick")
    expect(picks).not_to_have_count(0)

    for pick in picks.all():
        expect(pick).to_be_in_viewport(ratio=1)
        box = pick.bounding_box()
        assert min(box["width"], box["height"]) >= 32
    expect(page.locator("#lay-form .btn-go")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.scrollingElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_points_are_seen_in_forced_colours(open_context, scheme):
    page = open_context(forced_colors="active", color_scheme=scheme).new_page()
    sign_in(page, "instructor")
    start(page, "bot:greedy", validation="auto", helper=True, games=1)
    begin(page)

    pairs = [(".d-tile", ":scope > :is(.d-red, .d-green)", ".d-body")]
    assert page.evaluate(LIKE_ITS_GROUND, pairs) == []

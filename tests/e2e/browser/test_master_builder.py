"""Master Builder: four people to the end, two of them on phones; the plan by mouse, key and plain form."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser.test_phone import PHONE, fits
from tests.e2e.playing import answered, match_number, patiently, sign_in
from tests.e2e.proof.test_accessibility import violations

LOBBY_IS_OVER = ("410: ",)
OVER = "The town stands"
GUESTS = ("Zoë", "Amir", "Tomás")
HALF = 2900
SLOTS = """(form) => {
  const at = form.querySelector(".m-drawing").getBoundingClientRect();
  return [...form.querySelectorAll(".m-slot")].map((slot) => slot.getBoundingClientRect())
    .map((box) => [box.x - at.x, box.y - at.y, box.width, box.height].map(Math.round));
}"""
"""The position of each place on a plan's drawing, in pixels."""
MAKE = """
from django.contrib.auth import get_user_model
from tests.games.catalogue.master_builder.site import match_of, play_until, sites_of, step
user = get_user_model().objects.get(username="instructor")
match = match_of(user, user)
prompt = play_until(match, user, "{kind}")
while "{kind}" == "plan" and len(sites_of(match, prompt.seat)) < {sites}:
    step(match, user, "strong")
    prompt = play_until(match, user, "{kind}", strength="strong")
print("match", match.pk, "seat", prompt.seat)
"""
"""Makes a match with one person on both seats, at a decision of this kind. The seed fixes all chance."""


def start(page: Page, scenario: str, seats: list[str]) -> int:
    page.goto(f"/games/start/master_builder/?scenario={scenario}")
    for seat, who in enumerate(seats):
        page.locator(f"[name=seat-{seat}]").select_option(who)
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/matches/*/**")
    return match_number(page)


class Architect:
    """Leaves lists of wishes for hiring, bids for a contract or two, builds what it can, borrows if it must."""

    def __init__(self, page: Page, seat: int, *, finger: bool = False) -> None:
        self.page, self.seat, self.finger = page, seat, finger
        self.did: list[str] = []
        self.wished: set[str] = set()

    @property
    def card(self):
        return self.page.locator("#decision")

    def is_over(self) -> bool:
        return self.page.get_by_role("heading", level=1).filter(has_text=OVER).count() > 0

    def ask_for_news(self) -> None:
        """Let the open page ask at once, as after a lost connection, and not after its two seconds."""
        self.page.evaluate("dispatchEvent(new Event('online'))")

    def send(self, button, what: str) -> bool:
        with answered(self.page):
            button.tap() if self.finger else button.click()
        refused = self.card.locator("[role=alert]")
        assert refused.count() == 0, refused.all_inner_texts()
        self.did.append(what)
        return True

    def answers(self) -> int:
        """Answer all open decisions. Returns their number."""
        before = len(self.did)
        while self.answer():
            pass
        return len(self.did) - before

    def answer(self) -> bool:
        """Answer one open decision, or leave a list of wishes. False if there is nothing to do."""
        forms = self.page.evaluate(
            "Object.fromEntries([...document.querySelectorAll('#decision form[id]')].map((f) => [f.id, f.dataset.key]))"
        )
        for name in ("nominate", "bid", "buy", "choose", "plan", "borrow"):
            if f"{name}-form" in forms:
                return bool(getattr(self, name)(self.card.locator(f"#{name}-form")))
        key = forms.get("wish-form")
        return key is not None and key not in self.wished and self.wish(self.card.locator("#wish-form"), key)

    def wish(self, form, key: str) -> bool:
        """Wish for five workers in the first round, later once for the cheapest stack."""
        self.wished.add(key)
        summary = self.page.locator("#more-wish > summary")
        for _try in patiently(30):
            if form.is_visible():
                break
            summary.tap() if self.finger else summary.click()
            self.page.wait_for_timeout(50)
        wishes = ["hire-T", "hire-A", "hire-F", "hire-T", "hire-A", "hire-M"]
        if "round-1/" not in key:
            wishes = ["hire-T" if self.seat == 0 and key == "round-2/wishes" else "pass", "pass", "pass"]
        for number, wanted in enumerate(wishes):
            form.locator(f"[name=wish-{number}]").select_option(wanted)
        return self.send(form.get_by_role("button", name="Leave this list"), "wish")

    def nominate(self, form) -> bool:
        decline = form.locator("[name=decline]")
        if "nominate" in self.did and decline.count():
            return self.send(decline, "decline")
        choice = form.locator(".m-choice:not(.is-off)").first
        choice.tap() if self.finger else choice.click()
        least = re.search(r"from (\d+)k", choice.inner_text())
        assert least is not None
        form.locator("[name=bid]").fill(least[1])
        limit = form.locator("[name=limit]")
        limit.fill(str(min(int(least[1]) + 1, int(limit.get_attribute("max") or 0))))
        return self.send(form.locator(".bar button"), "nominate")

    def bid(self, form) -> bool:
        """Two of the four players raise the price once."""
        if self.seat % 2 and "bid" not in self.did and int(form.locator("[name=bid]").input_value()) < 12:
            return self.send(form.locator(".bar .btn-go"), "bid")
        return self.send(form.locator("[name=pass]"), "pass")

    def buy(self, form) -> bool:
        form.locator(".m-choice:not(.is-off) input").first.check(force=True)
        return self.send(form.locator(".bar button"), "buy")

    def choose(self, form) -> bool:
        return self.send(form.locator(".bar button"), "choose")

    def plan(self, form) -> bool:
        """Place each worker at a free place, until the plan is accepted. Incomplete or refused work is removed."""
        for number in range(form.locator("[data-worker]").count()):
            chip = form.locator("[data-worker]").nth(number)
            self.press(chip)
            lit = form.locator("[data-place].is-target")
            if lit.count():
                self.press(lit.first)
            else:
                self.press(chip)
            expect(form.locator("[aria-pressed=true]")).to_have_count(0)
        self.settled()
        for _try in patiently(60):
            wrong = form.locator(":is(.is-refused, .is-half) .is-taken")
            if not wrong.count():
                break
            self.press(wrong.first)
            self.settled()
        return self.send(form.locator(".bar button[type=submit]"), "plan")

    def press(self, what) -> None:
        what.tap() if self.finger else what.click()

    def settled(self) -> None:
        """Wait until the server has checked the plan."""
        self.page.locator("#plan-form:not([data-checking])").wait_for()

    def borrow(self, form) -> bool:
        form.locator("[name=loan]").last.check(force=True)
        return self.send(form.locator(".bar button"), "borrow")


def play_on(people: list[Architect], *, until: Callable[[], bool]) -> None:
    desk = people[0].page
    for _turn in patiently():
        if until():
            return
        if sum(person.answers() for person in people):
            for person in people:
                person.ask_for_news()
        desk.wait_for_timeout(100)


@pytest.fixture
def sit_down(site) -> Callable[..., Architect]:
    """Open a match at a decision of this kind. At a plan the seat has a crew and a contract."""

    def start_in_the_middle(page: Page, kind: str, *, finger: bool = False, sites: int = 1) -> Architect:
        made = site.manage("shell", "-c", MAKE.format(kind=kind, sites=sites))
        number, seat = re.findall(r"match (\d+) seat (\d)", made.stdout)[0]
        page.goto(f"/matches/{number}/?seat={seat}")
        expect(page.locator(f"#{kind}-form")).to_have_count(1)
        return Architect(page, int(seat), finger=finger)

    return start_in_the_middle


def test_the_plan_is_made_on_the_drawing_by_press_drag_and_key_and_refused_at_its_place(open_context, sit_down):
    page = open_context().new_page()
    sign_in(page, "instructor")
    planner = sit_down(page, "plan")
    form = planner.card.locator("#plan-form")
    button = form.locator(".bar button[type=submit]")
    expect(button).to_contain_text("Build nothing")
    expect(button).not_to_have_class(re.compile("btn-go"))
    expect(form.locator(".is-taken")).to_have_count(0)
    chip = form.locator("[data-worker]").first
    worker = chip.get_attribute("data-worker")

    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "true")
    place = form.locator(f"[data-place]:has([name='{form.locator('.is-target select').first.get_attribute('name')}'])")
    place.click()
    select = place.locator("select")
    expect(select).to_have_value(worker)
    expect(place).to_have_class(re.compile("is-taken"))
    slot = place.locator("xpath=..")
    expect(slot.locator("[data-said]")).not_to_be_empty()
    expect(slot).to_have_class(re.compile("is-(refused|half)"))

    place.click()
    expect(select).to_have_value("")
    expect(slot.locator("[data-said]")).to_be_empty()

    start, end = chip.bounding_box(), place.bounding_box()
    page.mouse.move(start["x"] + 10, start["y"] + 10)
    page.mouse.down()
    page.mouse.move(start["x"] + 40, start["y"] - 20, steps=3)
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=5)
    page.mouse.up()
    expect(select).to_have_value(worker)
    place.click()

    chip.focus()
    page.keyboard.press("Enter")
    select.focus()
    page.keyboard.press("Enter")
    expect(select).to_have_value(worker)
    expect(slot.locator("[data-said]")).not_to_be_empty()

    found = violations(page)
    place.click()
    expect(button).to_contain_text("Build nothing")
    planner.plan(form)
    assert planner.did[-1] == "plan"
    assert found == []


def test_on_a_phone_a_plan_of_two_sites_is_half_a_page_and_the_town_is_moved_under_the_finger(open_context, sit_down):
    """A bit over half of the 5,499 pixels it once had; the second site comes by its tab, without a jump of the page."""
    page = open_context(**PHONE).new_page()
    sign_in(page, "instructor")
    sit_down(page, "plan", finger=True, sites=2)
    fits(page)
    assert page.evaluate("document.scrollingElement.scrollHeight") <= HALF
    tab = page.locator(".m-tabs a").last
    site = page.locator(tab.get_attribute("href"))
    tab.tap(trial=True)  # a first briefing stands above: the finger brings the tab into sight
    at = page.evaluate("scrollY")

    tab.tap()

    expect(site).to_be_in_viewport(ratio=0.5)
    assert page.evaluate("scrollY") == at
    town = page.locator("#town-svg")
    town.scroll_into_view_if_needed()
    whole, before = box_of(town, "data-fit"), box_of(town)
    assert before[2] < whole[2]
    town.focus()
    page.keyboard.press("ArrowRight" if before[0] == 0 else "ArrowLeft")
    assert box_of(town)[0] != before[0]
    assert box_of(town)[2:] == before[2:]
    page.locator("#town [data-zoom=fit]").tap()
    assert box_of(town) == whole
    assert violations(page) == []


def test_on_a_phone_a_refusal_is_told_under_the_drawing_and_moves_no_place(open_context, sit_down):
    """Inside the place, the message had one word a line and moved the place under the tray."""
    page = open_context(**PHONE).new_page()
    sign_in(page, "instructor")
    planner = sit_down(page, "plan", finger=True)
    form = planner.card.locator("#plan-form")
    before = form.evaluate(SLOTS)

    planner.press(form.locator("[data-worker]").first)
    planner.press(form.locator(".is-target").first)
    expect(form.locator("#plan-verdict")).to_contain_text("Not yet: ")

    assert form.evaluate(SLOTS) == before
    drawing, verdict = form.locator(".m-drawing").bounding_box(), form.locator("#plan-verdict").bounding_box()
    assert verdict["y"] >= drawing["y"] + drawing["height"]
    assert verdict["width"] >= drawing["width"]
    expect(form.locator(".bar button[type=submit]")).to_have_text("Not yet: see why", use_inner_text=True)


def test_on_a_phone_the_whole_crew_is_in_the_tray(open_context, sit_down):
    page = open_context(**PHONE).new_page()
    sign_in(page, "instructor")
    sit_down(page, "plan", finger=True)

    chips = page.locator("#plan-crew > :is(.m-chip)")

    assert chips.count() > 3
    for chip in chips.all():
        expect(chip).to_be_in_viewport(ratio=1)


def test_the_button_says_what_is_chosen_and_its_figure(open_context, sit_down):
    page = open_context().new_page()
    sign_in(page, "instructor")
    sit_down(page, "nominate")
    form = page.locator("#nominate-form")
    button = form.locator(".bar button")
    expect(button).to_have_text("Choose first", use_inner_text=True)
    expect(button).not_to_have_class(re.compile("btn-go"))

    choice = form.locator(".m-choice:not(.is-off)").first
    choice.locator("input").check()
    least = re.search(r"from (\d+)k", choice.inner_text())[1]
    expect(button).to_have_text(re.compile(f"Put up .+ at {least}k"), use_inner_text=True)
    form.locator("[data-step='1']").first.click()
    form.locator("[data-step='1']").first.click()
    raised = form.locator("[name=bid]").input_value()

    expect(button).to_have_text(re.compile(f"Put up .+ at {raised}k"), use_inner_text=True)
    expect(button).to_have_class(re.compile("btn-go"))
    trait = page.locator("#players .m-trait").first
    page.locator("#players summary").first.click()
    trait.click()
    expect(page.locator(".m-trait-text:popover-open")).to_contain_text("workers with this trait")


def box_of(drawing, name: str = "viewBox") -> list[float]:
    return [float(part) for part in drawing.get_attribute(name).split()]

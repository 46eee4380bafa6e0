"""A player of Domego in a browser, who reads the decision on the page and answers it with its form."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

STUDENT, INSTRUCTOR, PASSWORD = "lea", "instructor", "domego"
OVER = "Project complete"


def sign_in(page: Page, name: str = STUDENT) -> None:
    page.goto("/sign-in/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.wait_for_url(lambda url: "/sign-in/" not in url)
    if name != INSTRUCTOR:
        page.goto("/games/")  # signing in leads to the room that is open, where there is one


def start_match(page: Page, seats: dict[int, str], **options: Any) -> int:
    """Start a match by the form: `seats` by index ("me", "invite" or a bot's name), options by the field's name."""
    page.goto("/games/start/domego/")
    for seat in range(6):
        page.locator(f"[name=seat-{seat}]").select_option(seats.get(seat, "bot:balanced"))
    if options:
        page.get_by_text("Options, pace and luck").click()
    for name, value in options.items():
        field = page.locator(f"#start-more [name$={name}]")
        field.check() if value is True else field.fill(str(value))
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/matches/*/**")
    return match_number(page)


def practise(context: BrowserContext) -> Page:
    """A match as owner and architect, without an account. The demo's first game is skipped."""
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name="Try the demo").click()
    page.get_by_role("button", name="Skip the lesson").click()
    page.get_by_role("heading", name="You skipped the lesson").wait_for()
    lesson = page.url
    page.get_by_role("button", name="Play a match against bots").click()
    page.wait_for_url(lambda url: "/matches/" in url and url != lesson)
    return page


SENT = """() => {
  const { dataset } = document.documentElement;
  dataset.sent = "";
  document.addEventListener("poll:sending", ({ detail: is }) => { if (!is) delete dataset.sent; });
}"""


@contextmanager
def answered(page: Page) -> Iterator[None]:
    """Wait until the press inside the block is answered, by a new page or by an update of this one."""
    page.evaluate(SENT)
    yield
    page.locator("html:not([data-sent])").wait_for(state="attached")
    page.wait_for_load_state()


def patiently(seconds: float = 600.0) -> Iterator[None]:
    """Rounds of a loop until the time is up, which fails the test. Their number depends on luck and on the machine."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        yield
    raise AssertionError(f"no end after {seconds:.0f} s")


def match_number(page: Page) -> int:
    found = re.search(r"/matches/(\d+)/", page.url)
    assert found is not None, page.url
    return int(found[1])


def number_of(text: str | None) -> int:
    """`142k` -> 142, with the minus sign of typography."""
    found = re.search(r"-?\d+", (text or "").replace("\u2212", "-"))
    assert found is not None, text
    return int(found[0])


ASKED = (
    "#decision form#buy-low",
    "#decision form#allocate:not(:has-text('You have placed'))",
    "#decision .badge:text-is('Your answer')",
    "#decision .badge:text-is('No offer yet')",
    "#seat-switch a:not([aria-current]):has(.badge-now)",
    f"h1:has-text('{OVER}')",
)
"""Elements that end a wait: a decision of the shown seat, one of another seat, or the end of the match."""


class Player:
    """Plays the match of the page from every seat of the person, as long as the page shows a decision. `finger` taps
    instead of clicking. `refreshes` asks for news by the link that pages have without JavaScript. `look` is called with
    every page after a move.
    """

    def __init__(
        self,
        page: Page,
        *,
        finger: bool = False,
        refreshes: bool = False,
        look: Callable[[Page], None] = lambda page: None,
    ) -> None:
        self.page = page
        self.played: list[str] = []
        """The answers given so far: buy, offer, accept, allocate."""
        self._finger = finger
        self._refreshes = refreshes
        self._look = look

    @property
    def card(self) -> Locator:
        return self.page.locator("#decision")

    def is_over(self) -> bool:
        return self.page.get_by_role("heading", level=1).filter(has_text=OVER).count() > 0

    def activity(self) -> int:
        """The number of the activity on the page; 13 when the project is complete."""
        heading = self.page.locator("h1").text_content() or ""
        return 13 if OVER in heading else number_of(heading.partition("activity ")[2])

    def play_until(self, activity: int) -> None:
        """Play until the match has reached `activity`. 13 is its end."""
        while (at := self.activity()) < activity:
            self.answer(at) or self.wait_for_turn()

    def wait_for_turn(self) -> None:
        """Wait until the page shows a decision. An open page refreshes itself."""
        asked = self.page.locator(", ".join(ASKED))
        for _try in patiently() if self._refreshes else ():
            if asked.count():
                return
            self.page.wait_for_timeout(200)
            self.press(self.page.get_by_role("link", name="Look for news"))
        expect(asked.first).to_be_visible()

    def answer(self, activity: int | None = None) -> bool:
        """Answer one decision of the shown seat, or go to the seat that must decide. False if there is nothing to do.
        With an `activity`, only decisions of this activity are answered, as the open page may have moved on.
        """
        of = "" if activity is None else f"[data-key^='activity-{activity}/']"
        for form, reply in (
            (self.card.locator(f"form#buy-low{of}"), self.buy),
            (self.card.locator(f".thread:has(form{of})"), self.negotiate),
            (self.card.locator(f"form#allocate{of}:not(:has-text('You have placed'))"), self.allocate),
        ):
            if form.count() and (done := reply(form)):
                refused = self.card.locator("[role=alert]")
                assert refused.count() == 0, refused.all_inner_texts()
                self.played.append(done)
                return True
        other = self.page.locator("#seat-switch a:not([aria-current]):has(.badge-now)")
        if other.count() and activity in {None, self.activity()}:
            self.press(other.first)
            return True
        return False

    def press(self, button: Locator) -> None:
        """Press the button and wait for the response."""
        with answered(self.page):
            button.tap() if self._finger else button.click()
        self._look(self.page)

    def buy(self, form: Locator) -> str:
        """Buy two more than the proposed number, for reductions. The proposal covers all requirements to the end."""
        wanted = form.get_by_label("Cubes", exact=True)
        most = int(wanted.get_attribute("max") or 0)
        wanted.fill(str(min(most, int(wanted.input_value()) + 2)))
        self.press(form.locator(".bar .btn-go"))
        return "buy"

    def negotiate(self, threads: Locator) -> str:
        """Accept offers up to the middle of the range, or any from the third one on. Otherwise offer the middle. Do
        nothing if the other side must answer.
        """
        # By name: each answer of the others may change their order.
        for name in threads.evaluate_all("all => all.map((each) => each.id)"):
            thread = self.page.locator(f"#{name}")
            # Gone, if news came meanwhile: another round sees what is asked now.
            if not {"Your answer", "No offer yet"}.intersection(thread.locator(".badge").all_inner_texts()):
                continue
            low, high = map(
                int, re.findall(r"\d+(?=k)", thread.locator(".span-line").get_attribute("aria-label") or "")
            )
            middle, own = (low + high) // 2, thread.locator(".offers .mine").count()
            accept = thread.locator("button[name=accept]")
            if accept.count():
                price = int(accept.get_attribute("value") or 0)
                pays = thread.get_by_role("button", name="Offer").count() > 0
                if own >= 3 or (price <= middle if pays else price >= middle):
                    self.press(accept)
                    return "accept"
            price_field = thread.locator("[name=price]")
            price_field.fill(str(middle + own))
            if price_field.input_value() != str(middle + own):
                # News came between marking what stood there and typing: the field was laid anew in between.
                price_field.fill(str(middle + own))
            self.press(thread.locator("form.offer-form button"))
            return "offer"
        return ""

    def allocate(self, form: Locator) -> str:
        """Take the first step against risk if there is money for it. An empty number of cubes buys the missing ones."""
        if self._can_spare(form):
            label = form.locator(".seg:has([name=risk_tier]) label").nth(1)
            label.tap() if self._finger else label.click()
        if self._refreshes:
            form.locator("[name=buy]").fill("")
        self.press(form.locator(".bar .btn-go"))
        return "allocate"

    def _can_spare(self, form: Locator) -> bool:
        """Does the money suffice for more than the role's requirements to the end?"""
        tiers = form.locator("[name=risk_tier]")
        if tiers.count() < 2:
            return False
        names = ("stock", "money", "price", "required", "later")
        at = {name: int(form.get_attribute(f"data-{name}") or 0) for name in names}
        cubes = at["required"] + int(tiers.nth(1).get_attribute("data-cubes") or 0)
        return at["money"] + at["price"] * (at["stock"] - cubes - at["later"]) > 2

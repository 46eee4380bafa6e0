"""Open pages receive news over a stream. Without a stream they poll, and no news is lost."""

import os
import signal
import time

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.playing import sign_in, start_match
from tests.e2e.running_site import RunningSite, wait_for

LOST = ("410: ", "net::ERR_", "Failed to load resource")
"""Expected complaints: the end of the lobby, and a stream whose process was killed."""


class Asked:
    """Records the times of a page's requests for news."""

    def __init__(self, page: Page) -> None:
        self.at: list[float] = []
        page.on("request", self.note)

    def note(self, request) -> None:
        if "/live/" in request.url:
            self.at.append(time.monotonic())

    def since(self, moment: float) -> int:
        return sum(at >= moment for at in self.at)


@pytest.fixture
def pair(open_context) -> tuple[Page, Page]:
    """Two people in one match, both asked to buy."""
    owner, guest = (open_context(forgives=LOST).new_page() for _person in range(2))
    for page in (owner, guest):
        page.add_init_script("addEventListener('stream:up', ({ detail }) => { window.streams = detail; }, true);")
    sign_in(owner, "instructor")
    start_match(owner, {0: "me", 1: "invite"})
    guest.goto(owner.locator("#seat-1 .copy-field").input_value())
    guest.get_by_label("Your name").fill("Zoë")
    guest.get_by_role("button", name="Take the seat").click()
    guest.get_by_role("link", name="Go to the table").click()
    owner.get_by_role("button", name="Start the match").click()
    expect(guest.locator("h1 small")).to_have_text("activity 1 of 12")
    return owner, guest


def has_stream(page: Page, is_up: bool = True) -> None:
    wait_for(lambda: bool(page.evaluate("window.streams")) is is_up, f"a stream: {is_up}")


def says(page: Page, text: str) -> None:
    page.locator("#talk [name=text]").fill(text)
    page.locator("#talk form button").first.click()


def test_what_one_does_is_on_the_others_page_at_once_and_nobody_asks_meanwhile(pair: tuple[Page, Page]) -> None:
    owner, guest = pair
    for page in pair:
        has_stream(page)
    asked = Asked(guest)
    guest.wait_for_timeout(9000)
    assert len(asked.at) <= 2  # four without a stream; a bot may have moved

    before = len(asked.at)
    says(owner, "Shall we begin?")
    expect(guest.locator("#talk [role=log]")).to_contain_text("Shall we begin?", timeout=6000)
    expect(guest.locator("#announce")).to_contain_text(": Shall we begin?")

    assert len(asked.at) > before


def test_pages_ask_while_nobody_tells_them_and_are_told_again(pair: tuple[Page, Page], site: RunningSite) -> None:
    owner, guest = pair
    for page in pair:
        has_stream(page)
    asked = Asked(guest)
    killed = site.live_process()
    assert killed is not None

    os.kill(killed, signal.SIGKILL)
    has_stream(guest, is_up=False)
    began = time.monotonic()
    says(owner, "Are you there?")
    expect(guest.locator("#talk")).to_contain_text("Are you there?", timeout=6000)
    assert asked.since(began) >= 1

    wait_for(lambda: site.live_process() not in {None, killed}, "another process that tells of news")
    has_stream(guest)
    has_stream(owner)
    says(owner, "And now?")
    expect(guest.locator("#talk")).to_contain_text("And now?", timeout=6000)


def test_a_decision_is_answered_in_the_open_page(pair: tuple[Page, Page]) -> None:
    owner, _guest = pair
    has_stream(owner)
    owner.evaluate("window.same = 'page'")
    before = owner.url

    owner.locator("form#buy-low .btn-go, #decision .btn-go").first.click()

    expect(owner.locator("#recap .rk").first).to_be_visible()
    assert owner.evaluate("window.same") == "page"
    assert owner.evaluate("document.activeElement.id") == "recap"
    expect(owner.locator("#announce")).to_contain_text("Your decision counts. Owner: bought")
    assert owner.url == before
    assert owner.evaluate("sessionStorage.getItem('unsent')") is None


def test_a_question_that_had_no_answer_is_asked_again_soon_although_there_is_a_stream(pair: tuple[Page, Page]) -> None:
    owner, guest = pair
    for page in pair:
        has_stream(page)
    lost: list[str] = []

    def once(route: Route) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route.request.url)
            route.abort()

    guest.route("**/live/**", once)

    says(owner, "Can you hear me?")

    expect(guest.locator("#talk [role=log]")).to_contain_text("Can you hear me?")
    assert len(lost) == 1


NEWS = "([what]) => document.dispatchEvent(new CustomEvent('stream:news', {detail: {[live.dataset.topic]: what}}))"


def test_on_a_crowded_site_moves_of_others_wait_and_a_prompt_of_the_reader_does_not(pair: tuple[Page, Page]) -> None:
    owner, guest = pair
    has_stream(guest)

    def crowded(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, headers={**answer.headers, "x-pause": "3"})

    guest.route("**/live/**", crowded)
    asked = Asked(guest)

    def seconds_until_asked(what: str) -> float:
        began, before = time.monotonic(), len(asked.at)
        guest.evaluate(NEWS, [what])
        wait_for(lambda: guest.wait_for_timeout(20) or len(asked.at) > before, f"a question about {what}", 10)
        guest.wait_for_timeout(300)
        return asked.at[before] - began

    says(owner, "Shall we begin?")
    wait_for(
        lambda: guest.wait_for_timeout(20) or guest.evaluate("live.dataset.prompts"),
        "the digests of the reader's prompts",
    )
    own = guest.evaluate("live.dataset.prompts")
    assert own.startswith("1:")
    assert 1.5 < seconds_until_asked(f"999991 0:abc {own}") < 4.5
    assert seconds_until_asked("999992 0:abc 1:def") < 1.5
    assert seconds_until_asked("999993") < 1.5

"""A button changed by news is held for a moment. Real scripts in a real browser, no server."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.site.browser.test_live_regions import Server, arrives, browser, pytestmark, server

sync_api = pytest.importorskip("playwright.sync_api")
__all__ = ("browser", "pytestmark", "server")
GAMES = Path(__file__).resolve().parents[3] / "games" / "static"
NOTE = "News came. Read it, then decide."


def decision(turn: int, go: str = "Place 4 cubes", *, key: str = "activity-1/place", button: bool = True) -> str:
    pressed = f'<button class="btn btn-go" type="submit">{go}</button>' if button else ""
    return f"""<section data-region id="decision"><h2 id="ask">Turn {turn}</h2>
    <form id="answer" action="/play" data-key="{key}"><input name="cubes" value="2">{pressed}</form></section>"""


@pytest.fixture
def page(browser: "sync_api.Browser", server: Server) -> "Iterator[sync_api.Page]":
    page = browser.new_page()
    page.clock.install()
    page.route("**/*", server.answer)
    page.route("**/games/guard.js", lambda route: route.fulfill(path=GAMES / "games" / "guard.js"))
    page.goto("http://table.test")
    page.evaluate(
        """([regions, note]) => {
        document.getElementById('live').dataset.held = note;
        document.getElementById('decision').outerHTML = regions;
        window.sent = 0;
        document.addEventListener('submit', (event) => { event.preventDefault(); window.sent += 1 });
        const script = document.createElement('script');
        script.type = 'module'; script.src = '/games/guard.js'; script.id = 'guard';
        return new Promise((done) => { script.onload = done; document.head.append(script) }) }""",
        [decision(1), NOTE],
    )
    yield page
    page.close()


def news(page: "sync_api.Page", server: Server, turn: int, text: str) -> None:
    server.says(text, etag=f'"{turn}"')
    page.clock.run_for(200)
    arrives(page, turn)
    page.clock.run_for(200)


def state(page: "sync_api.Page") -> tuple[bool, int, str]:
    """The held state of the button, the number of notes beside it, and the text of the live region."""
    held = page.get_attribute(".btn-go", "aria-disabled") == "true"
    return held, page.locator(f"#decision .held:text-is('{NOTE}')").count(), page.text_content("#announce") or ""


@pytest.mark.parametrize(
    "after",
    [decision(2, "Place 5 cubes"), decision(2, key="activity-2/place")],
    ids=["other words", "another question in the same words"],
)
def test_a_button_that_news_changed_sends_nothing_for_three_seconds_and_says_so(
    page: "sync_api.Page", server: Server, after: str
) -> None:
    news(page, server, 2, after)
    assert state(page) == (True, 1, NOTE)

    page.locator(".btn-go").dispatch_event("click")
    page.locator("[name=cubes]").press("Enter")
    page.evaluate("document.getElementById('answer').requestSubmit()")
    page.evaluate("document.getElementById('answer').requestSubmit(document.querySelector('.btn-go'))")
    assert page.evaluate("window.sent") == 0

    page.clock.run_for(3100)
    assert state(page)[:2] == (False, 0)
    page.click(".btn-go")
    assert page.evaluate("window.sent") == 1


def test_the_note_about_news_stands_once_however_many_buttons_wait(page: "sync_api.Page", server: Server) -> None:
    more = "".join(f'<button name="how" value="{way}">{way}</button>' for way in ("accept", "refuse"))
    news(page, server, 2, decision(2, "Place 5 cubes").replace("</form>", f"{more}</form>"))
    news(page, server, 3, decision(3, "Place 6 cubes").replace("</form>", f"{more.replace('>', '>now ')}</form>"))

    assert page.locator("#decision [data-held]").count() == 3
    assert page.locator("#decision .held").count() == 1

    page.clock.run_for(3100)
    assert page.locator("#decision :is([data-held], .held)").count() == 0


def test_news_that_leave_the_button_as_it_was_hold_nothing(page: "sync_api.Page", server: Server) -> None:
    news(page, server, 2, decision(2))

    assert state(page) == (False, 0, "")


def test_a_decision_that_opens_where_nothing_was_asked_can_be_answered_at_once(
    page: "sync_api.Page", server: Server
) -> None:
    news(page, server, 2, decision(2, button=False))
    news(page, server, 3, decision(3))

    assert state(page) == (False, 0, "")


def test_more_news_do_not_end_the_wait(page: "sync_api.Page", server: Server) -> None:
    news(page, server, 2, decision(2, "Place 5 cubes"))
    page.clock.run_for(1000)
    news(page, server, 3, decision(3, "Place 5 cubes"))

    assert state(page)[:2] == (True, 1)
    page.clock.run_for(3000)
    assert state(page)[:2] == (False, 0)


@pytest.mark.parametrize(("left", "held"), [(1500, False), (3000, True)])
def test_the_wait_leaves_time_before_the_deadline(page: "sync_api.Page", server: Server, left: int, held: bool) -> None:
    page.evaluate(
        """(left) => {
        document.dispatchEvent(new CustomEvent('server:date', { detail: Date.now() }));
        document.querySelector('main').insertAdjacentHTML('beforeend',
        `<time data-due="${Date.now() + left}">-</time>`) }""",
        left,
    )
    news(page, server, 2, decision(2, "Place 5 cubes"))

    assert state(page)[0] == held
    page.clock.run_for(1200)
    assert not state(page)[0]

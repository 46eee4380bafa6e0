"""Announcements of an open page to screen readers. Real scripts in a real browser, no server."""

from collections.abc import Iterator

import pytest

from tests.site.browser.test_live_regions import Server, browser, pytestmark, server

sync_api = pytest.importorskip("playwright.sync_api")
__all__ = ("browser", "pytestmark", "server")
NOW = 1_000_000_000_000
HEARD = """
window.heard = [];
window.called = 0;
addEventListener("DOMContentLoaded", () => {
  const place = document.getElementById("announce");
  new MutationObserver(() => { if (place.textContent) window.heard.push(place.textContent); })
    .observe(place, { childList: true, characterData: true, subtree: true });
});
Object.defineProperty(Navigator.prototype, "vibrate", { value: () => { window.called += 1; } });
"""


@pytest.fixture
def page(browser: "sync_api.Browser", server: Server) -> "Iterator[sync_api.Page]":
    context = browser.new_context()
    page = context.new_page()
    page.clock.install()
    page.add_init_script(HEARD)
    page.route("**/*", server.answer)
    page.goto("http://table.test")
    yield page
    context.close()


def news(
    page: "sync_api.Page", server: Server, number: int, *told: tuple[str, str], seconds_left: int = 0
) -> list[str]:
    """The announcements after a response with these sentences, and a clock if time is running."""
    items = "".join(f'<li data-tell="{key}" data-calls>{text}</li>' for key, text in told)
    due = NOW + 1000 * seconds_left
    clock = f'<time data-due="{due}" data-warn="One minute is left.">1:30</time>' if seconds_left else ""
    before = page.evaluate("window.heard.splice(0); document.getElementById('live').dataset.etag")
    server.says(f'<section data-region id="decision">{clock}{number}</section><ul hidden>{items}</ul>', f'"{number}"')
    for _each in range(40):
        if page.evaluate("document.getElementById('live').dataset.etag") == f'"{number}"' != before:
            break
        page.clock.run_for(50)
        page.wait_for_timeout(20)
    page.clock.run_for(400)
    return page.evaluate("window.heard")


def test_each_sentence_is_told_once_a_late_deadline_too_and_nothing_sounds_unasked(
    page: "sync_api.Page", server: Server
) -> None:
    turn, message = ("turn-1", "Your turn: Place your cubes."), ("message-7", "Message from Bob: Shall we begin?")
    assert news(page, server, 2, turn, message) == [f"{turn[1]} {message[1]}"]
    assert news(page, server, 3, turn, message) == []
    assert news(page, server, 4, message) == []
    assert news(page, server, 5, turn, message, seconds_left=90) == [turn[1]]  # the same question, asked again

    page.evaluate("window.heard.splice(0)")
    page.clock.run_for(90_000)
    assert page.evaluate("window.heard") == ["One minute is left."]
    assert page.evaluate("window.called") == 0

    page.evaluate("localStorage.setItem('vibration', 'on')")
    news(page, server, 6, message)
    news(page, server, 7, turn, message)
    assert page.evaluate("window.called") == 1

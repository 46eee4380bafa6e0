"""Input at a table survives a lost connection and the end of the session. Real scripts in a real browser, no server."""

from collections.abc import Iterator
from urllib.parse import parse_qsl

import pytest

from tests.site.browser.test_live_regions import STATIC, browser, pytestmark

sync_api = pytest.importorskip("playwright.sync_api")
__all__ = ("browser", "pytestmark")
SITE = "http://table.test"
HELD, WITHDRAWN, TYPED = "Not sent yet", "It will not be sent", "What you typed before is back"

TABLE = """<!doctype html><html lang="en"><title>Table</title><body><main>
<div id="outbox" role="status" data-user="{user}">
  <p data-say="held" hidden>Not sent yet <button type="button" data-withdraw>Do not send it</button></p>
  <p data-say="withdrawn" hidden>It will not be sent</p>
  <p data-say="typed" hidden>What you typed before is back</p></div>
<div id="live" data-poll-url="/matches/7/live/" data-etag='"1"'></div>
<section id="decision"><form method="post" action="/matches/7/play/#decision" id="offer" data-key="{key}">
  <input type="hidden" name="csrfmiddlewaretoken" value="{token}"><input type="hidden" name="key" value="{key}">
  <input type="hidden" name="submission_id" value="{id}"><input name="price" value="10">
  <input type="radio" name="tier" value="0" checked><input type="radio" name="tier" value="1">
  <button name="how" value="offer">Offer</button></form></section>{script}</main></body></html>"""
SCRIPT = '<script type="module" src="/shell/js/outbox.js"></script>'
OFFLINE = f"<!doctype html><title>No connection</title><p data-unsent hidden>Not sent yet</p>{SCRIPT}"


class Table:
    """A table with one question. It keeps the requests."""

    def __init__(self) -> None:
        self.is_there, self.answer, self.key, self.id, self.token = True, "table", "activity-3/a", 1, "a"
        self.user = 5
        self.sent: list[dict[str, str]] = []
        self.pages: list[str] = []

    def page(self) -> str:
        self.id += 1
        return TABLE.format(key=self.key, id=f"s{self.id}", token=self.token, user=self.user, script=SCRIPT)

    def __call__(self, route: "sync_api.Route") -> None:
        path, request = route.request.url.removeprefix(SITE), route.request
        if path.startswith("/shell/"):
            return route.fulfill(path=STATIC / path.lstrip("/"))
        if not self.is_there:
            return route.abort("internetdisconnected")
        if path.endswith("/live/"):
            return route.fulfill(status=304)
        if request.method == "POST":
            self.sent.append(dict(parse_qsl(request.post_data or "", keep_blank_values=True)))
        self.pages.append(f"{request.method} {path}")
        if self.answer == "offline" and request.method == "POST":
            self.is_there = False
            return route.fulfill(body=OFFLINE, content_type="text/html")
        if self.answer == "sign-in":
            body = f"<!doctype html><title>Sign in</title>{SCRIPT}"
            return route.fulfill(body=body, content_type="text/html")
        return route.fulfill(body=self.page(), content_type="text/html")


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def page(browser: "sync_api.Browser", table: Table) -> "Iterator[sync_api.Page]":
    context = browser.new_context()
    page = context.new_page()
    page.route("**/*", table)
    page.goto(f"{SITE}/matches/7/")
    page.fill("[name=price]", "14")
    page.check("[name=tier][value='1']")
    yield page
    context.close()


def lose(page: "sync_api.Page", table: Table) -> None:
    """Lose the connection, and let the page notice it."""
    table.is_there = False
    page.evaluate("document.getElementById('live').dataset.connection = 'lost'")


def regain(page: "sync_api.Page", table: Table) -> None:
    table.is_there = True
    with page.expect_navigation():
        page.evaluate("dispatchEvent(new Event('online'))")


SENT = {"key": "activity-3/a", "submission_id": "s2", "price": "14", "tier": "1", "how": "offer"}


def test_with_a_connection_a_form_goes_out_as_ever(page: "sync_api.Page", table: Table) -> None:
    with page.expect_navigation():
        page.click("button[name=how]")

    assert table.sent == [{"csrfmiddlewaretoken": "a", **SENT}]
    assert page.input_value("[name=price]") == "10"
    assert page.evaluate("sessionStorage.getItem('unsent')") is None


def test_without_one_it_is_held_and_goes_out_once_by_itself(page: "sync_api.Page", table: Table) -> None:
    lose(page, table)
    page.click("button[name=how]")
    page.get_by_text(HELD).wait_for()
    assert table.sent == []
    page.click("button[name=how]")
    assert table.sent == []

    regain(page, table)

    assert table.sent == [{"csrfmiddlewaretoken": "a", **SENT}]
    assert table.pages[-1] == "POST /matches/7/play/"
    assert page.url.endswith("/play/#decision")
    assert not page.get_by_text(HELD).is_visible()
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_timeout(200)
    assert len(table.sent) == 1


def test_a_doubt_that_proves_wrong_delays_nothing(page: "sync_api.Page", table: Table) -> None:
    page.evaluate("document.getElementById('live').dataset.connection = 'slow'")
    with page.expect_navigation():
        page.click("button[name=how]")

    assert table.sent == [{"csrfmiddlewaretoken": "a", **SENT}]


def test_it_can_be_withdrawn_and_stays_in_the_form(page: "sync_api.Page", table: Table) -> None:
    lose(page, table)
    page.click("button[name=how]")
    page.get_by_role("button", name="Do not send it").click()
    page.get_by_text(WITHDRAWN).wait_for()
    table.is_there = True
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_timeout(200)

    assert table.sent == []
    assert page.input_value("[name=price]") == "14"


def test_another_tab_sends_nothing_of_it(page: "sync_api.Page", table: Table) -> None:
    lose(page, table)
    page.click("button[name=how]")
    page.get_by_text(HELD).wait_for()
    table.is_there = True
    other = page.context.new_page()
    other.route("**/*", table)
    other.goto(f"{SITE}/matches/7/")

    assert not other.get_by_text(HELD).is_visible()
    assert table.sent == []
    regain(page, table)
    assert len(table.sent) == 1


def test_after_signing_in_again_it_is_back_in_the_form_and_not_sent(page: "sync_api.Page", table: Table) -> None:
    table.answer = "sign-in"
    with page.expect_navigation():
        page.click("button[name=how]")
    table.answer, table.token = "table", "b"
    page.goto(f"{SITE}/matches/7/")

    page.get_by_text(TYPED).wait_for()
    assert page.input_value("[name=price]") == "14"
    assert page.is_checked("[name=tier][value='1']")
    assert len(table.sent) == 1
    with page.expect_navigation():
        page.click("button[name=how]")
    assert table.sent[1] == {"csrfmiddlewaretoken": "b", **SENT, "submission_id": "s3"}


def test_nothing_comes_back_into_another_question(page: "sync_api.Page", table: Table) -> None:
    table.answer = "sign-in"
    with page.expect_navigation():
        page.click("button[name=how]")
    table.answer, table.key = "table", "activity-4/b"
    page.goto(f"{SITE}/matches/7/")

    assert page.input_value("[name=price]") == "10"
    assert not page.get_by_text(TYPED).is_visible()


def test_the_page_shown_without_a_network_leads_back_and_sends_it(page: "sync_api.Page", table: Table) -> None:
    """The service worker answers a form that cannot be sent with that page."""
    table.answer = "offline"
    with page.expect_navigation():
        page.click("button[name=how]")
    page.get_by_text(HELD).wait_for()
    table.answer = "table"
    first = table.sent.pop()

    table.is_there = True
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_function("location.hash === '#decision' && document.getElementById('offer')", timeout=15_000)

    assert table.sent == [first]
    assert table.pages[-2:] == ["GET /matches/7/", "POST /matches/7/play/"]


def test_what_is_typed_when_the_session_ends_under_the_page_comes_back(page: "sync_api.Page", table: Table) -> None:
    table.answer = "sign-in"
    page.evaluate("document.dispatchEvent(new CustomEvent('page:lost')); location.reload()")
    page.wait_for_function("document.title === 'Sign in'", timeout=15_000)
    table.answer = "table"
    page.goto(f"{SITE}/matches/7/")

    page.get_by_text(TYPED).wait_for(timeout=15_000)
    assert (page.input_value("[name=price]"), table.sent) == ("14", [])


def test_what_somebody_else_typed_in_this_tab_is_neither_shown_nor_sent(page: "sync_api.Page", table: Table) -> None:
    page.evaluate("document.dispatchEvent(new CustomEvent('page:lost'))")
    table.user = 6
    page.goto(f"{SITE}/matches/7/")
    page.wait_for_function("sessionStorage.getItem('unsent') === null", timeout=15_000)

    assert (page.input_value("[name=price]"), table.sent) == ("10", [])
    assert not page.get_by_text(TYPED).is_visible()

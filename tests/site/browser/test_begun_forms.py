"""A decision begun at a table survives its page. Real scripts in a real browser, no server."""

from collections.abc import Iterator
from urllib.parse import parse_qsl

import pytest

from tests.site.browser.test_live_regions import STATIC, browser, pytestmark

sync_api = pytest.importorskip("playwright.sync_api")
__all__ = ("browser", "pytestmark")
SITE = "http://table.test"
TABLE = """<!doctype html><html lang="en"><title>Table</title><body><main>
<div id="outbox" role="status" data-user="{user}"></div>
<section id="decision" data-region><form method="post" action="/matches/7/play/" id="offer" data-key="{key}">
  <input type="hidden" name="submission_id" value="{number}"><input name="price" value="10">
  <label><input type="radio" name="tier" value="0" checked>0</label>
  <label><input type="radio" name="tier" value="1">1</label>
  <select name="why"><option value="a" selected>a</option><option value="b">b</option></select>
  <textarea name="note"></textarea><button>Offer</button></form></section>
<form id="say-form" method="post" action="/matches/7/talk/"><input name="text"></form>
<script type="module" src="/shell/js/regions.js"></script></main></body></html>"""


class Table:
    """A table with one question and a field for messages. All other URLs give another page."""

    def __init__(self) -> None:
        self.key, self.user, self.number = "activity-3/a", 5, 0
        self.sent: list[dict[str, str]] = []

    def __call__(self, route: "sync_api.Route") -> None:
        path = route.request.url.removeprefix(SITE)
        if path.startswith("/shell/"):
            return route.fulfill(path=STATIC / path.lstrip("/"))
        if route.request.method == "POST":
            self.sent.append(dict(parse_qsl(route.request.post_data or "", keep_blank_values=True)))
        self.number += 1
        body = TABLE.format(key=self.key, user=self.user, number=self.number)
        if path == "/elsewhere/":
            body = "<!doctype html><title>Elsewhere</title>"
        return route.fulfill(body=body, content_type="text/html", headers={"Cache-Control": "no-store"})


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def page(browser: "sync_api.Browser", table: Table) -> "Iterator[sync_api.Page]":
    context = browser.new_context()
    page = context.new_page()
    page.route("**/*", table)
    page.goto(f"{SITE}/matches/7/?seat=1")
    page.fill("[name=price]", "14")
    page.check("[name=tier][value='1']")
    page.select_option("[name=why]", "b")
    page.fill("[name=note]", "Too dear")
    page.fill("[name=text]", "Wait for me")
    yield page
    context.close()


def state(page: "sync_api.Page") -> tuple[str, ...]:
    fields = ("[name=price]", "[name=tier]:checked", "[name=why]", "[name=note]", "[name=text]")
    return tuple(page.input_value(field) for field in fields)


BEGUN, FRESH = ("14", "1", "b", "Too dear", "Wait for me"), ("10", "0", "a", "", "")


def come_back(page: "sync_api.Page", address: str = "/matches/7/?seat=1") -> None:
    page.goto(f"{SITE}/elsewhere/")
    page.goto(f"{SITE}{address}", wait_until="load")


def test_what_was_typed_and_marked_is_there_after_a_reload_and_on_the_way_back(page, table):
    page.reload(wait_until="load")
    assert state(page) == BEGUN

    come_back(page)
    assert state(page) == BEGUN
    assert table.sent == []


def test_a_tab_that_was_put_aside_and_closed_by_the_system_has_it_too(page, table):
    page.evaluate("""Object.defineProperty(document, 'hidden', { value: true });
        document.dispatchEvent(new Event('visibilitychange'));
        addEventListener('pagehide', (event) => event.stopImmediatePropagation(), true);""")
    come_back(page)

    assert state(page) == BEGUN


def test_another_question_begins_anew(page, table):
    table.key = "activity-4/a"
    come_back(page)

    assert state(page) == (*FRESH[:4], BEGUN[4])


def test_another_seat_and_another_person_begin_anew(page, table):
    come_back(page, "/matches/7/?seat=0")
    assert state(page) == FRESH

    table.user = 6
    come_back(page)
    assert state(page) == FRESH


def test_what_was_sent_is_gone_and_the_rest_stays(page, table):
    with page.expect_navigation():
        page.click("#offer button")
    come_back(page, "/matches/7/?seat=1")

    assert [sent["price"] for sent in table.sent] == ["14"]
    assert state(page) == (*FRESH[:4], BEGUN[4])


def test_what_somebody_takes_back_is_not_kept(page, table):
    page.fill("[name=price]", "10")
    page.check("[name=tier][value='0']")
    page.select_option("[name=why]", "a")
    page.fill("[name=note]", "")
    page.fill("[name=text]", "")
    come_back(page)

    assert state(page) == FRESH
    assert page.evaluate("Object.keys(sessionStorage)") == []


def test_where_the_browser_keeps_nothing_the_page_works(page, table):
    page.add_init_script("Object.defineProperty(window, 'sessionStorage', { get() { throw new Error('refused') } })")
    faults = []
    page.on("pageerror", lambda fault: faults.append(fault))
    come_back(page)
    page.fill("[name=price]", "14")
    come_back(page)

    assert state(page) == FRESH
    assert faults == []

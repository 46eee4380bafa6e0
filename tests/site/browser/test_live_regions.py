"""A page that refreshes itself keeps the input of its user. Real scripts in a real browser, no server."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.running_site import wait_for

sync_api = pytest.importorskip("playwright.sync_api")
STATIC = Path(__file__).resolve().parents[3] / "games" / "static"
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
SITE = "http://table.test"

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium"),
]

PAGE = """<!doctype html><html lang="en" data-now="1000000000000"><title>Table</title><body>
<p id="announce"></p><p id="connection"></p><main>
<div id="live" data-poll-url="/news" data-etag='"1"' data-poll-seconds="0.05" data-lost="Connection lost"></div>
{regions}
{scripts}</main></body></html>"""
SCRIPTS = "".join(
    f'<script type="module" src="/shell/js/{name}.js"></script>'
    for name in ("regions", "tell", "app", "countdown", "poll")
)


def decision(turn: int, *, key: str = "buy", csrf: str = "a") -> str:
    return f"""<section data-region id="decision"><h2 id="ask">Turn {turn}</h2>
    <form id="answer" data-key="{key}"><input type="hidden" name="csrfmiddlewaretoken" value="{csrf}">
      <input type="number" name="cubes" value="2" min="0" max="16"><button type="button" data-step="1" hidden>+</button>
      <label><input type="radio" name="tier" value="0" checked>0</label>
      <label><input type="radio" name="tier" value="1">1</label>
      <textarea name="why"></textarea></form>
    <details id="rule"><summary>Rule</summary>Text</details></section>"""


class Server:
    """Responses of the table, which a test can change."""

    def __init__(self) -> None:
        self.news, self.etag, self.status, self.asked = "", '"1"', 304, []
        self.is_slow, self.held = False, []
        self.more: dict[str, str] = {}
        self.loads = 0

    def says(self, news: str, etag: str = '"2"') -> None:
        self.news, self.etag, self.status = news, etag, 200

    def answers_at_last(self, news: str) -> None:
        """Answer the request that was held."""
        self.held.pop().fulfill(status=200, body=news, headers={"ETag": '"0"', "Content-Type": "text/html"})

    def answer(self, route: "sync_api.Route") -> None:
        path = route.request.url.removeprefix(SITE)
        if path == "/":
            self.loads += 1
            route.fulfill(body=PAGE.format(regions=decision(1), scripts=SCRIPTS), content_type="text/html")
        elif path == "/news":
            seen = route.request.headers.get("if-none-match")
            self.asked.append((seen, route.request.headers.get("hx-request")))
            if self.is_slow:
                self.held.append(route)
                return
            status = 304 if self.status == 200 and seen == self.etag else self.status
            body = self.news if status == 200 else ""
            route.fulfill(
                status=status, body=body, headers={"ETag": self.etag, "Content-Type": "text/html", **self.more}
            )
        else:
            route.fulfill(path=STATIC / path.lstrip("/"))


@pytest.fixture(scope="module")
def browser() -> "Iterator[sync_api.Browser]":
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def page(browser: "sync_api.Browser", server: Server) -> "Iterator[sync_api.Page]":
    page = browser.new_page()
    page.route("**/*", server.answer)
    page.goto(SITE)
    page.evaluate(
        "addEventListener('input', (e) => { window.heard = (window.heard ?? 0) + (e.target.tagName === 'FORM') })"
    )
    yield page
    page.unroute_all(behavior="ignoreErrors")  # a page that still asks would wait for an answer while it is closed
    page.close()


def arrives(page: "sync_api.Page", turn: int) -> None:
    page.get_by_text(f"Turn {turn}", exact=True).wait_for(timeout=15_000)


def test_news_replace_the_region_and_the_next_question_carries_the_new_etag(
    page: "sync_api.Page", server: Server
) -> None:
    server.says(decision(2))
    arrives(page, 2)
    page.wait_for_timeout(200)

    assert (server.asked[0], server.asked[-1]) == (('"1"', "true"), ('"2"', "true"))


def test_what_was_typed_chosen_and_opened_stays(page: "sync_api.Page", server: Server) -> None:
    page.fill("[name=cubes]", "7")
    page.check("[name=tier][value='1']")
    page.click("summary")
    page.fill("[name=why]", "because of the façade")
    page.evaluate("document.querySelector('[name=why]').setSelectionRange(3, 5)")

    server.says(decision(2))
    arrives(page, 2)

    kept = "e => [e.name, e.selectionStart, e.selectionEnd]"
    assert page.input_value("[name=cubes]") == "7"
    assert page.is_checked("[name=tier][value='1']")
    assert page.input_value("[name=why]") == "because of the façade"
    assert page.evaluate("document.getElementById('rule').open")
    assert page.evaluate(f"({kept})(document.activeElement)") == ["why", 3, 5]
    assert page.evaluate("window.heard") == 1


def test_another_question_starts_fresh(page: "sync_api.Page", server: Server) -> None:
    page.fill("[name=cubes]", "7")

    server.says(decision(2, key="another"))
    arrives(page, 2)

    assert page.input_value("[name=cubes]") == "2"


def test_a_region_that_differs_only_by_its_token_is_left_alone(page: "sync_api.Page", server: Server) -> None:
    page.evaluate("document.getElementById('decision').dataset.same = 'yes'")

    server.says(decision(1, csrf="b"))
    page.wait_for_function("document.getElementById('live').dataset.etag === '\"2\"'")

    assert page.get_attribute("#decision", "data-same") == "yes"


def test_a_lost_connection_is_said_and_unsaid(page: "sync_api.Page", server: Server) -> None:
    server.status = 502
    page.get_by_text("Connection lost").wait_for(timeout=15_000)

    server.status = 304
    page.wait_for_function("document.getElementById('connection').textContent === ''", timeout=15_000)

    assert page.text_content("#ask") == "Turn 1"


def hold(page: "sync_api.Page", server: Server) -> None:
    """Wait until a request is open that has no response yet."""
    server.is_slow = True
    while not server.held:
        page.wait_for_timeout(20)
    server.is_slow = False


def test_an_answer_older_than_what_the_page_was_sent_meanwhile_changes_nothing(
    page: "sync_api.Page", server: Server
) -> None:
    hold(page, server)
    server.says(decision(3))
    page.evaluate(
        "document.dispatchEvent(new CustomEvent('htmx:afterRequest',"
        " {detail: {successful: true, requestConfig: {verb: 'post'}}}))"
    )
    page.evaluate(
        "window.seen = []; new MutationObserver(() => seen.push(document.getElementById('ask').textContent))"
        ".observe(document.querySelector('main'), {childList: true, subtree: true})"
    )
    server.answers_at_last(decision(2))
    arrives(page, 3)

    assert page.evaluate("window.seen").count("Turn 2") == 0
    assert '"0"' not in {seen for seen, _by in server.asked}


def test_questions_do_not_overtake_each_other_where_answers_are_slow(page: "sync_api.Page", server: Server) -> None:
    hold(page, server)
    count = len(server.asked)
    for _hurry in range(5):
        page.evaluate("dispatchEvent(new Event('online'))")
        page.wait_for_timeout(50)
    assert len(server.asked) == count

    server.answers_at_last(decision(2))

    arrives(page, 2)


def loaded(page: "sync_api.Page", server: Server, times: int) -> None:
    wait_for(lambda: page.wait_for_timeout(20) or server.loads >= times, f"loaded {times} times", 15)


def test_a_page_whose_news_are_gone_is_loaded_anew_also_where_its_reader_has_just_loaded_it(
    page: "sync_api.Page", server: Server
) -> None:
    """A waiting page in a frame without storage does the same."""
    page.add_init_script("Object.defineProperty(window, 'sessionStorage', { get() { throw new Error('refused'); } });")
    page.reload()

    server.status = 410

    loaded(page, server, 3)


def test_a_page_whose_news_stay_gone_is_loaded_once_in_a_while_and_goes_on_asking(
    page: "sync_api.Page", server: Server
) -> None:
    page.clock.install()
    server.status = 410
    page.get_by_text("Connection lost").wait_for(timeout=15_000)
    assert server.loads == 2
    asked = len(server.asked)

    page.clock.fast_forward(11_000)
    loaded(page, server, 3)

    assert len(server.asked) > asked


def test_the_end_is_the_last_question(page: "sync_api.Page", server: Server) -> None:
    server.says(decision(2) + "<div data-poll-stop></div>")
    arrives(page, 2)
    count = len(server.asked)
    page.wait_for_timeout(300)

    assert len(server.asked) == count


def test_a_stepper_works_after_a_replacement_and_stops_at_its_bounds(page: "sync_api.Page", server: Server) -> None:
    server.says(decision(2))
    arrives(page, 2)
    page.fill("[name=cubes]", "15")

    page.click("[data-step]")
    page.click("[data-step]")

    assert page.input_value("[name=cubes]") == "16"


@pytest.mark.parametrize(("seconds", "text"), [(107, "1:47"), (59, "0:59"), (7500, "2:05\u00a0h"), (0, "Time is up")])
def test_a_clock_runs_by_the_servers_time(page: "sync_api.Page", seconds: int, text: str) -> None:
    page.evaluate(
        """(due) => { document.querySelector('main').insertAdjacentHTML('beforeend',
        `<time id="t" data-due="${due}" data-over="Time is up">-</time>`);
        Date.now = () => 5e11; document.dispatchEvent(new CustomEvent('server:date', { detail: 1e12 }));
        document.dispatchEvent(new CustomEvent('regions:updated')) }""",
        1_000_000_000_000 + 1000 * seconds,
    )

    assert page.text_content("#t") == text
    assert ("is-urgent" in (page.get_attribute("#t", "class") or "")) == (seconds <= 60)


def test_a_site_with_much_to_do_is_asked_when_it_wants_to_be_and_nothing_is_called_lost(
    page: "sync_api.Page", server: Server
) -> None:
    server.status, server.more = 503, {"X-Wait": "1", "Retry-After": "2"}
    page.wait_for_timeout(300)
    before = len(server.asked)
    page.wait_for_timeout(1200)

    assert len(server.asked) == before
    assert page.locator("#connection").inner_text() == ""
    assert page.locator("#live").get_attribute("data-connection") is None
    server.more = {}
    server.says(decision(2))
    arrives(page, 2)


def test_a_site_that_is_away_is_called_so(page: "sync_api.Page", server: Server) -> None:
    server.status, server.more = 503, {"Retry-After": "5"}

    page.get_by_text("Connection lost").wait_for(timeout=15_000)

"""A site for the tests of this directory, and a browser that records its complaints."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.e2e.fitting import CODE, Adviser
from tests.e2e.running_site import RunningSite
from tests.e2e.tables import BEGIN
from tests.e2e.watching import Watch
from tests.lanes import lane_of

HERE = Path(__file__).parent
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""Names of Chromium's program. The first one is the lightest."""
FIREFOX = ("firefox-esr", "firefox")
OF_THE_SECOND = {
    "test_absent",
    "test_broker_away",
    "test_keyboard_games",
    "test_plain_forms",
    "test_reports",
    "test_sign_on",
    "test_utboheme_proof",
}
"""The modules of the second group of `proof`, with about half of the time of all."""
WITH_OWN_SITE = {"test_framed"}
PATIENCE = 15_000
DESK = {"width": 1280, "height": 800}

expect.set_options(timeout=PATIENCE)


@pytest.hookimpl(tryfirst=True)  # xdist reads the groups in the same hook
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Assign groups: the tests of a group share a site. The lane `browser` waits much and is one group, so that the
    other workers have time. `proof` is two groups. A module with its own site is a group of its own.
    """
    for item in items:
        if HERE in item.path.parents:
            half = "e2e-2" if item.path.stem in OF_THE_SECOND else "e2e-1"
            proof = item.path.stem if item.path.stem in WITH_OWN_SITE else half
            item.add_marker(pytest.mark.xdist_group("e2e" if lane_of(item.path) == "browser" else proof))


@pytest.fixture(scope="session")
def chromium() -> str:
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if found is None:
        pytest.skip("There is no Chromium. To mend: apt-get install -y chromium")
    return found


@pytest.fixture(scope="session")
def firefox() -> str:
    found = next(filter(None, map(shutil.which, FIREFOX)), None)
    if found is None:
        pytest.skip("There is no Firefox. To mend: apt-get install -y firefox-esr")
    return found


@pytest.fixture(scope="session")
def site(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """The demo's site. Tests make their own matches in it, and a single test uses the demo's waiting match. The site
    runs until the worker ends, as a later group may need it.
    """
    running = RunningSite(tmp_path_factory.mktemp("site") / "var")
    try:
        running.start()
        yield running
    finally:
        running.end()


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    # Not for the session: while Playwright runs its loop, Django refuses the database to other tests.
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def open_context(browser: Browser, site: RunningSite) -> Iterator[Callable[..., BrowserContext]]:
    """A function that opens a browser context. Complaints of the browser fail the test at its end, except refused forms
    (422) and those in `forgives`.
    """
    opened: list[tuple[BrowserContext, Watch]] = []

    def start(*, forgives: tuple[str, ...] = (), **options: Any) -> BrowserContext:
        # A worker in the browser would fetch pages past the watch; the test of the installed app asks for it.
        usual = {"base_url": site.url, "locale": "en-GB", "viewport": DESK, "service_workers": "block"}
        context = browser.new_context(**usual | options)
        context.set_default_timeout(PATIENCE)
        opened.append((context, Watch(context, (site.host, site.live_host), forgives)))
        return context

    yield start
    for context, _watch in opened:
        context.close()
    assert [complaint for _context, watch in opened for complaint in watch.complaints] == []


@pytest.fixture(scope="module")
def begin(site: RunningSite) -> Callable[[str], int]:
    """Make a match of a game in which one person holds all seats."""

    def begun(game: str) -> int:
        done = site.manage("shell", "--no-imports", "-c", BEGIN.format(game=game))
        assert done.returncode == 0, done.stderr
        return int(done.stdout.split()[-1])

    return begun


@pytest.fixture(scope="module")
def adviser(site: RunningSite) -> Iterator[Adviser]:
    started = Adviser(site.talk_to(CODE))
    yield started
    started.end()

"""Live pages in frames of a learning platform, in a browser that refuses storage: each goes on by itself, from before
the start to the mark."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.e2e.firefox import Firefox
from tests.e2e.framing import PATIENCE, STUDENTS, TEACHER, Framed, Frames, InChromium, Pane, framed_site
from tests.e2e.running_site import wait_for

STORAGE = """
try { sessionStorage.setItem("a", "b"); } catch { return "refused"; }
return "kept";
"""
COOKIES = """
document.cookie = "plain=1; SameSite=None; Secure; Path=/";
return document.cookie.split("; ").map((each) => each.split("=")[0]);
"""
WORKERS = """
try {
  return navigator.serviceWorker.getRegistrations().then((found) => found.length, () => 0);
} catch { return 0; }
"""
FAULT = "setTimeout(() => { throw new Error('seen by the test'); }); return true;"
KEEPS_PARTITIONED = {"network.cookie.cookieBehavior.optInPartitioning": True, "dom.storage.enabled": False}
"""Firefox raises errors for storage only if it refuses all cookies. Here the storage objects do not exist."""
KEEPS_NONE = {"network.cookie.cookieBehavior": 1}

OpenFirefox = Callable[..., Firefox]


@pytest.fixture(scope="module")
def framed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Framed]:
    with framed_site(tmp_path_factory.mktemp("framed")) as found:
        yield found


@pytest.fixture
def open_firefox(firefox: str, framed: Framed, tmp_path: Path) -> Iterator[OpenFirefox]:
    opened: list[Firefox] = []

    def start(**prefs: object) -> Firefox:
        opened.append(Firefox(firefox, tmp_path / "profile", framed.hosts[0], **prefs))
        return opened[-1]

    yield start
    for each in opened:
        each.end()


@pytest.fixture(params=["Chromium", "Firefox"])
def frames(request: pytest.FixtureRequest, framed: Framed) -> Frames:
    """A browser that keeps partitioned cookies in frames and no other storage."""
    if request.param == "Chromium":
        return InChromium(request.getfixturevalue("browser"), framed.hosts)
    started: Firefox = request.getfixturevalue("open_firefox")(**KEEPS_PARTITIONED)
    return started


def refuses(pane: Pane) -> None:
    """Check that the browser refuses storage, and that script errors are recorded."""
    assert pane.run(STORAGE) == "refused"
    kept = pane.run(COOKIES)
    assert "plain" not in kept
    assert "lms-csrftoken" in kept
    assert pane.run(FAULT)
    wait_for(lambda: pane.run("return 1") and pane.frames.complaints(), "an error that is noted", PATIENCE)


def orders(pane: Pane) -> None:
    """Order one pallet."""
    key = "const form = document.getElementById('order-form'); return form?.dataset.key ?? 'none';"
    fill = (
        "const field = document.getElementById('order-amount'); field.value = '1';"
        "field.dispatchEvent(new Event('input', { bubbles: true })); return true;"
    )
    wait_for(lambda: pane.run(fill), f"an order to be asked of {pane.name}", PATIENCE)
    asked = pane.run(key)
    pane.press("#order-form .btn-go", lambda: pane.run(key) not in {None, asked})


def test_live_pages_go_on_by_themselves_in_frames_from_before_the_start_to_the_mark(
    framed: Framed, frames: Frames
) -> None:
    session = framed.new_session()
    frames.open(framed.course(session, *STUDENTS, TEACHER))
    (one, two), teacher = (Pane(frames, name) for name in STUDENTS), Pane(frames, TEACHER)

    # Before the start
    one.comes_to("/lms/wait/")
    two.comes_to("/lms/wait/")
    refuses(one)
    teacher.comes_to("/edit/")
    teacher.goes_to(f"sessions/{session}/edit/6/")
    teacher.press("form[action$='/open/'] button", lambda: teacher.is_at("/lobby/"))
    one.comes_to("/lobby/")
    two.comes_to("/lobby/")
    teacher.comes_to_say("#lobby-now", "Here: 2 of 2 with a seat.")

    # At the table
    teacher.press("form[action$='/start/'] button[name=in][value='0']", lambda: teacher.is_at("/monitor/"))
    one.comes_to("/matches/")
    two.comes_to("/matches/")
    orders(one)
    two.comes_to_say(".b-done", "has ordered")
    teacher.comes_to_say(".m-team", "orders still to come: 1, Week 1 of 3")
    orders(two)
    one.comes_to_say("h1", "Week 2 of 3")
    teacher.comes_to_say(".m-team", "Week 2 of 3")
    two.comes_to_say("h1", "Week 2 of 3")
    match = int(one.path.split("/")[2])
    framed.site.play(match)
    one.comes_to_say("main", "The match is over")
    two.comes_to_say("main", "The match is over")
    teacher.comes_to_say(".m-team", "finished")

    # Debriefs and papers
    one.press("main a[href$='/debrief/']", lambda: one.is_at("/debrief/"))
    one.comes_to_say("main", "PDF, ")
    one.press("form[action$='/analysis/start/'] button", lambda: one.is_at("/analysis/"))
    two.goes_to(f"matches/{match}/debrief/mine/")
    two.press("#own-tools form button", lambda: two.run("return !document.querySelector('#own-tools form')") is True)
    teacher.goes_to(f"sessions/{session}/reports/")
    teacher.press("form[action$='/reports/make/'] button", lambda: teacher.says("main", "The last list"))
    one.comes_to_say("#analysis", "Turning points")
    two.comes_to_say("#own-tools", "PDF, ")
    teacher.comes_to_say("main", "5 of 5 reports are there.")

    # The mark, by the same link
    framed.publish(session)
    frames.open(framed.course(session, *STUDENTS, TEACHER))
    one.comes_to(f"/sessions/{session}/grade/")
    one.comes_to_say("main", "15.0 of 20")
    teacher.comes_to(f"/sessions/{session}/grades/")
    assert one.run(WORKERS) == 0
    assert [each for each in frames.complaints() if "seen by the test" not in each] == []
    assert framed.front.streams > 0


def test_where_firefox_keeps_no_cookies_of_other_sites_the_frame_leads_to_a_tab(
    framed: Framed, open_firefox: OpenFirefox
) -> None:
    started = open_firefox(**KEEPS_NONE)
    started.open(framed.course(framed.new_session(), STUDENTS[0]))
    pane = Pane(started, STUDENTS[0])
    pane.comes_to_say("#lms-no-cookies:not([hidden])", "In a tab of its own it works.")

    pane.press("#lms-no-cookies button", lambda: len(started.tabs()) == 2)

    tab = started.tabs()[-1]
    wait_for(lambda: started.address(tab) == f"{framed.url}/lms/wait/", "the page that waits, in a tab", PATIENCE)

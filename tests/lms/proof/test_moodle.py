"""The whole way in a real Moodle 4.5, by a real browser: from one pasted address to marks in its gradebook.

    MOODLE_URL=http://127.0.0.1:8300 MOODLE_DATA=.../data pytest tests/lms/proof/test_moodle.py

Moodle has a course BUILD with teacher1 and student1 to student6, password in MOODLE_PASSWORD. MOODLE_DATA is its data
directory, where the certificate of the site is put (`moodleorgca.crt`), so that Moodle believes it. WALK_PICTURES is a
directory for pictures of what was seen.
"""

import ast
import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Frame, Page, sync_playwright

from tests.e2e.running_site import PLAY, RunningSite, wait_for
from tests.lms.under_tls import Front, certificate

MOODLE = os.environ.get("MOODLE_URL", "")
PASSWORD = os.environ.get("MOODLE_PASSWORD", "Moodle-1234")
STUDENTS = range(1, 7)
BLOCKED = {
    "enableThirdPartyCookieRestriction": True,
    "disableThirdPartyCookieMetadata": True,
    "disableThirdPartyCookieHeuristics": True,
}


class Walk:
    """Who walks, what was clicked, and where the pictures go."""

    def __init__(self, browser: Browser, site: RunningSite, url: str, *, blocks_cookies: bool = False) -> None:
        self.browser, self.site, self.url = browser, site, url
        self.blocks_cookies = blocks_cookies
        self.clicks = 0
        self.pictures = Path(os.environ["WALK_PICTURES"]) if os.environ.get("WALK_PICTURES") else None
        self._contexts: dict[str, BrowserContext] = {}
        self._debuggers: list[CDPSession] = []

    def context(self, who: str, **more: Any) -> BrowserContext:
        if who not in self._contexts:
            size = {"width": 1280, "height": 900}
            made = self.browser.new_context(ignore_https_errors=True, viewport=size, **more)
            made.set_default_timeout(60_000)
            self._contexts[who] = made
        return self._contexts[who]

    def in_moodle(self, who: str) -> Page:
        fresh = who not in self._contexts
        page = self.context(who).new_page()
        if self.blocks_cookies:
            debugger = page.context.new_cdp_session(page)
            debugger.send("Network.enable")
            debugger.send("Network.setCookieControls", BLOCKED)
            self._debuggers.append(debugger)  # the block ends with it
        if fresh:
            wait_for(lambda: self._signed_in(page, who), f"{who} signed in to Moodle", 120)
        return page

    @staticmethod
    def _signed_in(page: Page, who: str) -> bool:
        """Moodle's script puts its own field in the place of the password's, on a busy machine after it was filled."""
        page.goto(f"{MOODLE}/login/index.php")
        page.wait_for_load_state("networkidle")
        page.fill("#username", who)
        page.fill("#password", PASSWORD)
        page.click("#loginbtn")
        page.wait_for_load_state()
        return "/login/" not in page.url

    def click(self, where: Page | Frame, what: str) -> None:
        """A click that somebody really needs on the way to the first decision."""
        self.clicks += 1
        where.click(what)

    def frame(self, page: Page, address: str) -> Frame:
        """Ours in a page of Moodle, once it shows this address."""

        def found() -> Frame | None:
            page.wait_for_timeout(100)
            ours = [frame for frame in page.frames if frame.url.startswith(self.url) and address in frame.url]
            return ours[-1] if ours else None

        frame = wait_for(found, f"a frame with {address}", 60)
        assert frame is not None
        frame.wait_for_load_state()
        return frame

    def picture(self, page: Page, name: str) -> None:
        if self.pictures is None:
            return
        self.pictures.mkdir(parents=True, exist_ok=True)
        for width in (1280, 360):
            page.set_viewport_size({"width": width, "height": 900})
            page.wait_for_timeout(200)
            page.screenshot(path=self.pictures / f"{name}-{width}.png", full_page=True)
        page.set_viewport_size({"width": 1280, "height": 900})

    def shell(self, code: str) -> str:
        done = self.site.manage("shell", "--no-imports", "-c", "from classrooms.models import *\n" + code)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RunningSite, str]]:
    folder = tmp_path_factory.mktemp("walk")
    pem = certificate(folder)
    front = Front(pem)
    site = RunningSite(folder / "var")
    front.to_port = site.port
    url = f"https://localhost:{front.port}"
    site._environment |= {"SITE_URL": url, "BEHIND_PROXY": "1", "LIVE_PORT": "0"}
    site.start()
    if os.environ.get("MOODLE_DATA"):
        text = pem.read_text()
        believed = Path(os.environ["MOODLE_DATA"]) / "moodleorgca.crt"
        believed.write_text(text[text.index("-----BEGIN CERT") :])
        believed.chmod(0o644)
    yield site, url
    site.end()
    front.end()


def walking(site: RunningSite, url: str, *, blocks_cookies: bool = False) -> Iterator[Walk]:
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield Walk(browser, site, url, blocks_cookies=blocks_cookies)
        browser.close()


@pytest.fixture
def walk(running: tuple[RunningSite, str]) -> Iterator[Walk]:
    yield from walking(*running)


@pytest.fixture
def walk_without_cookies(running: tuple[RunningSite, str]) -> Iterator[Walk]:
    """A browser that keeps no cookies of other sites, but those that are partitioned."""
    yield from walking(*running, blocks_cookies=True)


def operator(walk: Walk) -> Page:
    walk.shell(
        "User.objects.filter(username='operator').exists() or "
        "User.objects.create_superuser('operator', password='operate-1234', display_name='Operator')"
    )
    page = walk.context("operator").new_page()
    page.goto(f"{walk.url}/sign-in/?next=/lms/")
    page.fill("[name=username]", "operator")
    page.fill("[name=password]", "operate-1234")
    page.press("[name=password]", "Enter")
    page.wait_for_selector("text=Make an address")
    return page


def register(walk: Walk) -> str:
    """One address, pasted once; answers the number of the tool in Moodle."""
    staff = operator(walk)
    walk.picture(staff, "01-no-platform")
    staff.click("text=Make an address")  # with the choice that is made: let in at once
    link = staff.input_value("#lms-link")
    walk.picture(staff, "02-address")

    admin = walk.in_moodle("admin")
    admin.goto(f"{MOODLE}/mod/lti/toolconfigure.php")
    admin.wait_for_timeout(1500)
    admin.fill("#cartridge-url, input[name=url], #tool-url", link)
    walk.click(admin, "text=Add LTI Advantage")
    frame = walk.frame(admin, "/lms/register/")
    walk.picture(admin, "03-connect")
    walk.click(frame, "button:has-text('Connect')")
    frame.wait_for_selector("text=The two know each other now")
    walk.picture(admin, "04-connected")
    admin.goto(f"{MOODLE}/mod/lti/toolconfigure.php")
    admin.wait_for_timeout(2500)
    walk.click(admin, "text=Activate")
    admin.wait_for_timeout(1500)
    tool = newest_tool(admin)
    in_chooser(walk, admin, tool)
    staff.goto(f"{walk.url}/lms/")
    walk.picture(staff, "05-let-in")
    staff.click("h3 a >> nth=-1")
    staff.click("text=Test it")
    staff.wait_for_selector("text=The platform answers")
    walk.picture(staff, "06-platform")
    return tool


def in_chooser(walk: Walk, admin: Page, tool: str) -> None:
    """As our page after the registration says it: the wheel, one choice, and save."""
    admin.goto(f"{MOODLE}/mod/lti/toolconfigure.php")
    wheel = f'a[href*="typessettings.php"][href*="id={tool}"]'
    admin.wait_for_selector(wheel)
    admin.wait_for_load_state("networkidle")
    walk.click(admin, wheel)
    admin.wait_for_selector("#id_lti_coursevisible")
    walk.clicks += 1
    admin.select_option("#id_lti_coursevisible", label="Show in activity chooser and as a preconfigured tool")
    walk.click(admin, "#id_submitbutton")
    admin.wait_for_load_state()


def newest_tool(admin: Page) -> str:
    """The number of the tool that was registered last, on the page that lists them."""
    admin.goto(f"{MOODLE}/mod/lti/toolconfigure.php")
    admin.wait_for_selector('a[href*="typessettings.php"]')
    admin.wait_for_load_state("networkidle")
    edits = admin.eval_on_selector_all('a[href*="typessettings.php"]', "found => found.map(each => each.href)")
    return max((found[1] for each in edits if (found := re.search(r"[?&]id=(\d+)", each))), key=int)


def end_tour(page: Page) -> None:
    """Moodle shows each new person around once; that is no click on the way."""
    page.wait_for_timeout(1500)
    ends = page.locator("[data-role=end]")
    if ends.count() and ends.first.is_visible():
        ends.first.click()
        page.wait_for_selector("[data-flexitour=backdrop]", state="detached")


def pick_link(walk: Walk, tool: str, game: str, *, is_known: bool = False, choice: str = "") -> tuple[Page, str, str]:
    """The teacher puts a link to a new session into the course, from the chooser; answers its number there and its
    title. Who is known is asked nothing.
    """
    teacher = walk.in_moodle("teacher1")
    teacher.goto(f"{MOODLE}/course/view.php?id=2")
    teacher.wait_for_load_state("networkidle")
    editing = teacher.locator("input[name=setmode]").first
    if not editing.is_checked():
        walk.click(teacher, "input[name=setmode]")
        teacher.wait_for_load_state("networkidle")
    end_tour(teacher)
    adds = "button[data-action='open-chooser']:has-text('Add an activity or resource') >> visible=true >> nth=0"
    walk.click(teacher, adds)
    walk.click(teacher, f".modal a[href*='typeid={tool}'] >> nth=0")
    teacher.wait_for_load_state("networkidle")
    walk.click(teacher, "button:has-text('Select content')")
    if not is_known:
        who = walk.frame(teacher, "/lms/who/")
        walk.picture(teacher, "07-who")
        walk.click(who, "button:has-text('I am new here: make the course')")
    frame = walk.frame(teacher, "/lms/choose/")
    walk.picture(teacher, "08-which-links-again" if is_known else "08-which-links")
    assert frame.query_selector("#lms-out") is None
    if choice:
        walk.click(frame, choice)
    walk.click(frame, f"button[name=game][value={game}]")
    wait_for(lambda: teacher.wait_for_timeout(200) or teacher.input_value("#id_name"), "the name", 60)
    title = teacher.input_value("#id_name")
    walk.click(teacher, "#id_submitbutton2")
    teacher.wait_for_load_state()
    teacher.wait_for_selector(f'a[href*="/mod/lti/view.php"]:has-text("{title}")')
    return teacher, newest_link(teacher), title


def newest_link(page: Page) -> str:
    """The number of the last link in Moodle's course."""
    page.goto(f"{MOODLE}/course/view.php?id=2")
    links = page.eval_on_selector_all('a[href*="/mod/lti/view.php"]', "found => found.map(each => each.href)")
    return max((re.search(r"id=(\d+)", each)[1] for each in links), key=int)  # type: ignore[index]


def decide(where: Page | Frame) -> None:
    """An order of four pallets, which is what the table's first page asks for."""
    where.fill("main form input[type=number]", "4")
    where.locator("form button.btn-go, main .btn-go").first.click()


def follow(walk: Walk, page: Page, link: str) -> Frame:
    """A student clicks the link on the course's page; the table in Moodle's page."""
    page.goto(f"{MOODLE}/course/view.php?id=2")
    page.wait_for_load_state("networkidle")
    end_tour(page)
    walk.click(page, f'a[href*="/mod/lti/view.php?id={link}"] >> visible=true >> nth=0')
    return walk.frame(page, "/matches/")


def decisions(walk: Walk, session: str) -> int:
    """How many people have made."""
    counted = "Move.objects.filter(match__session_team__session={session}, author_kind='player').count()"
    return int(walk.shell(f"from games.models import Move\nprint({counted.format(session=session)})"))


def launch(walk: Walk, page: Page, link: str) -> None:
    """In a tab of its own."""
    walk.clicks += 1
    page.goto(f"{MOODLE}/mod/lti/launch.php?id={link}&triggerview=0")
    page.wait_for_url(f"{walk.url}/**")
    page.wait_for_load_state()


def groups(teacher: Page) -> None:
    """Two groups of three in Moodle; those of an earlier walk are used."""
    for name, numbers in (("Crane", (1, 2, 3)), ("Scaffold", (4, 5, 6))):
        teacher.goto(f"{MOODLE}/group/index.php?id=2")
        found = f"found => found.filter(each => each.text.startsWith('{name}')).length"
        if teacher.eval_on_selector_all("#groups option", found):
            continue
        teacher.goto(f"{MOODLE}/group/group.php?courseid=2")
        teacher.fill("#id_name", name)
        teacher.click("#id_submitbutton")
        teacher.wait_for_load_state()
        values = f"found => found.filter(each => each.text.startsWith('{name}')).map(each => each.value)"
        number = teacher.eval_on_selector_all("#groups option", values)[0]
        teacher.goto(f"{MOODLE}/group/members.php?group={number}")
        people = teacher.eval_on_selector_all(
            "#addselect option", "found => found.map(each => [each.value, each.text])"
        )
        chosen = [value for value, text in people if any(f"Numéro {number}" in text for number in numbers)]
        teacher.select_option("#addselect", chosen)
        teacher.click("#add")
        teacher.wait_for_load_state()


PUBLISH = """
from classrooms.grading.services.choices import final_choose
from classrooms.grading.services.publishing import grades_publish
play_session = Session.objects.get(pk={session})
for number, points in {marks}.items():
    user = User.objects.get(display_name=f"Étudiant Numéro {{number}}", lms_people__platform__state="on")
    by = play_session.created_by
    final_choose(play_session=play_session, user_id=user.pk, kind="set", points=points, reason="Oral exam", by=by)
grades_publish(play_session=play_session, incomplete=True)
"""
STATES = """
rows = LmsScore.objects.filter(line_item__session={session}).select_related("person__user")
print({{row.person.user.display_name[-1]: (row.state, row.sent) for row in rows}})
"""


def states(walk: Walk, session: str) -> dict[str, tuple[str, int | None]]:
    found: dict[str, tuple[str, int | None]] = ast.literal_eval(walk.shell(STATES.format(session=session)))
    return found


def until_states(walk: Walk, session: str, wanted: Callable[[dict[str, tuple[str, int | None]]], bool]) -> Any:
    return wait_for(lambda: (found := states(walk, session)) and wanted(found) and found, "the marks sent", 60)


def gradebook(teacher: Page, column: int) -> dict[str, str]:
    """What Moodle's own gradebook shows, by the last figure of a student's name."""
    teacher.goto(f"{MOODLE}/grade/report/grader/index.php?id=2")
    teacher.wait_for_timeout(2000)
    cells = teacher.eval_on_selector_all(
        "#user-grades tr.userrow",
        """(rows, column) => rows.map(row => {
             const cell = row.querySelector(`td[data-itemid="${column}"]`);
             const mark = cell?.querySelector("input")?.value || cell?.innerText || "";
             return [row.querySelector("th").innerText, mark];
           })""",
        column,
    )
    return {
        found[1]: " ".join(re.findall(r"\d+\.\d+", mark))
        for name, mark in cells
        if (found := re.search(r"Numéro (\d)", name))
    }


FIRST, NEXT = 15, 8
"""Clicks from the pasted address to the first decision, and in a course that is known."""


def test_from_one_pasted_address_to_marks_in_moodle(walk: Walk) -> None:
    groups(walk.in_moodle("teacher1"))
    tool = register(walk)
    teacher, link, title = pick_link(walk, tool, "beer_game")
    assert title == "Beer game"

    # One in a frame, one in a tab, with nothing between the picker and the first decision
    first = walk.in_moodle("student1")
    table = follow(walk, first, link)
    walk.picture(first, "12-table-of-the-first")
    session = walk.shell("print(Session.objects.latest('pk').pk)")
    walk.clicks += 1
    decide(table)
    wait_for(lambda: decisions(walk, session) == 1, "a first decision", 30)
    sys.stderr.write(f"\nclicks from the pasted address to the first decision: {walk.clicks}\n")
    assert walk.clicks <= FIRST
    course = walk.shell(f"print(Session.objects.get(pk={session}).course_id)")

    # The whole list has a seat
    assert walk.shell(f"print(Enrolment.objects.filter(course={course}, role='student').count())") == "6"
    seated = "SeatHolder.objects.filter(seat__match__session_team__session={session}).values('user').distinct().count()"
    count = f"from games.models import SeatHolder\nprint({seated})"
    assert walk.shell(count.format(session=session)) == "6"
    teacher.goto(f"{MOODLE}/mod/lti/launch.php?id={link}&triggerview=0")
    teacher.wait_for_url(f"{walk.url}/sessions/{session}/**")
    walk.picture(teacher, "09-session")
    teacher.goto(f"{walk.url}/courses/{course}/platform/")
    walk.picture(teacher, "10-course")
    second = walk.in_moodle("student2")
    second.goto(f"{MOODLE}/mod/lti/view.php?id={link}")
    frame = walk.frame(second, "/matches/")
    walk.picture(second, "13-table-in-a-frame")
    frame.wait_for_selector("#lms-out")
    with walk.context("student2").expect_page() as opened:
        frame.click("#lms-out")
    opened.value.wait_for_url(f"{walk.url}/matches/**")
    assert "/lms/in/" not in opened.value.url

    # The next session of the same course
    walk.clicks = 0
    _teacher, other, title = pick_link(walk, tool, "beer_game", is_known=True)
    assert title == "Beer game 2"
    third = walk.in_moodle("student3")
    table = follow(walk, third, other)
    walk.clicks += 1
    decide(table)
    following = walk.shell("print(Session.objects.latest('pk').pk)")
    wait_for(lambda: decisions(walk, following) == 1, "a first decision in the next session", 30)
    sys.stderr.write(f"clicks for the next session: {walk.clicks}\n")
    assert walk.clicks <= NEXT

    # A live one waits for its teacher, on a page that follows
    _teacher, live, _title = pick_link(walk, tool, "beer_game", is_known=True, choice="#c-live")
    waits = walk.in_moodle("student4")
    launch(walk, waits, live)
    last = walk.shell("print(Session.objects.latest('pk').pk)")
    assert f"/sessions/{last}/lobby/" in waits.url
    walk.picture(waits, "11-room")
    walk.shell(f"from classrooms.sessions import services\nservices.session_start(session_id={last})")
    waits.wait_for_url(f"{walk.url}/matches/**")

    # One whose teams are Moodle's groups begins with the last who comes
    _teacher, grouped, _title = pick_link(walk, tool, "beer_game", is_known=True, choice="#c-groups")
    for number in STUDENTS:
        student = walk.in_moodle(f"student{number}")
        launch(walk, student, grouped)
    last = walk.shell("print(Session.objects.latest('pk').pk)")
    assert student.url.startswith(f"{walk.url}/matches/")
    tables = f"SessionTeam.objects.filter(session={last}, match__seats__holders__isnull=False).distinct()"
    assert walk.shell(f"print(sorted(table.team.members.count() for table in {tables}))") == "[3, 3]"

    # To the end, and marks
    for match in walk.shell(
        f"print(*SessionTeam.objects.filter(session={session}).values_list('match', flat=True))"
    ).split():
        walk.shell(PLAY.format(match=match, until=""))
    walk.shell(PUBLISH.format(session=session, marks={1: 7500, 2: 6000, 3: 9000, 4: 5550}))
    sent = until_states(walk, session, lambda found: sum(state == "sent" for state, _sent in found.values()) == 4)
    assert {name: each for name, each in sent.items() if each[0] == "sent"} == {
        "1": ("sent", 1500), "2": ("sent", 1200), "3": ("sent", 1800), "4": ("sent", 1110),
    }  # fmt: skip
    column = int(
        walk.shell(f"print(LmsLineItem.objects.get(session={session}).url)").split("/lineitems/")[1].split("/")[0]
    )
    in_moodle = walk.in_moodle("teacher1")
    assert gradebook(in_moodle, column) == {"1": "15.00", "2": "12.00", "3": "18.00", "4": "11.10", "5": "", "6": ""}
    walk.picture(in_moodle, "14-gradebook")
    teacher.goto(f"{walk.url}/sessions/{session}/grades/")
    assert "4 sent" in teacher.inner_text("#marks-there")
    walk.picture(teacher, "14-marks-there")

    # Changed there, a conflict here, and republished
    subject = walk.shell(
        "print(LmsPerson.objects.get(user__display_name='Étudiant Numéro 1', platform__state='on').subject)"
    )
    in_moodle.goto(f"{MOODLE}/grade/edit/tree/grade.php?courseid=2&itemid={column}&userid={subject}")
    in_moodle.check("#id_overridden")
    in_moodle.fill("#id_finalgrade", "17")
    in_moodle.click("#id_submitbutton")
    in_moodle.wait_for_load_state()
    walk.shell(PUBLISH.format(session=session, marks={1: 8000, 2: 6500}))
    until_states(walk, session, lambda found: found["1"][0] == "conflict" and found["2"] == ("sent", 1300))
    assert gradebook(in_moodle, column)["1"] == "17.00"
    teacher.goto(f"{walk.url}/sessions/{session}/grades/platform/")
    assert "There it says 17." in teacher.inner_text("main")
    walk.picture(teacher, "15-conflict")

    # Moodle keeps what was overridden, and says nothing: we see it
    teacher.click("button:has-text('over it')")
    until_states(walk, session, lambda found: found["1"][0] == "conflict")
    wait_for(lambda: "kept_there" in walk.shell(
        f"print(*LmsScore.objects.filter(line_item__session={session}).values_list('fault', flat=True))"
    ), "that Moodle keeps it", 30)  # fmt: skip
    in_moodle.goto(f"{MOODLE}/grade/edit/tree/grade.php?courseid=2&itemid={column}&userid={subject}")
    in_moodle.uncheck("#id_overridden")
    in_moodle.click("#id_submitbutton")
    in_moodle.wait_for_load_state()
    time.sleep(1.1)
    teacher.reload()
    teacher.click("button:has-text('over it')")
    until_states(walk, session, lambda found: found["1"] == ("sent", 1600))
    assert gradebook(in_moodle, column)["1"] == "16.00"
    teacher.reload()
    walk.picture(teacher, "16-sent")
    frenchman = walk.context("operator").new_page()
    frenchman.context.add_cookies([{"name": "django_language", "value": "fr", "url": walk.url}])
    frenchman.goto(f"{walk.url}/lms/")
    walk.picture(frenchman, "17-french")
    frenchman.click("h3 a >> nth=-1")
    walk.picture(frenchman, "18-french-platform")


PLAIN = "document.cookie = 'plain=1; SameSite=None; Secure; path=/'; document.cookie.includes('plain=1')"


def test_where_other_sites_cookies_are_blocked_links_are_picked_and_matches_played_in_frames(
    walk_without_cookies: Walk,
) -> None:
    walk = walk_without_cookies
    _teacher, link, title = pick_link(walk, newest_tool(walk.in_moodle("admin")), "beer_game", is_known=True)
    session = walk.shell(f"print(Session.objects.filter(title='{title}').latest('pk').pk)")
    student = walk.in_moodle("student3")
    student.goto(f"{MOODLE}/mod/lti/view.php?id={link}")
    frame = walk.frame(student, "/matches/")
    assert frame.evaluate(PLAIN) is False, "this browser blocks nothing"

    decide(frame)

    wait_for(lambda: decisions(walk, session) == 1, "a decision in the frame", 30)
    walk.picture(student, "19-without-cookies")
    with walk.context("student3").expect_page() as opened:
        frame.click("#lms-out")
    opened.value.wait_for_url(f"{walk.url}/matches/**")
    assert "/lms/in/" not in opened.value.url


GRADED = """
from classrooms.courses.services import course_create
from classrooms.models import User
by = User.objects.get(username="operator")
course = course_create(by=by, name="By files", time_zone="Europe/Paris")
print(course.pk)
"""
PUBLISHED = """
from classrooms.grading.rubric import book_ensure
from classrooms.grading.services.choices import final_choose
from classrooms.grading.services.publishing import grades_publish
from classrooms.sessions.services import session_create
course = Course.objects.get(pk={course})
by = User.objects.get(username="operator")
play_session = session_create(course=course, by=by, game="beer_game", title="By file {course}")
book_ensure(play_session=play_session)
people = course.enrolments.filter(role="student").select_related("user").order_by("user__email")
for number, each in enumerate(people, start=1):
    final_choose(
        play_session=play_session, user_id=each.user_id, kind="set", points=1000 * number, reason="Oral exam", by=by
    )
grades_publish(play_session=play_session, incomplete=True)
print(play_session.pk)
"""


def test_moodles_list_is_a_class_list_here_and_our_marks_are_a_column_there(walk: Walk, tmp_path: Path) -> None:
    staff, teacher = operator(walk), walk.in_moodle("teacher1")
    course = walk.shell(GRADED)

    # Moodle's own export of participants, as it is
    teacher.goto(f"{MOODLE}/user/index.php?id=2")
    teacher.wait_for_load_state("networkidle")
    for box in teacher.query_selector_all("input.usercheckbox"):
        row = box.evaluate("box => box.closest('tr').innerText")
        if "Numéro" in row:
            box.check()
    with teacher.expect_download() as download:
        teacher.focus("#formactionid")
        teacher.select_option("#formactionid", label="Comma separated values (.csv)")
        teacher.press("#formactionid", "Tab")  # who goes through a list by keys has chosen once they leave it
    download.value.save_as(tmp_path / "participants.csv")
    staff.goto(f"{walk.url}/courses/{course}/people/list/")
    staff.set_input_files("input[type=file]", tmp_path / "participants.csv")
    staff.click("text=Check it first")
    walk.picture(staff, "20-class-list")
    staff.click("button[value=take]")
    staff.wait_for_load_state()
    mails = f"print(*Enrolment.objects.filter(course={course}, role='student').values_list('user__email', flat=True))"
    assert sorted(walk.shell(mails).split()) == [f"student{number}@example.org" for number in STUDENTS]

    # Our file of marks, into Moodle's gradebook
    session = walk.shell(PUBLISHED.format(course=course))
    file = tmp_path / "moodle.csv"
    answer = staff.request.get(f"{walk.url}/sessions/{session}/grades/files/moodle.csv?by=email")
    assert answer.ok, answer.text()
    file.write_bytes(answer.body())
    teacher.goto(f"{MOODLE}/grade/import/csv/index.php?id=2")
    teacher.wait_for_load_state("networkidle")
    teacher.click("input[name=userfilechoose]")
    teacher.click(".fp-repo-area >> text=Upload a file")
    teacher.set_input_files(".fp-upload-form input[type=file]", file)
    teacher.click("button.fp-upload-btn")
    teacher.wait_for_selector(".filepicker-filename a")
    teacher.click("#id_submitbutton")
    teacher.wait_for_load_state("networkidle")
    teacher.select_option("#id_mapfrom", label="Email address")
    teacher.select_option("#id_mapto", label="Email address")
    teacher.select_option("#id_mapping_2", label="New grade item")
    walk.picture(teacher, "21-import")
    teacher.click("#id_submitbutton")
    teacher.wait_for_load_state("networkidle")
    teacher.goto(f"{MOODLE}/grade/report/grader/index.php?id=2")
    teacher.wait_for_load_state("networkidle")
    column = teacher.locator("th[data-itemid]", has_text=f"By file {course}").first.get_attribute("data-itemid")
    assert gradebook(teacher, int(column or 0)) == {str(number): f"{2 * number}.00" for number in STUDENTS}
    walk.picture(teacher, "22-imported")

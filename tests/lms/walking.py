"""Walks in a real Moodle by a browser: the people, their pages, and steps that all walks share."""

import ast
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Frame, Page, sync_playwright

from tests.e2e.running_site import RunningSite, wait_for

MOODLE = os.environ.get("MOODLE_URL", "")
PASSWORD = os.environ.get("MOODLE_PASSWORD", "Moodle-1234")
STUDENTS = range(1, 7)
BLOCKED = {
    "enableThirdPartyCookieRestriction": True,
    "disableThirdPartyCookieMetadata": True,
    "disableThirdPartyCookieHeuristics": True,
}


class Walk:
    """A walk through Moodle and the site: the browsers of the people, the course, the number of clicks, the
    screenshots.
    """

    def __init__(self, browser: Browser, site: RunningSite, url: str, *, blocks_cookies: bool = False) -> None:
        self.browser, self.site, self.url = browser, site, url
        self.blocks_cookies = blocks_cookies
        self.course = "2"
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
        """Try to sign in. On a busy machine Moodle's script may replace the password field after it was filled."""
        page.goto(f"{MOODLE}/login/index.php")
        page.wait_for_load_state("networkidle")
        page.fill("#username", who)
        page.fill("#password", PASSWORD)
        page.click("#loginbtn")
        page.wait_for_load_state()
        return "/login/" not in page.url

    def sign_out(self, who: str) -> None:
        """Close the browser of a person."""
        if who in self._contexts:
            self._contexts.pop(who).close()

    def click(self, where: Page | Frame, what: str) -> None:
        """Click, and count the click."""
        self.clicks += 1
        if isinstance(where, Frame):
            self.at_rest(where)
        where.click(what)

    @staticmethod
    def at_rest(frame: Frame) -> None:
        """Wait until Moodle's page stops moving. Its drawers slide when the window changes, and a click would miss the
        frame.
        """
        frame.frame_element().wait_for_element_state("stable")

    def frame(self, page: Page, address: str) -> Frame:
        """The site's frame in a page of Moodle, once it shows this address."""

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


def walking(site: RunningSite, url: str, *, blocks_cookies: bool = False) -> Iterator[Walk]:
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield Walk(browser, site, url, blocks_cookies=blocks_cookies)
        browser.close()


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
    """Register the tool by one pasted address. Returns its id in Moodle."""
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
    """Show the tool in Moodle's activity chooser, by the steps that the site's page describes."""
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
    """The id of the last tool on the page of tools."""
    admin.goto(f"{MOODLE}/mod/lti/toolconfigure.php")
    admin.wait_for_selector('a[href*="typessettings.php"]')
    admin.wait_for_load_state("networkidle")
    edits = admin.eval_on_selector_all('a[href*="typessettings.php"]', "found => found.map(each => each.href)")
    return max((found[1] for each in edits if (found := re.search(r"[?&]id=(\d+)", each))), key=int)


def end_tour(page: Page) -> None:
    """End Moodle's tour for new users. It does not count as a click."""
    page.wait_for_timeout(1500)
    ends = page.locator("[data-role=end]")
    if ends.count() and ends.first.is_visible():
        ends.first.click()
        page.wait_for_selector("[data-flexitour=backdrop]", state="detached")


def to_picker(walk: Walk, tool: str) -> Page:
    """Open the form of a new activity as the teacher, up to the site's picker."""
    teacher = walk.in_moodle("teacher1")
    teacher.goto(f"{MOODLE}/course/view.php?id={walk.course}")
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
    return teacher


def picked(walk: Walk, teacher: Page) -> str:
    """Save the picked item in Moodle, and return its title."""
    wait_for(lambda: teacher.wait_for_timeout(200) or teacher.input_value("#id_name"), "the name", 60)
    title = teacher.input_value("#id_name")
    walk.click(teacher, "#id_submitbutton2")
    teacher.wait_for_load_state()
    teacher.wait_for_selector(f'a[href*="/mod/lti/view.php"]:has-text("{title}")')
    return title


def pick_link(
    walk: Walk, tool: str, game: str, *, is_known: bool = False, in_new_course: bool = False, choice: str = ""
) -> tuple[Page, str, str]:
    """The teacher adds a link to a new session to the course, from the picker. Returns the page, the link's number in
    Moodle and its title. A teacher who is known here is asked only for the course of a new Moodle course.
    """
    teacher = to_picker(walk, tool)
    if in_new_course:
        walk.click(walk.frame(teacher, "/lms/connect/"), "button:has-text('Make the course')")
    elif not is_known:
        who = walk.frame(teacher, "/lms/who/")
        walk.picture(teacher, "07-who")
        walk.click(who, "button:has-text('I am new here: make the course')")
    frame = walk.frame(teacher, "/lms/choose/")
    walk.picture(teacher, "08-which-links-again" if is_known else "08-which-links")
    assert frame.query_selector("#lms-out") is None
    if choice:
        walk.click(frame, choice)
    walk.click(frame, f"button[name=game][value={game}]")
    title = picked(walk, teacher)
    return teacher, newest_link(walk, teacher), title


def newest_link(walk: Walk, page: Page) -> str:
    """The id of the last link in Moodle's course."""
    page.goto(f"{MOODLE}/course/view.php?id={walk.course}")
    links = page.eval_on_selector_all('a[href*="/mod/lti/view.php"]', "found => found.map(each => each.href)")
    return max((re.search(r"id=(\d+)", each)[1] for each in links), key=int)  # type: ignore[index]


def decide(where: Page | Frame) -> None:
    """Order four pallets, the first decision of the beer game."""
    where.fill("main form input[type=number]", "4")
    where.locator("form button.btn-go, main .btn-go").first.click()


def follow(walk: Walk, page: Page, link: str) -> Frame:
    """A student clicks the link on the course's page. Returns the frame of the match."""
    page.goto(f"{MOODLE}/course/view.php?id={walk.course}")
    page.wait_for_load_state("networkidle")
    end_tour(page)
    walk.click(page, f'a[href*="/mod/lti/view.php?id={link}"] >> visible=true >> nth=0')
    return walk.frame(page, "/matches/")


def decisions(walk: Walk, session: str) -> int:
    """The number of moves by people in a session."""
    counted = "Move.objects.filter(match__session_team__session={session}, author_kind='player').count()"
    return int(walk.shell(f"from games.models import Move\nprint({counted.format(session=session)})"))


def launch(walk: Walk, page: Page, link: str) -> None:
    """Launch the link in a tab."""
    walk.clicks += 1
    page.goto(f"{MOODLE}/mod/lti/launch.php?id={link}&triggerview=0")
    page.wait_for_url(f"{walk.url}/**")
    page.wait_for_load_state()


def groups(teacher: Page) -> None:
    """Two groups of three in Moodle. Groups of an earlier walk are reused."""
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
from classrooms.assess.grading.services.choices import final_choose
from classrooms.assess.grading.services.publishing import grades_publish
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


def gradebook(walk: Walk, teacher: Page, column: int) -> dict[str, str]:
    """The marks in Moodle's gradebook, by the last figure of a student's name."""
    teacher.goto(f"{MOODLE}/grade/report/grader/index.php?id={walk.course}")
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


def import_marks(walk: Walk, teacher: Page, file: Path, field: str) -> None:
    """Import a file of marks into a new item of Moodle's gradebook. People are found by this field."""
    teacher.goto(f"{MOODLE}/grade/import/csv/index.php?id={walk.course}")
    teacher.wait_for_load_state("networkidle")
    teacher.click("input[name=userfilechoose]")
    teacher.click(".fp-repo-area >> text=Upload a file")
    teacher.set_input_files(".fp-upload-form input[type=file]", file)
    teacher.click("button.fp-upload-btn")
    teacher.wait_for_selector(".filepicker-filename a")
    teacher.click("#id_submitbutton")
    teacher.wait_for_load_state("networkidle")
    teacher.select_option("#id_mapfrom", label=field)
    teacher.select_option("#id_mapto", label=field)
    teacher.select_option("#id_mapping_2", label="New grade item")
    walk.picture(teacher, f"21-import-by-{field.split()[0].lower()}")
    teacher.click("#id_submitbutton")
    teacher.wait_for_load_state("networkidle")


def column_called(walk: Walk, teacher: Page, title: str) -> int:
    """The id of the newest item of Moodle's gradebook with this title."""
    teacher.goto(f"{MOODLE}/grade/report/grader/index.php?id={walk.course}")
    teacher.wait_for_load_state("networkidle")
    numbers = "(found, title) => found.filter(each => each.innerText.includes(title)).map(each => each.dataset.itemid)"
    return max(map(int, teacher.eval_on_selector_all("th[data-itemid]", numbers, title)))

"""Pages of this site in frames of another site, as a learning platform shows them. They are launched by LTI 1.3, over
TLS. The browser refuses them storage and keeps only partitioned cookies for them.

The platform's page shows a frame for each person who is named in its address. A test does the same in every browser: a
browser is `Frames`, and a person's frame in it a `Pane`."""

import html
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import parse_qsl, urlencode, urlsplit

from playwright.sync_api import Browser, Error, Frame

from classrooms.connect.lms.claims import CLAIM
from tests.e2e.running_site import RunningSite, wait_for
from tests.e2e.watching import Watch
from tests.lms.platform import CLIENT, INSTRUCTOR, LEARNER, Answer, Platform, running
from tests.lms.under_tls import EVENTS, Front, certificate

TEACHER, STUDENTS = "teacher-1", ("student-1", "student-2")
NAMES = {TEACHER: "Claire Bonnet", "student-1": "Léa Moreau", "student-2": "Zoë Weber"}
BLOCKED = {
    "enableThirdPartyCookieRestriction": True,
    "disableThirdPartyCookieMetadata": True,
    "disableThirdPartyCookieHeuristics": True,
}
PATIENCE = 30.0
HTML = {"Content-Type": "text/html; charset=utf-8"}
REGISTER = """
import json
from types import SimpleNamespace
from classrooms.connect.lms import keys
from classrooms.models import LmsPerson
from tests.classrooms.factories import course_of
from tests.games.factories import NOW, person
from tests.lms.launches import connected, registered
teacher, platform = person("framed-teacher"), SimpleNamespace(issuer={issuer!r})
row = registered(platform, auth_url={auth!r})
connected(row, course_of(teacher), platform)
LmsPerson.objects.create(platform=row, subject={teacher!r}, user=teacher, created_at=NOW)
keys.key_current()
print(json.dumps(keys.published()))
"""
PUBLISH = """
from classrooms.assess.grading.rubric import book_ensure
from classrooms.assess.grading.services.choices import final_choose
from classrooms.assess.grading.services.publishing import grades_publish
from classrooms.models import Session
session = Session.objects.get(pk={session})
book_ensure(play_session=session)
for student in session.course.enrolments.filter(role="student"):
    final_choose(play_session=session, user_id=student.user_id, kind="set", points=7500, reason="Oral exam", by=None)
grades_publish(play_session=session, incomplete=True)
"""
DRAFT = """
from pathlib import Path
from classrooms.models import LmsCourse, LmsLink
from classrooms.play.sessions import services
from games.platform import clock
course = LmsCourse.objects.latest("pk")
by = course.course.enrolments.get(role="instructor").user
scenario = Path("games/catalogue/beer_game/micro/pair.json").read_text()
session = services.session_create(course=course.course, by=by, title="Tuesday workshop", game="beer_game",
    scenario=scenario)
services.tables_choose(session_id=session.pk, teams=[], others=1)
LmsLink.objects.create(lms_course=course, link_id=f"link-{session.pk}", session=session, created_at=clock.now())
print(session.pk)
"""


class School(Platform):
    """A platform with pages for browsers: a course with a frame for each person, and the end of a launch. Browsers
    reach it at `url`. The site is at `tool`.
    """

    url = tool = ""

    def answer(self, method: str, url: str, headers: Any, body: bytes) -> Answer:
        parts = urlsplit(url)
        asked = parse_qsl(parts.query)
        if parts.path == "/course":
            return 200, HTML, self._course(asked).encode()
        if parts.path == "/auth":
            return 200, HTML, self._launch(dict(asked)).encode()
        return super().answer(method, url, headers, body)

    def _course(self, asked: list[tuple[str, str]]) -> str:
        """A page with a frame for each person. Each frame begins a launch by the link."""
        target, link = f"{self.tool}/lms/start/", dict(asked)["link"]
        frames = ""
        for name, person in asked:
            if name == "who":
                begins = {"iss": self.issuer, "client_id": CLIENT, "target_link_uri": target, "login_hint": person}
                address = f"{self.tool}/lms/login/?{urlencode({**begins, 'lti_message_hint': link})}"
                frames += f'<iframe name="{person}" width="620" height="860" src="{html.escape(address)}"></iframe>'
        return f'<!doctype html><title>BUILD</title><link rel="icon" href="data:,">{frames}'

    def _launch(self, asked: dict[str, str]) -> str:
        """A form that returns a person to the site with the platform's signed message."""
        person, link = asked["login_hint"], asked["lti_message_hint"]
        given, _blank, family = NAMES[person].partition(" ")
        claims = self.claims(asked["nonce"], f"{self.tool}/lms/start/", sub=person, name=NAMES[person])
        claims |= {"given_name": given, "family_name": family}
        claims[CLAIM + "roles"] = [INSTRUCTOR if person == TEACHER else LEARNER]
        claims[CLAIM + "resource_link"] = {"id": link, "title": "Tuesday workshop"}
        sent = {"state": asked["state"], "id_token": self.token(claims)}
        fields = "".join(f'<input type="hidden" name="{name}" value="{value}">' for name, value in sent.items())
        action = html.escape(asked["redirect_uri"])
        return f'<form method="post" action="{action}">{fields}</form><script>document.forms[0].submit()</script>'


@dataclass
class Framed:
    """The site at `url`, and the platform that frames it."""

    site: RunningSite
    front: Front
    school: School
    url: str

    def shell(self, code: str) -> str:
        done = self.site.manage("shell", "--no-imports", "-c", code)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def new_session(self) -> int:
        """A draft of the shortest beer game for a team of two, linked in the platform's course."""
        return int(self.shell(DRAFT))

    def publish(self, session: int) -> None:
        """Publish 15 of 20 for everybody."""
        self.shell(PUBLISH.format(session=session))

    def course(self, session: int, *people: str) -> str:
        """The address of the platform's page that launches these people by the session's link."""
        asked = [("link", f"link-{session}"), *(("who", each) for each in people)]
        return f"{self.school.url}/course?{urlencode(asked)}"

    @property
    def hosts(self) -> tuple[str, str]:
        return urlsplit(self.url).netloc, urlsplit(self.school.url).netloc


@contextmanager
def framed_site(folder: Path) -> Iterator[Framed]:
    """The site at https://localhost and the platform at https://127.0.0.1, which browsers treat as different sites."""
    pem = certificate(folder)
    front = Front(pem)
    url = f"https://localhost:{front.port}"
    site = RunningSite(folder / "var", SITE_URL=url, BEHIND_PROXY="1", LIVE_URL=url + EVENTS)
    front.to_port, front.live_port = site.port, site.live_port
    with running(School) as school:
        around = Front(pem, urlsplit(school.issuer).port or 0)
        school.tool, school.url = url, f"https://127.0.0.1:{around.port}"
        framed = Framed(site, front, school, url)
        try:
            site.start()
            keys = framed.shell(REGISTER.format(issuer=school.issuer, auth=f"{school.url}/auth", teacher=TEACHER))
            school.tool_keys = lambda: json.loads(keys)
            yield framed
        finally:
            site.end()
            around.end()
            front.end()


class Frames(Protocol):
    """A browser with one page of named frames."""

    faults: tuple[type[Exception], ...]
    """Errors raised if a frame navigates during a call. The call is then repeated."""

    def open(self, address: str) -> None: ...

    def run(self, name: str, script: str) -> Any:
        """The return value of a function with this body, run in a frame."""

    def press(self, name: str, css: str) -> None: ...

    def complaints(self) -> list[str]:
        """The script errors so far."""


class InChromium:
    """The frames in a page of Chromium, driven by Playwright."""

    faults = (Error, LookupError)

    def __init__(self, browser: Browser, hosts: tuple[str, ...]) -> None:
        context = browser.new_context(ignore_https_errors=True, locale="en-GB", viewport={"width": 1920, "height": 900})
        context.set_default_timeout(5000)
        self._watch = Watch(context, hosts, forgives=("410: ",))  # the lobby's end
        self._page = context.new_page()
        self._debugger = context.new_cdp_session(self._page)  # the block ends with it
        self._debugger.send("Network.enable")
        self._debugger.send("Network.setCookieControls", BLOCKED)

    def open(self, address: str) -> None:
        self._page.goto(address, wait_until="commit")

    def _frame(self, name: str) -> Frame:
        element = self._page.query_selector(f"iframe[name={name}]")
        found = element and element.content_frame()
        if found is None:
            raise LookupError(name)
        return found

    def run(self, name: str, script: str) -> Any:
        return self._frame(name).evaluate(f"() => {{ {script} }}")

    def press(self, name: str, css: str) -> None:
        self._frame(name).click(css)

    def complaints(self) -> list[str]:
        return self._watch.complaints


@dataclass
class Pane:
    """The frame of one person."""

    frames: Frames
    name: str

    def run(self, script: str) -> Any:
        """Run a script in the frame. Returns nothing if the frame navigated meanwhile."""
        try:
            return self.frames.run(self.name, script)
        except self.frames.faults:
            return None

    @property
    def path(self) -> str:
        """The path of the shown page, without the prefix of frames."""
        return "/" + (self.run("return location.pathname") or "").partition("/lms/in/")[2].partition("/")[2]

    def is_at(self, path: str) -> bool:
        return path in self.path

    def comes_to(self, path: str) -> None:
        """Wait until the frame shows this path without further input."""
        wait_for(lambda: self.is_at(path), f"{self.name} at {path}", PATIENCE)

    def says(self, css: str, words: str) -> bool:
        """Do elements of this selector contain the words?"""
        script = f"return [...document.querySelectorAll({css!r})].map((each) => each.textContent).join(' ')"
        return words in " ".join((self.run(script) or "").split())

    def comes_to_say(self, css: str, words: str) -> None:
        """Wait until the frame shows these words without further input."""
        wait_for(lambda: self.says(css, words), f"“{words}” at {css} of {self.name}", PATIENCE)

    def goes_to(self, path: str) -> None:
        """Follow a link to another page of the site inside the frame."""
        script = f"location.assign(location.pathname.replace(/(lms.in.[^/]+.).*/, '$1{path}')); return true"
        wait_for(lambda: self.run(script), f"{self.name} on the way to {path}", PATIENCE)
        self.comes_to(path)

    def press(self, css: str, until: Callable[[], bool]) -> None:
        """Press an element until `until` holds. A press is repeated if the page moved under it."""

        def pressed() -> bool:
            with suppress(*self.frames.faults):
                self.frames.press(self.name, css)
            with suppress(AssertionError):
                return wait_for(until, "yet", 3)
            return False

        wait_for(pressed, f"what follows when {self.name} presses {css}", PATIENCE)

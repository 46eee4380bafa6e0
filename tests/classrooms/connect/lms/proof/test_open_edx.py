"""A platform with third-party code: Open edX's `lti-consumer-xblock`, in its own environment. It launches, picks links,
lists people and stores marks."""

import html
import json
import re
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import requests
from django.test import Client

from classrooms.assess.grading.rubric import book_ensure
from classrooms.assess.grading.services.choices import final_choose
from classrooms.assess.grading.services.publishing import grades_publish
from classrooms.connect.lms import keys
from classrooms.connect.lms.mark_states import Event
from classrooms.connect.lms.services import rosters, scores, sending
from classrooms.models import Enrolment, LmsCourse, LmsLink, LmsPerson, LmsPlatform, LmsScore
from games.platform import clock
from tests.classrooms.factories import session_of
from tests.games.factories import NOW

PACKAGES = ("lti-consumer-xblock==11.4.4", "cryptography")
"""The package uses `cryptography` for signatures without declaring it."""
SERVER = Path(__file__).parents[4] / "lms" / "open_edx.py"
PATIENCE = 60
TOOL = "http://localhost"
pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("open-edx")]


class Keys:
    """A server with the site's public keys that the platform can reach."""

    def __init__(self):
        self.body = b"{}"
        mine = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.end_headers()
                self.wfile.write(mine.body)

            def log_message(self, *_args):
                """Requests are not logged."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/keys.json"
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def end(self):
        self._server.shutdown()
        self._server.server_close()


@dataclass
class OpenEdx:
    """A running Open edX: its URL, its own details of registration, and the server with the site's keys."""

    url: str
    told: dict
    keys: Keys

    def get(self, page, **asked):
        answer = requests.get(f"{self.url}/admin/{page}/", params=asked, timeout=20)
        answer.raise_for_status()
        return answer.json()

    def marks(self, **asked):
        """The marks of the platform's only column, by person."""
        (column,) = self.get("marks", **asked)["columns"]
        return {user: score for user, (score, _maximum, _comment) in column["marks"].items()}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A Python environment with the packages. The tests are skipped, with the reason, if they cannot be installed."""
    place = tmp_path_factory.mktemp("open-edx")
    uv, python = Path(sys.executable).with_name("uv"), place / "venv" / "bin" / "python"
    made = subprocess.run(
        [uv, "venv", "-q", "--python", sys.executable, place / "venv"], capture_output=True, text=True
    )
    if made.returncode == 0:
        command = [uv, "pip", "install", "-q", "--python", python, *PACKAGES]
        made = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if made.returncode:
        pytest.skip(f"{PACKAGES[0]} cannot be installed here: {made.stderr.strip()[-300:]}")
    return python


@pytest.fixture(scope="module")
def served(installed, tmp_path_factory):
    place, port, own = tmp_path_factory.mktemp("open-edx-site"), free_port(), Keys()
    with (place / "output").open("w") as output:
        # -P: what stands beside the program is no module of it.
        command = [str(installed), "-P", str(SERVER), str(place), str(port), TOOL, own.url]
        server = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, cwd=place)
    url, until = f"http://127.0.0.1:{port}", time.monotonic() + PATIENCE
    answers = False
    while not answers and time.monotonic() < until and server.poll() is None:
        with suppress(requests.RequestException):
            answers = requests.get(f"{url}/admin/items/", timeout=5).ok
        time.sleep(0.1)
    assert answers, (place / "output").read_text()
    yield OpenEdx(url, json.loads((place / "told.json").read_text()), own)
    server.terminate()
    server.wait(20)
    own.end()


@pytest.fixture
def open_edx(served):
    """The platform, emptied, with the site's keys of this test."""
    served.get("anew")
    keys.key_current()
    served.keys.body = Client().get("/lms/keys.json").content
    return served


@pytest.fixture
def row(db, open_edx):
    """The platform, registered by hand with the values that its own page shows."""
    told = open_edx.told
    found = LmsPlatform.objects.create(
        name="Open edX", issuer=told["issuer"], client_id=told["client_id"], state="on", admits_all=True,
        auth_url=told["auth_url"], token_url=told["token_url"], jwks_url=told["jwks_url"], created_at=NOW,
    )  # fmt: skip
    found.deployments.create(deployment_id=told["deployment"])
    return found


@dataclass
class Browser:
    """A browser that follows forms and redirects between platform and site."""

    open_edx: OpenEdx
    client: Client = field(default_factory=lambda: Client(SERVER_NAME="localhost"))

    def comes(self, who, **asked):
        """A whole launch from the platform, with the messages that the platform makes."""
        begun = self.client.get(self.open_edx.get("begin", who=who, **asked)["url"].removeprefix(TOOL))
        assert begun.status_code == 302, begun.content.decode()
        page = requests.get(begun["Location"], timeout=20)
        assert page.status_code == 200, page.text
        named = re.findall(r'<input name="(\w+)" value="([^"]*)"', page.text)
        sent = {name: html.unescape(value) for name, value in named}
        assert re.search(r'action="([^"]*)"', page.text)[1] == f"{TOOL}/lms/launch/"
        return self.client.post("/lms/launch/", sent)

    def comes_as_teacher(self, **asked):
        answer = self.comes(1, **asked)
        if answer["Location"] == "/lms/who/":
            answer = self.client.post("/lms/who/", {"who": "new"})
        if answer["Location"] == "/lms/connect/":
            answer = self.client.post("/lms/connect/", {"name": "Construction management"})
        return answer


@pytest.fixture
def browser(open_edx):
    return Browser(open_edx)


@pytest.fixture
def course(row, browser):
    """The course created by the teacher's first launch."""
    browser.comes_as_teacher()
    return LmsCourse.objects.get()


def names(course):
    rows = Enrolment.objects.filter(course=course.course, left_at__isnull=True).select_related("user")
    return sorted((each.role, each.user.display_name) for each in rows)


def test_its_launches_are_let_in(course, row, open_edx):
    assert (course.context_id, course.title) == (open_edx.told["course"], "Construction management")
    assert names(course) == [("instructor", "Claire Bonnet")]
    play_session = session_of(course.course, teams=1)
    LmsLink.objects.update(session=play_session)

    student = Browser(open_edx)
    answer = student.comes(2)

    assert answer["Location"] == f"/sessions/{play_session.pk}/"
    assert student.client.get(answer["Location"], follow=True).status_code == 200
    assert names(course) == [("instructor", "Claire Bonnet"), ("student", "Étudiant Numéro 2")]
    assert LmsPerson.objects.get(user__display_name="Étudiant Numéro 2").subject == "external-2"
    assert list(row.people.values_list("is_test", flat=True)) == [False, False]


def test_an_assistant_of_its_discussions_assists_and_a_withheld_name_is_a_pseudonym(course, open_edx):
    Browser(open_edx).comes(3, role="Group Moderator")
    client = Browser(open_edx)
    client.comes(4, names="0")

    roles = dict(LmsPerson.objects.values_list("subject", "members__role"))
    assert roles == {"external-1": "instructor", "external-4": "student"}
    assert LmsPerson.objects.get(subject="external-4").user.display_name.startswith("Student ")


def test_its_list_is_taken_over_page_by_page_and_who_is_gone_is_gone(course, open_edx, monkeypatch):
    monkeypatch.setattr(rosters, "PAGE", 2)

    found = rosters.roster_apply(lms_course=course, found=rosters.roster_read(lms_course=course))

    assert found.counts == {"listed": 7, "new": 6, "back": 0, "changed": 0, "gone": 0}
    assert names(course) == [
        ("instructor", "Claire Bonnet"),
        *[("student", f"Étudiant Numéro {number}") for number in range(2, 8)],
    ]
    open_edx.get("people", gone=7)
    found = rosters.roster_apply(lms_course=course, found=rosters.roster_read(lms_course=course))
    assert [each.person.subject for each in found.gone] == ["external-7"]
    assert ("student", "Étudiant Numéro 7") not in names(course)


def test_links_that_are_picked_here_lead_to_their_session(course, open_edx):
    teacher, play_session = Browser(open_edx), session_of(course.course, teams=1)
    assert teacher.comes_as_teacher(deep="1")["Location"] == "/lms/choose/"

    page = teacher.client.post("/lms/choose/", {"item": f"{play_session.pk}:session", f"column-{play_session.pk}": "1"})
    taken = requests.post(page.context["url"], data={"JWT": page.context["token"]}, timeout=20)

    assert taken.status_code == 200, taken.text
    (item,) = open_edx.get("items")["items"]
    assert (item["title"], item["lineItem"]["scoreMaximum"]) == ("Tuesday workshop", 20)
    assert Browser(open_edx).comes(2, item="1")["Location"] == f"/sessions/{play_session.pk}/"


@pytest.fixture
def graded(course, open_edx, no_broker):
    """A session of two students with marks that are published, and a column for them."""
    rosters.roster_apply(lms_course=course, found=rosters.roster_read(lms_course=course))
    students = [LmsPerson.objects.get(subject=f"external-{number}").user for number in (2, 3)]
    play_session = session_of(course.course, teams=[students], started=True)
    book_ensure(play_session=play_session)
    scores.line_item_open(lms_course=course, play_session=play_session)
    publish(play_session, {2: 7500, 3: 6000})
    return play_session


def publish(play_session, marks):
    for number, points in marks.items():
        user = LmsPerson.objects.get(subject=f"external-{number}").user
        final_choose(play_session=play_session, user_id=user.pk, kind="set", points=points, reason="Oral exam", by=None)
    grades_publish(play_session=play_session, incomplete=True)


def send(play_session, *, later=2):
    item = play_session.lms_line_items.get()
    return sending.scores_send(item_id=item.pk, now=clock.now() + later * sending.A_SECOND)


def test_marks_arrive_in_its_gradebook_and_what_was_changed_there_is_a_conflict(graded, open_edx):
    assert send(graded) == 2
    (column,) = open_edx.get("marks")["columns"]
    assert (column["label"], column["maximum"], column["tag"]) == ("Tuesday workshop", 20, "domego-marks")
    assert open_edx.marks() == {"external-2": 15.0, "external-3": 12.0}

    open_edx.marks(who=2, score=18)
    publish(graded, {2: 8000, 3: 6500})
    assert send(graded, later=10) == 1

    assert open_edx.marks() == {"external-2": 18.0, "external-3": 13.0}
    mark = LmsScore.objects.get(person__subject="external-2")
    assert (mark.state, mark.found) == ("conflict", "18")
    scores.score_change(score=mark, event=Event.OVERWRITE)
    assert send(graded, later=20) == 1
    assert open_edx.marks() == {"external-2": 16.0, "external-3": 13.0}


def test_a_column_that_we_make_belongs_to_no_block_there(graded, open_edx):
    """Its marks count in no learner's progress: docs/run/lms/open_edx_administrators.md names the setting."""
    send(graded)

    assert [column["block"] for column in open_edx.get("marks")["columns"]] == [""]


def test_a_mark_that_arrived_is_not_sent_again(graded, open_edx):
    send(graded)
    LmsScore.objects.filter(person__subject="external-2").update(
        state="waiting", next_at=clock.now(), attempts=1, sent=None, sent_at=None, tried=1500
    )

    assert send(graded, later=10) == 1
    assert LmsScore.objects.get(person__subject="external-2").state == "sent"

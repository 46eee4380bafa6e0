"""The first ten minutes of a room of thirty-six students: too early, too late, never, a locked phone. Also a session
over days that opens before its students come. Nobody loses a seat, and no bot moves before its people."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.playing import patiently, sign_in
from tests.e2e.proof.test_workshop import NAMES, links, make_teams, new_course, open_session, press, take_list
from tests.e2e.students import Student, play_all

NEVER, LATE, LOCKED = NAMES[:2], NAMES[2], NAMES[3]
SEATS = """
import json
from classrooms.models import Session
from games.models import SeatHolder
from games.models.matches import KEPT
rows = SeatHolder.objects.filter(KEPT, seat__match__session_team__session={session})
told = rows.values_list("user__display_name", "seat__match__session_team__name", "seat__role", "released_at")
print(json.dumps(sorted([name, team, role, left is None] for name, team, role, left in told)))
"""
AHEAD = """
import json
from games.models import AuthorKind, Match, Move
rows = Match.objects.filter(session_team__session={session}).order_by("session_team__position")
by_bots = [AuthorKind.BOT, AuthorKind.DEADLINE, AuthorKind.SETTLED]
print(json.dumps([[match.awaits_people, match.status, match.number,
    Move.objects.filter(match=match, author_kind__in=by_bots).count()] for match in rows]))
"""


@pytest.fixture
def desk(open_context) -> Page:
    """The instructor's page. A lobby that asks for news during the start gets 410."""
    page: Page = open_context(forgives=("410: ",)).new_page()
    sign_in(page, "instructor")
    return page


def asked(site, question: str, session: str) -> list[list[object]]:
    """Run a query on the record of a session. Returns its rows."""
    number = re.search(r"\d+", session)
    assert number is not None
    done = site.manage("shell", "-c", question.format(session=number[0]))
    assert done.returncode == 0, done.stderr
    found: list[list[object]] = json.loads(done.stdout.splitlines()[-1])
    return found


def phones(site, page: Page, course: str, names: list[str]) -> list[Student]:
    """These people open their personal links."""
    known = dict(links(page, course))
    students = []
    for name in names:
        student = Student(site.url, name)
        student.come_by(known[name])
        students.append(student)
    return students


def missing(page: Page) -> list[str]:
    """The absent people whom the page before the start names."""
    return page.locator("ul.missing .who b").all_inner_texts()


def test_a_start_that_was_pressed_too_early_is_undone_and_nobody_loses_a_seat(site, desk):
    course = new_course(desk)
    take_list(desk, course)
    make_teams(desk, course)
    session = open_session(desk, course)
    others = [name for name in NAMES if name not in (*NEVER, LATE, LOCKED)]
    planned = [row[:3] for row in asked(site, SEATS, session)]

    # Too early: half of the class is here.
    first = phones(site, desk, course, [LOCKED, *others[:16]])
    desk.goto(f"{session}lobby/")
    press(desk, "Start…")
    absent = set(missing(desk))
    assert {*NEVER, LATE, *others[16:]} <= absent
    press(desk, "Start")
    assert [row[:3] for row in asked(site, SEATS, session)] == planned
    for _round in patiently():
        if play_all(first):
            break
    desk.goto(f"{session}monitor/")
    press(desk, "Undo the start")
    expect(desk.get_by_text("count any more")).to_be_visible()
    press(desk, "Undo the start")
    expect(desk).to_have_url(re.compile(r"/lobby/$"))
    rows = asked(site, SEATS, session)
    assert [row[:3] for row in rows] == planned
    assert all(row[3] for row in rows)
    assert {match[1] for match in asked(site, AHEAD, session)} == {"lobby"}

    # The others come; who is led where, is led to the room.
    second = phones(site, desk, course, others[16:])
    status, page = second[0].get("/join/" + code_of(desk, session) + "/")
    assert status == 200
    assert f'href="{session}' in page or "Keep this page open" in page
    for student in (*first[1:], *second):
        student.get(f"{session}lobby/")
    desk.goto(f"{session}lobby/")
    press(desk, "Start…")
    absent = set(missing(desk))
    assert {*NEVER, LATE} <= absent <= {*NEVER, LATE, LOCKED}
    press(desk, "Start")
    assert [row[:3] for row in asked(site, SEATS, session)] == planned

    here = [*first, *second]
    for _round in range(6):
        play_all(here)
    (late,) = phones(site, desk, course, [LATE])
    assert len(late.matches()) == 1
    holds = {row[0]: row[3] for row in asked(site, SEATS, session)}
    assert [row[:3] for row in asked(site, SEATS, session)] == planned
    assert {name for name, is_there in holds.items() if not is_there} <= {*NEVER, LOCKED}
    (unlocked,) = [student for student in first if student.name == LOCKED]
    status, page = unlocked.get(f"{session}")
    assert (status, len(unlocked.matches())) == (200, 1)
    assert {row[0] for row in asked(site, SEATS, session) if not row[3]} == set(NEVER)


def code_of(page: Page, session: str) -> str:
    """The session's join code."""
    page.goto(f"{session}lobby/")
    return "".join(page.locator(".titleblock .fact-l").inner_text().split())


def test_a_session_over_days_waits_for_its_first_student_however_early_it_was_started(site, desk):
    course = new_course(desk)
    take_list(desk, course)
    make_teams(desk, course)
    desk.goto(f"{course}sessions/new/?game=domego")
    desk.get_by_label("Name of the session").fill("At home")
    press(desk, "Save and go on")
    press(desk, "Save and go on")
    desk.get_by_label("Over several days").check()
    for _step in range(3):
        press(desk, "Save and go on")
    press(desk, "Open the session")
    session = re.search(r"/sessions/\d+/", desk.url)[0]
    desk.goto(f"{session}lobby/")
    press(desk, "Start…")
    press(desk, "Start")
    desk.wait_for_timeout(3_000)

    assert asked(site, AHEAD, session) == [[True, "running", 0, 0]] * 6

    (student,) = phones(site, desk, course, [NAMES[0]])
    (match,) = student.matches()
    for _round in patiently():
        tables = asked(site, AHEAD, session)
        if not all(table[0] for table in tables):
            break
    assert sorted(table[0] for table in tables) == [False, True, True, True, True, True]
    assert [table[3] for table in tables if table[0]] == [0] * 5
    assert student.get(f"/matches/{match}/")[0] == 200

"""A whole workshop: an instructor in a browser, and thirty-six students who play by their personal links."""

import csv
import io
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.playing import patiently, sign_in
from tests.e2e.students import Student, play_all

NAMES = [f"{first} {last}" for first in ("Ana", "Ben", "Chloé", "Dimitri", "Élise", "Farid") for last in
         ("Álvarez", "Brun", "Costa", "Durand", "Eriksen", "Ferro")]  # fmt: skip
TEAMS = 6


@pytest.fixture
def desk(open_context) -> Page:
    """The instructor's page."""
    page: Page = open_context().new_page()
    sign_in(page, "instructor")
    return page


def mail(name: str) -> str:
    """The address of one person of the list, which nobody else has."""
    return f"student-{NAMES.index(name)}@example.org"


def press(page: Page, name: str) -> None:
    with page.expect_navigation(wait_until="load"):
        page.get_by_role("main").get_by_role("button", name=name, exact=True).first.click()


def new_course(page: Page) -> str:
    """Create a course. Returns its path."""
    page.goto("/courses/new/")
    page.get_by_label("Name of the course").fill("Site management")
    press(page, "Create the course")
    found = re.search(r"/courses/\d+/", page.url)
    assert found is not None
    return found[0]


def take_list(page: Page, course: str) -> None:
    """Paste a list of thirty-six good lines and one without a name."""
    page.goto(f"{course}people/list/")
    lines = [f"{name};{mail(name)}" for name in NAMES]
    page.get_by_label("Paste names here").fill(
        "\n".join(["Name;E-mail", *lines[:20], ";nobody@example.org", *lines[20:]])
    )
    press(page, "Check it first")
    expect(page.locator("#take .ask")).to_have_text("36 lines are good, 1 is not.")
    press(page, "Add 36 students")


def make_teams(page: Page, course: str) -> None:
    page.goto(f"{course}teams/lot/")
    page.get_by_label("Divide by").select_option("teams")
    page.get_by_label("How many").fill(str(TEAMS))
    press(page, "Show the teams")
    assert [int(count) for count in page.locator("#drawn .team .label").all_inner_texts()] == [6] * TEAMS
    press(page, "Make these teams")


def open_session(page: Page, course: str) -> str:
    """Open a live session with the proposals of the wizard, marked by the rubric. Returns its address."""
    page.goto(f"{course}sessions/new/?game=domego")
    page.get_by_label("Name of the session").fill("Tuesday workshop")
    press(page, "Save and go on")
    press(page, "Save and go on")
    page.get_by_label("Live: together in a room").check()
    page.get_by_label("Minutes for a decision").fill("60")
    for _step in range(3):
        press(page, "Save and go on")
    expect(page.get_by_role("heading", name="Ready to open")).to_be_visible()
    press(page, "Open the session")
    found = re.search(r"/sessions/\d+/", page.url)
    assert found is not None
    return found[0]


def links(page: Page, course: str) -> list[tuple[str, str]]:
    """(name, personal link) of every student."""
    text = page.context.request.get(f"{course}people/links.csv").text().removeprefix("\ufeff")
    return [(row["Name"], row["Personal link"]) for row in csv.DictReader(io.StringIO(text))]


def come_in(site, page: Page, course: str) -> list[Student]:
    students = []
    for name, link in links(page, course):
        student = Student(site.url, name)
        student.come_by(link)
        students.append(student)
    return students


def tables(page: Page, session: str) -> dict[str, str]:
    """The address of each team's page."""
    page.goto(f"{session}monitor/")
    found = page.locator("th.m-team a")
    return {link.inner_text(): link.get_attribute("href") or "" for link in found.all()}


def seats_with(page: Page, text: str) -> Locator:
    """Seats on the team's page whose present or former people are described with this text."""
    return page.locator("#seats li[id^=seat-]").filter(has=page.locator(".who").filter(has_text=text))


def table_of(page: Page, session: str, name: str) -> str:
    """Open the page of the team in which this person has a seat. Returns its name."""
    for team, address in tables(page, session).items():
        page.goto(address)
        if seats_with(page, name).count():
            return team
    raise AssertionError(f"{name} sits nowhere")


def to_bot(page: Page, seat: Locator) -> None:
    """Let a bot play this seat of the open page to the end of the match."""
    with page.expect_navigation(wait_until="load"):
        seat.get_by_role("button", name="Let the bot play…").click()
    page.get_by_label("To the end of the match").check()
    press(page, "Give 1 seat to a bot")


def begin(page: Page, session: str) -> None:
    """Start the session at once. Bots play for absent people until they come."""
    page.goto(f"{session}lobby/")
    if page.get_by_role("button", name="Start now", exact=True).count():
        press(page, "Start now")
        return
    press(page, "Start…")
    press(page, "Start")


def hand_to_bot(page: Page, session: str, leaver: Student) -> str:
    """Give the seat of a person to a bot. Returns the team's name."""
    team = table_of(page, session, leaver.name)
    seat = seats_with(page, leaver.name)
    seat.get_by_text("Hand this seat over").click()
    to_bot(page, seat)
    expect(seats_with(page, f"before: {leaver.name}")).to_have_count(1)
    return team


def pause_and_resume(page: Page, session: str, students: list[Student]) -> None:
    """While a team is paused its students cannot move; afterwards they can."""
    table_of(page, session, students[-1].name)
    team = [student for student in students if student.matches() == students[-1].matches()]
    press(page, "Pause")
    assert play_all(team) == 0
    press(page, "Go on")
    assert play_all(team) > 0


def step_back(page: Page, session: str, student: Student) -> tuple[int, int]:
    """Undo to the first turn for the team of a student. Returns the matches before and after."""
    before = student.matches()
    table_of(page, session, student.name)
    page.get_by_role("link", name="Step back to an earlier turn").click()
    page.locator("[name=number]").last.check()
    page.locator("[name=reason]").fill("The rules of purchases were not clear.")
    with page.expect_navigation(wait_until="load"):
        page.get_by_role("main").locator("form button.btn-go").click()
    after = student.matches()
    assert len(before) == len(after) == 1
    return before[0], after[0]


def deeds(page: Page, session: str) -> set[tuple[str, str]]:
    """The interventions as (team, kind), without details."""
    page.goto(f"{session}interventions/")
    rows = page.locator("table.deeds tbody tr").all()
    return {
        (
            " ".join(row.locator("th").inner_text().split()),
            row.locator("td").nth(1).inner_text().partition(":")[0].splitlines()[0].strip(),
        )
        for row in rows
    }


def publish(page: Page, session: str) -> None:
    """Publish, with or without the games of bots that own objectives are compared with."""
    page.goto(f"{session}grades/publish/")
    incomplete = page.get_by_label("Publish although bots still play")
    if incomplete.count():
        incomplete.check()
    with page.expect_navigation(wait_until="load"):
        page.get_by_role("main").get_by_role("button", name=re.compile(r"^Publish for \d+ students?")).click()


def grade_of(student: Student, session: str) -> str:
    """The final mark as the student reads it."""
    status, text = student.get(f"{session}grade/")
    assert status == 200
    found = re.search(r'g-clock">\s*([0-9.]+) of 20', text)
    return found[1] if found else ""


@pytest.fixture
def workshop(site, desk) -> tuple[Page, str, str, list[Student]]:
    """Course, teams and an open session, everybody in the lobby."""
    course = new_course(desk)
    take_list(desk, course)
    make_teams(desk, course)
    session = open_session(desk, course)
    students = come_in(site, desk, course)
    return desk, course, session, students


def test_a_workshop_of_thirty_six_from_the_class_list_to_exported_grades(workshop, site):
    page, course, session, students = workshop
    assert {student.name for student in students} == set(NAMES)
    assert [student.matches() for student in students] == [[]] * len(students)

    begin(page, session)
    running = {student.name: student.matches() for student in students}
    assert [len(matches) for matches in running.values()] == [1] * len(students)
    assert len({match for matches in running.values() for match in matches}) == TEAMS
    assert play_all(students) >= TEAMS
    for _round in range(8):
        play_all(students)

    leaver = students[0]
    handed = hand_to_bot(page, session, leaver)
    assert leaver.matches() == []
    pause_and_resume(page, session, students)
    others = [student for student in students if running[student.name] != running[leaver.name]]
    left, fork = step_back(page, session, others[0])

    # The two tables at which something was done are played out by their students, the others by bots.
    theirs = {fork, *running[leaver.name]}
    for match in {match for student in students for match in student.matches()} - theirs:
        site.play(match)
    for _round in patiently():
        if all(not student.matches() for student in students):
            break
        if not play_all(students):
            page.wait_for_timeout(500)
    assert left != fork
    done = deeds(page, session)
    kinds = {what.partition(" ")[0] for _team, what in done}
    assert kinds >= {"Seat", "Paused", "Resumed", "Stepped"}
    assert [team for team, what in done if what.startswith("Seat given to a bot")] == [handed]

    publish(page, session)
    told = {student.name: grade_of(student, session) for student in students}
    assert [name for name, mark in told.items() if not mark] in ([], [leaver.name])
    exported = page.context.request.get(f"{session}grades/files/grades.json").json()
    assert {person["name"]: person["final"] or "" for person in exported["students"]} == told
    moodle = page.context.request.get(f"{session}grades/files/moodle.csv?by=email").text().removeprefix("\ufeff")
    rows = list(csv.DictReader(io.StringIO(moodle)))
    assert {row["Email address"] for row in rows} == {mail(name) for name in NAMES}

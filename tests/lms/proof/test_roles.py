"""Roles, people and courses that change in a real Moodle 4.5: each person's pages here, and the records.

    MOODLE_URL=... MOODLE_DATA=.../data MOODLE_CODE=.../code pytest tests/lms/proof/test_roles.py

It needs the same as `test_moodle.py`. MOODLE_CODE is the folder of Moodle's own code, whose functions make and change
the people and courses of these walks. Each walk has its own course.
"""

import ast
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.e2e.running_site import RunningSite, wait_for
from tests.lms import moodle
from tests.lms.walking import (
    MOODLE,
    PUBLISH,
    Walk,
    column_called,
    decide,
    decisions,
    follow,
    gradebook,
    import_marks,
    launch,
    newest_link,
    pick_link,
    picked,
    register,
    states,
    to_picker,
    until_states,
    walking,
)

PEOPLE = {
    "assistant1": ("Agathe", "Colin"),
    "manager1": ("Hélène", "Marchand"),
    "manager2": ("Luc", "Garnier"),
    "student7": ("Nadia", "Berger"),
    "student8": ("Zoé", "Petit"),
}
LOOK_AT_NIGHT = """
from classrooms.connect.lms import jobs
from games.models import Job
row = LmsCourse.objects.get(course={course})
before = row.roster_at
jobs.look(Job(kind=jobs.ROSTER, subject=str(row.pk)))
row.refresh_from_db()
assert row.roster_at > before
"""
MARK_URL = """
from classrooms.connect.lms.services.ways_in import mark_url
link = LmsLink.objects.select_related("lms_course", "session").get(session={session})
print(mark_url(lms_course=link.lms_course, play_session=link.session))
"""
TEACHER = {"teacher1": "editingteacher"}


def students(*numbers: int) -> dict[str, str]:
    return {f"student{number}": "student" for number in numbers}


@pytest.fixture(scope="module")
def tool(running: tuple[RunningSite, str]) -> str:
    """The id of the tool in Moodle. teacher1 is known on the site from a first course."""
    for name, (given, family) in PEOPLE.items():
        moodle.person(name, given, family)
    moodle.part_on_the_site("manager2", "manager")
    with_browser = walking(*running)
    walk = next(with_browser)
    number = register(walk)
    walk.course = moodle.course("First course", **TEACHER)
    pick_link(walk, number, "beer_game")
    next(with_browser, None)
    return number


def begun(walk: Walk, tool: str, *, by: str) -> tuple[str, str, str]:
    """A session that the teacher picked and a student began. Returns its link, its id and the course's id."""
    _teacher, link, _title = pick_link(walk, tool, "beer_game", in_new_course=True)
    first = walk.in_moodle(by)
    assert "/matches/" in follow(walk, first, link).url
    session, course = walk.shell("found = Session.objects.latest('pk')\nprint(found.pk, found.course_id)").split()
    return link, session, course


def parts(walk: Walk, course: str) -> dict[str, str]:
    """The role of each member of the course on the site."""
    rows = f"Enrolment.objects.filter(course={course}, left_at__isnull=True).values_list('user__display_name', 'role')"
    found: dict[str, str] = ast.literal_eval(walk.shell(f"print(dict({rows}))"))
    return found


def seats(walk: Walk, session: str) -> dict[str, list[int]]:
    """The matches of a session in which each person has a seat."""
    rows = f"SeatHolder.objects.filter(seat__match__session_team__session={session}, released_at__isnull=True)"
    found: dict[str, list[int]] = {}
    pairs = f"{rows}.values_list('user__display_name', 'seat__match')"
    said = walk.shell(f"from games.models import SeatHolder\nprint(list({pairs}))")
    for name, match in ast.literal_eval(said):
        found.setdefault(name, []).append(match)
    return found


def compare(walk: Walk, teacher: Page, course: str) -> str:
    """The text of the page after *Compare the lists now*."""
    teacher.goto(f"{walk.url}/courses/{course}/platform/")
    teacher.click("text=Compare the lists now")
    teacher.wait_for_selector("text=What the list of")
    return teacher.inner_text("main").partition("would change")[2]


def take_over(teacher: Page) -> str:
    """Apply the compared list. Returns the text of *Platform* afterwards."""
    teacher.click("button:has-text('Take it over')")
    teacher.wait_for_selector("text=List taken over")
    return teacher.inner_text("main")


def colleague(walk: Walk, who: str, link: str) -> Page:
    """Another teacher follows the link, and answers that they are new if asked."""
    page = walk.in_moodle(who)
    launch(walk, page, link)
    if "/lms/who/" in page.url:
        walk.picture(page, f"30-who-{who}")
        page.click("button:has-text('I am new here')")
        page.wait_for_load_state()
    return page


def test_each_part_in_moodle_opens_the_page_that_is_theirs(walk: Walk, tool: str) -> None:
    walk.course = moodle.course("Site works", **TEACHER, manager1="manager", assistant1="teacher", **students(1, 2, 3))
    link, session, course = begun(walk, tool, by="student1")

    # Whoever teaches there runs the session here: the manager of this course, one of the whole Moodle, who is on no
    # list, and the non-editing teacher, whom Moodle's list calls a learner
    for who in ("teacher1", "manager1", "manager2", "assistant1"):
        page = colleague(walk, who, link)
        assert page.url == f"{walk.url}/sessions/{session}/monitor/", who
        walk.picture(page, f"31-{who}")
    there = {
        "Claire Bonnet": "instructor", "Hélène Marchand": "instructor", "Luc Garnier": "instructor",
        "Agathe Colin": "instructor", "Étudiant Numéro 1": "student", "Étudiant Numéro 2": "student",
        "Étudiant Numéro 3": "student",
    }  # fmt: skip
    assert parts(walk, course) == there
    assert "Agathe Colin" not in seats(walk, session)

    # The list changes none of it, neither asked for nor at night
    teacher = walk.in_moodle("teacher1")
    launch(walk, teacher, link)
    assert "Nothing: 6 people are on both." in compare(walk, teacher, course)
    walk.picture(teacher, "32-nothing-to-compare")
    walk.shell(LOOK_AT_NIGHT.format(course=course))
    assert parts(walk, course) == there
    page.reload()
    assert page.url == f"{walk.url}/sessions/{session}/monitor/"

    # Moodle's "Switch role to... Student": in its page and in a tab
    back = "returnurl=/course/view.php%3Fid%3D" + walk.course
    switch = f"{MOODLE}/course/switchrole.php?id={walk.course}&switchrole=-1&{back}"
    teacher.goto(switch)
    teacher.click("#region-main button:text-is('Student')")
    teacher.wait_for_load_state()
    teacher.goto(f"{MOODLE}/mod/lti/view.php?id={link}")
    walk.frame(teacher, "/lms/look/")
    walk.picture(teacher, "33-came-as-a-student-in-a-frame")
    launch(walk, teacher, link)
    assert "Here you teach it" in teacher.inner_text("main")
    walk.picture(teacher, "33-came-as-a-student")
    teacher.click("button:has-text('Play it as a student')")
    teacher.wait_for_url(f"{walk.url}/matches/**")
    walk.picture(teacher, "34-plays-as-a-student")
    assert (parts(walk, course), sorted(seats(walk, session))) == (
        there, [f"Étudiant Numéro {number}" for number in (1, 2, 3)],
    )  # fmt: skip
    teacher.goto(switch)
    teacher.click("#region-main button:has-text('Return to my normal role')")
    teacher.wait_for_load_state()
    launch(walk, teacher, link)
    assert teacher.url == f"{walk.url}/sessions/{session}/monitor/"


def test_people_who_are_renamed_leave_or_come_late_in_moodle_have_name_seat_and_record_here(
    walk: Walk, tool: str
) -> None:
    moodle.person("student8", "Zoé", "Petit")
    walk.course = moodle.course("Roads", **TEACHER, **students(1, 2, 3, 8))
    link, session, course = begun(walk, tool, by="student1")
    leaver = walk.in_moodle("student3")
    decide(follow(walk, leaver, link))
    wait_for(lambda: decisions(walk, session) == 1, "a decision of the one who leaves", 30)
    teacher = walk.in_moodle("teacher1")
    launch(walk, teacher, link)

    # Another name: first from the list, then from a launch
    moodle.person("student8", "Zoé", "O'Neil & Fils")
    assert "Petit, Zoé → Zoé O'Neil & Fils" in compare(walk, teacher, course)
    walk.picture(teacher, "40-renamed")
    take_over(teacher)
    assert "Zoé O'Neil & Fils" in parts(walk, course)
    renamed = walk.in_moodle("student8")
    launch(walk, renamed, link)
    assert "Zoé O'Neil & Fils" in renamed.inner_text("body")
    assert "Nothing: 5 people are on both." in compare(walk, teacher, course)
    moodle.person("student8", "Zoé", "D'Arc & O'Neil")
    walk.sign_out("student8")
    launch(walk, walk.in_moodle("student8"), link)
    called = next(name for name in parts(walk, course) if name.startswith("Zoé"))
    assert called == "Zoé D'Arc & O'Neil"
    assert "Nothing: 5 people are on both." in compare(walk, teacher, course)
    assert called in parts(walk, course)

    # Off the list there: off ours, with seat and record kept
    (table,) = seats(walk, session)["Étudiant Numéro 3"]
    moodle.unenrol(walk.course, "student3")
    said = compare(walk, teacher, course)
    assert "Gone there" in said
    assert "Numéro 3, Étudiant" in said
    walk.picture(teacher, "41-gone")
    assert "Gone from the list there, kept here with what they played: Numéro 3, Étudiant" in take_over(teacher)
    walk.picture(teacher, "42-platform")
    teacher.goto(f"{walk.url}/courses/{course}/people/")
    said = teacher.inner_text("main")
    assert ("3 students" in said, "1 person who left" in said) == (True, True)
    walk.picture(teacher, "43-people")
    teacher.goto(f"{walk.url}/sessions/{session}/monitor/")
    assert "1 bot" in teacher.inner_text("main")
    assert "Étudiant Numéro 3" not in seats(walk, session)
    assert decisions(walk, session) == 1
    held = f"SeatHolder.objects.filter(user__display_name='Étudiant Numéro 3', seat__match={table}).count()"
    assert walk.shell(f"from games.models import SeatHolder\nprint({held})") == "1"

    # Late: the bot's seat for the first, a table for the next
    moodle.enrol(walk.course, student7="student")
    late = walk.in_moodle("student7")
    launch(walk, late, link)
    assert late.url == f"{walk.url}/matches/{table}/"
    walk.picture(late, "44-late-takes-the-bots-seat")
    moodle.enrol(walk.course, student4="student")
    later = walk.in_moodle("student4")
    launch(walk, later, link)
    walk.picture(later, "45-later-has-a-table")
    now = seats(walk, session)
    assert now["Nadia Berger"] == [table]
    assert [each == table for each in now["Étudiant Numéro 4"]] == [False]

    # Back on the list, where another person has the seat by now
    moodle.enrol(walk.course, student3="student")
    assert "Back again" in compare(walk, teacher, course)
    take_over(teacher)
    launch(walk, leaver, link)
    walk.picture(leaver, "46-back-again")
    assert "/matches/" in leaver.url
    assert len(seats(walk, session)["Étudiant Numéro 3"]) == 1


def test_marks_follow_an_activity_that_is_added_again_and_reach_a_hidden_course(
    walk: Walk, tool: str, tmp_path: Path
) -> None:
    walk.course = moodle.course("Bridges", **TEACHER, **students(1, 2, 3))
    link, session, course = begun(walk, tool, by="student1")
    walk.shell(PUBLISH.format(session=session, marks={1: 7500, 2: 6000}))
    until_states(walk, session, lambda found: (found["1"], found["2"]) == (("sent", 1500), ("sent", 1200)))
    address = f"print(LmsLineItem.objects.get(session={session}).url)"
    old = walk.shell(address)

    # The address beside a mark: through Moodle's own link, without a password
    address_of_mark = walk.shell(MARK_URL.format(session=session))
    student = walk.in_moodle("student2")
    student.goto(address_of_mark)
    assert student.url.startswith(f"{MOODLE}/mod/lti/view.php?l=")
    walk.frame(student, "/matches/")

    # Deleted, and added again with the same session: the next launch brings the marks, whoever looked a moment ago
    moodle.delete_activity(link)
    teacher = to_picker(walk, tool)
    choose = walk.frame(teacher, "/lms/choose/")
    choose.check(f"#c-{session}-session")
    walk.picture(teacher, "50-the-same-session-again")
    choose.click("text=Put the links into the course")
    picked(walk, teacher)
    again = newest_link(walk, teacher)
    launch(walk, walk.in_moodle("student2"), again)
    wait_for(lambda: walk.shell(address) != old, "another column", 60)
    until_states(walk, session, lambda found: (found["1"], found["2"]) == (("sent", 1500), ("sent", 1200)))
    column = int(walk.shell(address).split("/lineitems/")[1].split("/")[0])
    assert gradebook(walk, teacher, column) == {"1": "15.00", "2": "12.00", "3": ""}
    launch(walk, teacher, again)
    teacher.goto(f"{walk.url}/sessions/{session}/grades/platform/")
    assert "column of its own" not in teacher.inner_text("main")
    walk.picture(teacher, "51-marks-followed")

    # Deleted once more, with marks on their way and nothing in its place: they wait for "Send the marks again"
    moodle.delete_activity(again)
    walk.shell(PUBLISH.format(session=session, marks={1: 8000}))
    until_states(walk, session, lambda found: {found["1"][0], found["2"][0]} == {"refused"})
    teacher.reload()
    assert "This column is gone there" in teacher.inner_text("main")
    walk.picture(teacher, "52-column-is-gone")
    teacher.click("button:has-text('Send the marks again')")
    until_states(walk, session, lambda found: (found["1"], found["2"]) == (("sent", 1600), ("sent", 1200)))
    column = int(walk.shell(address).split("/lineitems/")[1].split("/")[0])
    gradebook_page = walk.in_moodle("teacher1")
    assert gradebook(walk, gradebook_page, column) == {"1": "16.00", "2": "12.00", "3": ""}

    # A hidden course: the teacher comes in by a link, and marks arrive
    to_again = to_picker(walk, tool)
    choose = walk.frame(to_again, "/lms/choose/")
    choose.check(f"#c-{session}-session")
    choose.uncheck(f"#c-{session}-column")
    choose.click("text=Put the links into the course")
    picked(walk, to_again)
    third = newest_link(walk, to_again)
    moodle.show(walk.course, is_shown=False)
    launch(walk, to_again, third)
    assert to_again.url == f"{walk.url}/sessions/{session}/monitor/"
    walk.shell(PUBLISH.format(session=session, marks={1: 9000}))
    until_states(walk, session, lambda found: found["1"] == ("sent", 1800))
    assert gradebook(walk, gradebook_page, column)["1"] == "18.00"
    assert "Nothing: 4 people are on both." in compare(walk, teacher, course)
    teacher.goto(f"{walk.url}/courses/{course}/platform/")
    assert teacher.locator(".error").count() == 0

    # Without addresses, our file finds people by Moodle's own number
    answer = teacher.request.get(f"{walk.url}/sessions/{session}/grades/files/moodle.csv?by=userid")
    assert answer.ok, answer.text()
    file = tmp_path / "moodle.csv"
    file.write_bytes(answer.body())
    import_marks(walk, gradebook_page, file, "User ID")
    by_file = column_called(walk, gradebook_page, "Beer game")
    assert by_file != column
    walk.picture(gradebook_page, "53-imported-by-number")
    assert gradebook(walk, gradebook_page, by_file) == {"1": "18.00", "2": "12.00", "3": ""}


def test_a_copied_course_uses_last_years_session_again_in_one_press(walk: Walk, tool: str) -> None:
    walk.course = moodle.course("Tunnels", **TEACHER, **students(1, 2))
    _link, session, course = begun(walk, tool, by="student1")
    last_year, walk.course = walk.course, moodle.copy(walk.course)
    assert walk.course != last_year
    for name in students(1, 2):
        moodle.unenrol(walk.course, name)
    moodle.enrol(walk.course, **students(3, 4))
    (link,) = moodle.links(walk.course)

    waits = walk.in_moodle("student3")
    launch(walk, waits, link)
    assert "has not connected this course yet" in waits.inner_text("main")
    teacher = walk.in_moodle("teacher1")
    launch(walk, teacher, link)
    walk.picture(teacher, "60-which-course")
    teacher.click("button:has-text('Make the course')")
    teacher.wait_for_url(f"{walk.url}/lms/link/")
    walk.picture(teacher, "61-last-years-session")
    teacher.click("button:has-text('Use it again, without its people')")
    teacher.wait_for_url(f"{walk.url}/sessions/**")
    walk.picture(teacher, "62-here-again")

    made = walk.shell(f"print(Session.objects.get(cloned_from={session}).pk)")
    assert "This session opens by itself" in teacher.inner_text("main")
    waits.wait_for_url(f"{walk.url}/matches/**")  # the page that waits goes on by itself
    walk.picture(waits, "63-the-new-session")
    other = walk.in_moodle("student4")
    launch(walk, other, link)
    assert sorted(seats(walk, made)) == ["Étudiant Numéro 3", "Étudiant Numéro 4"]
    here = walk.shell(f"print(Session.objects.get(pk={made}).course_id)")
    assert here != course
    assert sorted(parts(walk, here)) == ["Claire Bonnet", "Étudiant Numéro 3", "Étudiant Numéro 4"]
    assert sorted(seats(walk, session)) == ["Étudiant Numéro 1", "Étudiant Numéro 2"]
    assert states(walk, made) == {}

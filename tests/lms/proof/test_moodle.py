"""A walk through a real Moodle 4.5 by a real browser: from one pasted address to marks in its gradebook.

    MOODLE_URL=http://127.0.0.1:8300 MOODLE_DATA=.../data pytest tests/lms/proof/test_moodle.py

Moodle has a course BUILD with teacher1 and student1 to student6, password in MOODLE_PASSWORD. MOODLE_DATA is its data
directory. The site's certificate is copied there (`moodleorgca.crt`), so that Moodle trusts it. WALK_PICTURES is a
directory for screenshots.
"""

import sys
import time
from pathlib import Path

from tests.e2e.running_site import PLAY, wait_for
from tests.lms.walking import (
    MOODLE,
    PUBLISH,
    STUDENTS,
    Walk,
    column_called,
    decide,
    decisions,
    follow,
    gradebook,
    groups,
    import_marks,
    launch,
    operator,
    pick_link,
    register,
    until_states,
)

FIRST, NEXT = 15, 8
"""Clicks from the pasted address to the first decision, and from there in a course that is already connected."""


PLAIN = "document.cookie = 'plain=1; SameSite=None; Secure; path=/'; document.cookie.includes('plain=1')"


def test_from_one_pasted_address_to_a_changed_mark_in_moodle_where_other_sites_cookies_are_blocked(
    walk_without_cookies: Walk,
) -> None:
    walk = walk_without_cookies
    groups(walk.in_moodle("teacher1"))
    tool = register(walk)
    teacher, link, title = pick_link(walk, tool, "beer_game")
    assert title == "Beer game"

    # One in a frame, one in a tab, with nothing between the picker and the first decision
    first = walk.in_moodle("student1")
    table = follow(walk, first, link)
    assert table.evaluate(PLAIN) is False, "this browser blocks nothing"
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
    walk.at_rest(frame)
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
    walk.shell(f"from classrooms.play.sessions import services\nservices.session_start(session_id={last})")
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
    assert gradebook(walk, in_moodle, column) == {
        "1": "15.00",
        "2": "12.00",
        "3": "18.00",
        "4": "11.10",
        "5": "",
        "6": "",
    }
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
    assert gradebook(walk, in_moodle, column)["1"] == "17.00"
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
    assert gradebook(walk, in_moodle, column)["1"] == "16.00"
    teacher.reload()
    walk.picture(teacher, "16-sent")
    frenchman = walk.context("operator").new_page()
    frenchman.context.add_cookies([{"name": "django_language", "value": "fr", "url": walk.url}])
    frenchman.goto(f"{walk.url}/lms/")
    walk.picture(frenchman, "17-french")
    frenchman.click("h3 a >> nth=-1")
    walk.picture(frenchman, "18-french-platform")


GRADED = """
from classrooms.people.courses.services import course_create
from classrooms.models import User
by = User.objects.get(username="operator")
course = course_create(by=by, name="By files", time_zone="Europe/Paris")
print(course.pk)
"""
PUBLISHED = """
from classrooms.assess.grading.rubric import book_ensure
from classrooms.assess.grading.services.choices import final_choose
from classrooms.assess.grading.services.publishing import grades_publish
from classrooms.play.sessions.services import session_create
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
    groups(teacher)
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
    walk.picture(staff, "20-class-list-columns")
    staff.click("text=Check the lines")  # its groups may be teams or not: that is asked
    staff.wait_for_selector("button[value=take]")
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
    import_marks(walk, teacher, file, "Email address")
    column = column_called(walk, teacher, f"By file {course}")
    assert gradebook(walk, teacher, column) == {str(number): f"{2 * number}.00" for number in STUDENTS}
    walk.picture(teacher, "22-imported")

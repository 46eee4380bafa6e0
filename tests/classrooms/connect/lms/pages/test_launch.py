"""Launches from a platform: in a tab, in a frame, as a known person and as a new one."""

import pytest
from django.test import Client

from classrooms.connect.lms.services import rosters
from classrooms.models import Enrolment, LmsLogin, LmsMember, LmsPerson, User
from games.models import Match, SeatHolder
from tests.classrooms.factories import session_of
from tests.games.factories import person
from tests.lms.launches import Browser
from tests.lms.platform import ASSISTANT, INSTRUCTOR, LEARNER, MENTOR, TEST_USER


def seat_link(here, play_session, link="link-1"):
    return here.links.create(link_id=link, session=play_session, created_at=here.created_at)


def who(client):
    return User.objects.get(pk=client.session["_auth_user_id"])


def members(course):
    rows = Enrolment.objects.filter(course=course).order_by("pk")
    return [(row.user.display_name, row.role, row.left_at is None) for row in rows]


def test_a_student_comes_to_a_seat_of_the_session_by_one_click(here, browser):
    play_session = session_of(here.course, teams=1)
    seat_link(here, play_session)

    answer = browser.launch()

    assert (answer.status_code, answer["Location"]) == (302, f"/sessions/{play_session.pk}/")
    student = who(browser.client)
    assert (student.display_name, student.given_name, student.family_name) == ("Léa Moreau", "Léa", "Moreau")
    assert (student.email, student.is_guest) == ("", True)
    assert members(here.course) == [("Claire", "instructor", True), ("Léa Moreau", "student", True)]
    holder = play_session.session_teams.get().match.seats.get(holders__user=student)
    assert holder.index == 0
    assert browser.client.get(answer["Location"], follow=True).status_code == 200


def test_the_next_click_is_the_same_person(here, browser):
    browser.launch()
    first = who(browser.client)
    again = Browser(browser.platform)

    again.launch(name="Léa Moreau-Petit")

    assert who(again.client) == first
    assert User.objects.get(pk=first.pk).display_name == "Léa Moreau-Petit"
    assert LmsPerson.objects.count() == 1


def test_an_equal_mail_address_or_name_joins_nobody(here, browser):
    known = person("lea", display_name="Léa Moreau", email="lea@example.org")

    browser.launch(email="lea@example.org")

    assert who(browser.client) != known
    assert who(browser.client).email == ""


def test_withheld_names_become_a_pseudonym(here, browser):
    browser.launch(name=None, given_name=None, family_name=None)

    name = who(browser.client).display_name
    assert (name[:8], len(name)) == ("Student ", 12)


def test_parts_in_the_course_follow_the_platform(here, row, platform):
    given = {"a": [ASSISTANT, INSTRUCTOR], "o": [MENTOR], "s": [LEARNER, MENTOR]}
    for subject, roles in given.items():
        browser = Browser(platform)
        answer = browser.launch(sub=subject, name=subject.upper(), roles=roles)
        if answer["Location"] == "/lms/who/":
            browser.client.post("/lms/who/", {"who": "new"})

    assert members(here.course)[1:] == [("A", "assistant", True), ("O", "observer", True), ("S", "student", True)]
    assert [row.role for row in LmsMember.objects.order_by("pk")] == ["assistant", "observer", "student"]
    assert [user.is_guest for user in User.objects.filter(display_name__in="AOS").order_by("pk")] == [
        False,
        False,
        True,
    ]


def test_an_instructor_who_is_new_makes_the_course_and_goes_on(row, browser):
    answer = browser.launch_as_teacher()
    assert answer["Location"] == "/lms/who/"
    answer = browser.client.post("/lms/who/", {"who": "new"})
    assert answer["Location"] == "/lms/connect/"
    assert browser.client.get("/lms/connect/").status_code == 200

    answer = browser.client.post("/lms/connect/", {"name": "Construction management"})

    assert answer["Location"] == "/lms/link/"
    teacher = who(browser.client)
    course = teacher.enrolments.get().course
    assert (course.name, members(course)) == (
        "Construction management",
        [("Claire Bonnet", "instructor", True)],
    )
    assert (teacher.is_guest, teacher.can_create_courses) == (False, False)
    play_session = session_of(course, teams=1)
    answer = browser.client.post("/lms/link/", {"session": play_session.pk, "page": "session"})
    assert answer["Location"] == f"/sessions/{play_session.pk}/"


def test_an_instructor_with_an_account_says_this_is_me(row, browser):
    claire = person("claire", display_name="Claire", can_create_courses=True)
    browser.client.force_login(claire)
    assert browser.launch_as_teacher()["Location"] == "/lms/who/"

    browser.client.post("/lms/who/", {"who": "me"})

    assert who(browser.client) == claire
    assert [(each.subject, each.user) for each in LmsPerson.objects.all()] == [("teacher-1", claire)]


def test_in_a_frame_a_launch_has_an_address_and_cookies_of_its_own(here, browser):
    play_session = session_of(here.course, teams=1)
    seat_link(here, play_session)
    page = browser.begin(framed=True)
    assert page.status_code == 200
    asked = browser.asked(page)

    answer = browser.finish(asked)

    place = f"/lms/in/{asked['state']}/"
    assert answer["Location"] == f"{place}sessions/{play_session.pk}/"
    assert sorted(name for name in answer.cookies) == ["lms-csrftoken", "lms-sessionid"]
    cookie = answer.cookies["lms-sessionid"]
    assert [cookie[key] for key in ("path", "samesite", "secure", "partitioned", "httponly")] == [
        place, "None", True, True, True,
    ]  # fmt: skip
    assert "; Partitioned" in cookie.OutputString()
    shown = browser.client.get(answer["Location"], follow=True, headers={"Sec-Fetch-Dest": "iframe"})
    assert shown.status_code == 200
    assert shown.request["PATH_INFO"].startswith(f"{place}sessions/")
    policy = shown["Content-Security-Policy"]
    assert f"frame-ancestors {browser.platform.issuer}" in policy
    assert "X-Frame-Options" not in shown
    assert f'data-fresh="{place}lms/out/"' in shown.content.decode()


def test_outside_its_frame_nobody_is_in_and_no_page_may_be_framed(here, browser):
    asked = browser.asked(browser.begin(framed=True))
    browser.finish(asked)

    answer = browser.client.get("/games/")

    assert "/sign-in/" in answer["Location"]
    landing = browser.client.get("/")
    assert landing["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in landing["Content-Security-Policy"]
    stranger = Browser(browser.platform).client
    place = f"/lms/in/{asked['state']}/games/"
    assert stranger.get(place)["Location"] == "/games/"
    assert stranger.get(place, headers={"Sec-Fetch-Dest": "iframe"}).status_code == 403
    assert stranger.get("/lms/in/" + "x" * 43 + "//evil.example/")["Location"] == "/evil.example/"


def test_a_frame_opens_in_a_new_tab_by_a_ticket_that_works_once(here, browser):
    asked = browser.asked(browser.begin(framed=True))
    place = browser.finish(asked)["Location"].partition("games/")[0]
    student = LmsPerson.objects.get().user

    url = browser.client.post(f"{place}lms/out/", {"next": f"{place}games/"}).json()["url"]

    assert url.startswith("/lms/enter/")
    tab = Browser(browser.platform).client
    entered = tab.get(url)
    assert (entered["Location"], who(tab)) == ("/games/", student)
    assert Browser(browser.platform).client.get(url).status_code == 410
    assert Browser(browser.platform).client.post("/lms/out/", {"next": "/games/"}).status_code == 403


def test_two_launches_side_by_side_do_not_mix(here, browser):
    one, two = browser.asked(browser.begin()), browser.asked(browser.begin())

    browser.finish(two)
    answer = browser.finish(one)

    assert answer.status_code == 302
    assert LmsLogin.objects.filter(used_at__isnull=False).count() == 2


def test_a_test_student_plays_in_rehearsals_only(here, browser):
    seat_link(here, session_of(here.course, teams=1))
    answer = browser.launch(roles=[LEARNER, TEST_USER], name="Test Student")
    assert answer.status_code == 409
    assert members(here.course) == [("Claire", "instructor", True)]
    early = session_of(here.course, teams=1, is_rehearsal=True)
    seat_link(here, early, "link-1b")
    answer = browser.launch(roles=[LEARNER, TEST_USER], link={"id": "link-1b"})
    assert "still preparing this session" in browser.client.get(answer["Location"]).content.decode()
    rehearsal = session_of(here.course, teams=1, is_rehearsal=True, started=True)
    seat_link(here, rehearsal, "link-2")

    answer = browser.launch(roles=[LEARNER, TEST_USER], link={"id": "link-2"})

    match = rehearsal.session_teams.get().match
    assert answer["Location"] == f"/matches/{match.pk}/"
    assert browser.client.get(answer["Location"]).status_code == 200
    assert match.seats.filter(holders__user=who(browser.client)).count() == 1
    assert members(here.course) == [("Claire", "instructor", True)]
    assert browser.launch(roles=[LEARNER, TEST_USER], link={"id": "link-2"})["Location"] == answer["Location"]
    assert browser.client.get(f"/sessions/{rehearsal.pk}/").status_code == 404


def test_a_guest_with_a_personal_link_says_this_is_me_and_keeps_everything(here, browser):
    account = person("lea")
    browser.launch()
    guest = who(browser.client)
    browser.client.get("/lms/me/")
    browser.client.post("/lms/me/", {"who": "sign-in"})
    account.set_password("correct-horse-9")
    account.save()
    browser.client.post("/sign-in/?next=/lms/me/", {"username": "lea", "password": "correct-horse-9"})
    assert "Léa Moreau" in browser.client.get("/lms/me/").content.decode()

    browser.client.post("/lms/me/", {"who": "me"})

    assert not User.objects.filter(pk=guest.pk).exists()
    assert [each.user for each in LmsPerson.objects.all()] == [account]
    assert members(here.course)[1:] == [(account.display_name, "student", True)]


def teacher_of(platform):
    """The browser of a teacher who came by a launch as an instructor of the course."""
    browser = Browser(platform)
    browser.launch_as_teacher()
    browser.client.post("/lms/who/", {"who": "new"})
    return browser


def as_student(browser, **claims):
    """A launch of the same teacher in the role of a student."""
    return browser.launch(**{"sub": "teacher-1", "name": "Claire Bonnet", "roles": [LEARNER], **claims})


def list_of(here, platform, role):
    """Read and apply a list of members in which the teacher has this role."""
    platform.members = [{"user_id": "teacher-1", "name": "Claire Bonnet", "roles": [role], "status": "Active"}]
    return rosters.roster_apply(lms_course=here, found=rosters.roster_read(lms_course=here))


def test_a_teacher_who_switched_to_student_stays_a_teacher_and_plays_it_as_a_student(here, platform):
    play_session = session_of(here.course, teams=1)
    seat_link(here, play_session)
    browser = teacher_of(platform)

    answer = as_student(browser)

    assert answer["Location"] == "/lms/look/"
    page = browser.client.get("/lms/look/").content.decode()
    assert ("Play it as a student" in page, f"/sessions/{play_session.pk}/" in page) == (True, True)
    assert members(here.course)[1:] == [("Claire Bonnet", "instructor", True)]
    assert not SeatHolder.objects.filter(user=who(browser.client)).exists()
    assert browser.client.post("/lms/wait/")["Location"] == "/lms/look/"
    assert members(here.course)[1:] == [("Claire Bonnet", "instructor", True)]
    match = Match.objects.get(pk=int(browser.client.post("/lms/look/")["Location"].split("/")[2]))
    assert (match.game, match.status, hasattr(match, "session_team")) == (play_session.game, "running", False)
    assert browser.client.get(f"/matches/{match.pk}/").status_code == 200
    assert browser.launch_as_teacher()["Location"] == f"/sessions/{play_session.pk}/"
    list_of(here, platform, INSTRUCTOR)
    assert members(here.course)[1:] == [("Claire Bonnet", "instructor", True)]


def test_a_teacher_who_looks_as_a_student_at_a_link_without_session_is_told_so(here, platform):
    browser = teacher_of(platform)
    as_student(browser)

    assert "leads to no session yet" in browser.client.get("/lms/look/").content.decode()
    assert browser.client.post("/lms/look/").status_code == 200


def test_only_who_teaches_and_came_as_a_student_sees_that_page(here, platform):
    student, teacher = Browser(platform), teacher_of(platform)
    student.launch()

    assert [each.client.get("/lms/look/").status_code for each in (student, teacher)] == [403, 403]


def test_a_student_there_by_launch_and_by_list_is_one_here(here, platform):
    other = teacher_of(platform)
    list_of(here, platform, LEARNER)
    assert members(here.course)[1:] == [("Claire Bonnet", "instructor", True)]
    as_student(other)

    found = list_of(here, platform, LEARNER)

    assert [change.role for change in found.changed] == ["student"]
    assert members(here.course)[1:] == [("Claire Bonnet", "student", True)]
    assert as_student(other)["Location"] != "/lms/look/"


def test_a_platform_takes_no_part_away_that_the_course_gave_itself(here, browser):
    claire = here.course.enrolments.get().user
    LmsPerson.objects.create(
        platform=here.deployment.platform, subject="teacher-1", user=claire, created_at=here.created_at
    )

    browser.launch(sub="teacher-1", roles=[LEARNER])

    assert members(here.course) == [("Claire", "instructor", True)]


def lang_of(client, address):
    """The language of a page for a browser that prefers English."""
    page = client.get(address, follow=True, headers={"Accept-Language": "en"})
    return page.headers["Content-Language"]


@pytest.mark.parametrize("framed", [False, True], ids=["tab", "frame"])
@pytest.mark.parametrize(
    ("there", "account", "language"),
    [("fr_ca", "", "fr"), ("fr", "en", "en"), ("en", "fr", "fr"), ("tlh", "", "en")],
)
def test_pages_after_a_launch_are_in_the_account_s_language_else_in_the_platform_s(
    here, platform, there, account, language, framed
):
    said = {"presentation": {"locale": there}}
    first = Browser(platform)
    first.launch(**said)
    User.objects.filter(pk=who(first.client).pk).update(language=account)
    browser = Browser(platform)

    answer = browser.launch(framed=framed, **said)

    assert lang_of(browser.client, answer["Location"]) == language
    assert lang_of(browser.client, answer["Location"]) == language


def test_the_question_who_somebody_is_is_in_the_platform_s_language(row, browser):
    answer = browser.launch_as_teacher(presentation={"locale": "fr"})

    assert answer["Location"] == "/lms/who/"
    assert lang_of(browser.client, "/lms/who/") == "fr"


def test_a_new_tab_of_a_frame_is_in_the_frame_s_language(here, browser):
    answer = browser.launch(framed=True, presentation={"locale": "fr"})
    place = answer["Location"]
    out = browser.client.post(f"{place[: place.index('/', 8) + 1]}lms/out/", {"next": "/games/"}).json()["url"]
    tab = Client()

    assert lang_of(tab, out) == "fr"

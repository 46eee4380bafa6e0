"""Links made inside a platform's frame and shown to students: they are followed by a person who is not signed in. Also
links of sessions that are over."""

import pytest
from django.urls import reverse

from classrooms.connect.lms.services import ways_in
from classrooms.models import LmsPlatform, LmsScore, Session
from tests.classrooms.connect.lms.marks import open_column, published, send, set_mark
from tests.games.factories import NOW
from tests.lms.launches import Browser
from tests.lms.platform import ASSISTANT, INSTRUCTOR


@pytest.fixture
def over(graded):
    """End the session."""
    Session.objects.filter(pk=graded.pk).update(status="finished")
    graded.refresh_from_db()
    return graded


def link_to(here, session, number="7", page="session"):
    return here.links.create(link_id=number, session=session, page=page, title="Workshop", created_at=NOW)


def in_a_frame(platform, here):
    """Claire in a frame of the platform: the client, and the address prefix of the frame."""
    claire = here.course.enrolments.get(role="instructor").user
    here.deployment.platform.people.create(subject="teacher-1", user=claire, created_at=NOW)
    browser = Browser(platform)
    asked = browser.asked(browser.begin(framed=True))
    browser.finish(asked, sub="teacher-1", roles=[INSTRUCTOR], link={"id": "course", "title": "Course"})
    return browser.client, f"/lms/in/{asked['state']}/"


def opened(platform, session, sub, roles=None, number="7"):
    given = {"roles": roles} if roles else {}
    return Browser(platform).launch(sub=sub, link={"id": number, "title": "Workshop"}, **given)["Location"]


def test_marks_published_in_a_frame_carry_an_address_that_others_can_open(here, platform, over):
    link_to(here, over)
    open_column(here, over)
    client, place = in_a_frame(platform, here)
    set_mark(over, "student-1", 7500)

    answer = client.post(f"{place}sessions/{over.pk}/grades/publish/", {"incomplete": "1", "told": "2"})

    assert (answer.status_code, answer["Location"].startswith(place)) == (302, True)
    comments = set(LmsScore.objects.values_list("comment", flat=True))
    assert comments
    assert not [text for text in comments if "/lms/in/" in text]
    assert {text.partition("More in ")[2] for text in comments} == {
        ways_in.mark_url(lms_course=here, play_session=over)
    }


def path_of(here, session):
    return ways_in.mark_url(lms_course=here, play_session=session).removeprefix("http://127.0.0.1:8000")


def test_who_follows_a_mark_s_address_comes_to_it_through_the_platform_without_a_password(here, platform, over, client):
    link_to(here, over)
    open_column(here, over)
    send(published(here, over, {"student-1": 7500}))

    there = client.get(path_of(here, over))
    assert there["Location"] == f"{platform.issuer}/mod/lti/view.php?l=7"
    browser = Browser(platform)
    answer = browser.launch(sub="student-1", link={"id": "7", "title": "Workshop"})

    assert answer["Location"] == reverse("classrooms:my-grade", args=[over.pk])
    page = browser.client.get(answer["Location"])
    assert (page.status_code, "15" in page.content.decode()) == (200, True)
    assert browser.client.get(path_of(here, over))["Location"] == answer["Location"]


def test_the_link_that_was_made_last_is_taken_and_one_of_the_mark_before_all(here, over, client):
    for number, page in (("7", "session"), ("9", "session"), ("11", "debrief")):
        link_to(here, over, number, page)
    assert client.get(path_of(here, over))["Location"].endswith("?l=9")

    link_to(here, over, "8", "grade")

    assert client.get(path_of(here, over))["Location"].endswith("?l=8")


@pytest.mark.parametrize(
    ("product", "number", "says"),
    [("canvas", "7", "Open “Workshop” in your course in"), ("moodle", "a-7", "Open “Workshop”"),
     ("moodle", None, "Open a link of this site")],
)  # fmt: skip
def test_other_platforms_do_not_say_where_they_open_a_link_so_the_page_says_which_one(
    here, over, client, product, number, says
):
    LmsPlatform.objects.update(product=product)
    if number is not None:
        link_to(here, over, number)

    answer = client.get(path_of(here, over))

    assert (answer.status_code, says in answer.content.decode()) == (200, True)
    assert f"?next=/sessions/{over.pk}/grade/" in answer.content.decode().replace("%2F", "/")


def test_a_forged_address_of_a_mark_leads_nowhere(here, over, client):
    assert client.get(f"/lms/mark/{here.pk}-{over.pk}.forged/").status_code == 404
    assert client.get(f"/lms/mark/{here.pk}-{over.pk}/").status_code == 404


def test_the_page_to_sign_in_says_who_needs_no_password(row, client):
    page = client.get("/sign-in/?next=/sessions/1/").content.decode()
    assert "Do you come from Moodle of the school? You need no password" in page

    LmsPlatform.objects.update(state="withdrawn")
    assert "You need no password" not in client.get("/sign-in/").content.decode()


def test_a_session_that_is_over_opens_on_what_is_of_use(here, platform, over):
    link_to(here, over)
    link_to(here, over, "8", "debrief")
    open_column(here, over)
    at = f"/sessions/{over.pk}"
    assert opened(platform, over, "student-1") == f"{at}/"
    published(here, over, {"student-1": 7500})

    assert opened(platform, over, "student-1") == f"{at}/grade/"
    assert opened(platform, over, "student-1", number="8") == f"{at}/"
    claire = here.course.enrolments.get(role="instructor").user
    here.deployment.platform.people.create(subject="teacher-1", user=claire, created_at=NOW)
    assert opened(platform, over, "teacher-1", [INSTRUCTOR]) == f"{at}/grades/"
    assert opened(platform, over, "teacher-1", [INSTRUCTOR], "8") == reverse(
        "classrooms:session-reports", args=[over.pk]
    )
    helper = Browser(platform)
    helper.launch(sub="helper", roles=[ASSISTANT], link={"id": "7", "title": "Workshop"})
    assert helper.client.post("/lms/who/", {"who": "new"})["Location"] == f"{at}/"


def test_a_student_without_a_mark_comes_to_the_debriefing(here, platform, over):
    link_to(here, over)
    browser = Browser(platform)
    answer = browser.launch(sub="student-2", link={"id": "7", "title": "Workshop"})

    page = browser.client.get(answer["Location"], follow=True)

    assert (page.status_code, "/debrief" in page.redirect_chain[-1][0]) == (200, True)


def test_a_page_that_picks_links_has_no_way_into_a_new_tab(here, platform):
    """In a new tab the choice could not be returned to the platform."""
    claire = here.course.enrolments.get(role="instructor").user
    here.deployment.platform.people.create(subject="teacher-1", user=claire, created_at=NOW)
    settings = {"deep_link_return_url": "https://moodle.example/return", "accept_types": ["ltiResourceLink"]}
    for deep, offered in (({"message": "LtiDeepLinkingRequest", "deep": settings, "link": None}, False), ({}, True)):
        browser = Browser(platform)
        asked = browser.asked(browser.begin(framed=True))
        answer = browser.finish(asked, sub="teacher-1", roles=[INSTRUCTOR], **deep)
        page = browser.client.get(answer["Location"], follow=True, headers={"Sec-Fetch-Dest": "iframe"})
        assert (page.status_code, "lms-out" in page.content.decode()) == (200, offered)

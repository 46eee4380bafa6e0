"""Links that a lecturer picks inside the platform, and the copies of these links."""

import jwt
import pytest

from classrooms.connect.lms import keys
from classrooms.connect.lms.claims import AGS, CLAIM, DL
from classrooms.connect.lms.services import courses
from classrooms.models import LmsLineItem, LmsLink, LmsPerson, Session, User
from classrooms.play.sessions import services as sessions
from tests.classrooms.factories import course_of, enrol, session_of
from tests.games.factories import NOW, person
from tests.lms.launches import SITE, START, Browser
from tests.lms.platform import CLIENT, DEPLOYMENT, INSTRUCTOR, LEARNER

SETTINGS = {
    "deep_link_return_url": "https://moodle.example/return?course=7",
    "accept_types": ["ltiResourceLink"],
    "accept_multiple": True,
    "accept_lineitem": True,
    "data": "opaque",
}


def teacher(browser, **claims):
    answer = browser.launch_as_teacher(**claims)
    return browser.client.post(answer["Location"], {"who": "new"}) if "who" in answer["Location"] else answer


def deep(browser, **more):
    return teacher(browser, message="LtiDeepLinkingRequest", deep={**SETTINGS, **more}, link=None)


def told(answer, row):
    public = jwt.PyJWK(keys.published()["keys"][0]).key
    return jwt.decode(answer.context["token"], public, algorithms=["RS256"], audience=row.issuer)


def test_several_links_go_back_with_column_dates_and_a_tab_of_their_own(here, row, browser):
    play_session = session_of(here.course, teams=1)
    Session.objects.update(starts_at=NOW)
    play_session.refresh_from_db()
    answer = deep(browser)
    assert answer["Location"] == "/lms/choose/"
    assert browser.client.get("/lms/choose/").status_code == 200

    sent = browser.client.post(
        "/lms/choose/",
        {
            "item": [f"{play_session.pk}:session", f"{play_session.pk}:debrief"],
            f"column-{play_session.pk}": "1",
        },
    )

    claims = told(sent, row)
    assert (claims["iss"], claims["aud"], claims[CLAIM + "deployment_id"]) == (CLIENT, [row.issuer], DEPLOYMENT)
    assert claims[CLAIM + "message_type"] == "LtiDeepLinkingResponse"
    assert claims[DL + "data"] == "opaque"
    first, second = claims[DL + "content_items"]
    assert (first["title"], first["url"], first["window"]) == ("Tuesday workshop", START, {"targetName": "_blank"})
    assert first["icon"] == {"url": f"{SITE}/lms/icon.png", "width": 192, "height": 192}
    assert first["lineItem"] == {
        "label": "Tuesday workshop",
        "scoreMaximum": 20,
        "resourceId": f"session-{play_session.pk}",
        "tag": "domego-marks",
    }
    assert first["available"] == {"startDateTime": play_session.starts_at.isoformat()}
    assert ("lineItem" in second, second["title"]) == (False, "Tuesday workshop: its debrief")
    assert "form-action 'self' https://moodle.example" in sent["Content-Security-Policy"]


def test_a_platform_that_takes_one_link_gets_the_first(here, row, browser):
    play_session = session_of(here.course, teams=1)
    deep(browser, accept_multiple=False, accept_lineitem=False)

    sent = browser.client.post(
        "/lms/choose/", {"item": [f"{play_session.pk}:session", f"{play_session.pk}:grade"], "column-1": "1"}
    )

    items = told(sent, row)[DL + "content_items"]
    assert [(item["title"], "lineItem" in item) for item in items] == [("Tuesday workshop", False)]


def test_a_new_session_of_a_game_is_a_draft_behind_its_link(here, row, browser):
    deep(browser)

    sent = browser.client.post("/lms/choose/", {"game": "domego", "column-new": "1"})

    made = Session.objects.get(course=here.course)
    assert (made.game, made.status) == ("domego", "draft")
    assert [item["title"] for item in told(sent, row)[DL + "content_items"]] == [made.title]


def test_nothing_chosen_goes_nowhere(here, browser):
    deep(browser)

    assert browser.client.post("/lms/choose/", {}).status_code == 200


def test_only_who_teaches_there_picks_links(here, browser):
    answer = browser.launch(message="LtiDeepLinkingRequest", deep=SETTINGS, link=None, roles=[LEARNER])

    assert answer.status_code == 403


def test_links_are_picked_in_the_page_that_asked_for_them(here, browser):
    asked = browser.asked(browser.begin(framed=True))
    sub = {"sub": "teacher-1", "name": "Claire Bonnet", "roles": [INSTRUCTOR]}
    answer = browser.finish(asked, message="LtiDeepLinkingRequest", deep=SETTINGS, link=None, **sub)
    answer = browser.client.post(answer["Location"], {"who": "new"})
    place = f"/lms/in/{asked['state']}/"
    assert answer["Location"] == f"{place}lms/choose/"

    page = browser.client.get(answer["Location"], headers={"Sec-Fetch-Dest": "iframe"})

    assert (page.status_code, "lms-out" in page.content.decode()) == (200, False)


def test_without_cookies_in_the_frame_nobody_picks_links_in_a_tab_that_they_would_not_leave(here, browser, platform):
    page = browser.begin(framed=True, lti_storage_target="_parent")
    asked, proof = browser.asked(page), page.context["begun"].secret
    claims = platform.claims(
        asked["nonce"], START, message="LtiDeepLinkingRequest", deep=SETTINGS, link=None, roles=[INSTRUCTOR]
    )
    sent = {"state": asked["state"], "id_token": platform.token(claims), "proof": proof}

    answer = Browser(platform).client.post("/lms/launch/", sent)

    assert (answer.status_code, answer.context["fault"].kind) == (403, "picked_here")
    assert LmsPerson.objects.count() == 0


def test_a_chosen_link_leads_students_to_its_session_and_keeps_its_column(here, browser):
    play_session = session_of(here.course, teams=1)
    item = courses.item_sign(lms_course=here, play_session=play_session, page="session")
    column = {
        "lineitems": here.line_items_url,
        "lineitem": f"{here.line_items_url}/4",
        "scope": [],
    }

    answer = browser.launch(
        link={"id": "link-9"},
        custom={"item": item},
        **{"https://purl.imsglobal.org/spec/lti-ags/claim/endpoint": column},
    )

    assert answer["Location"] == f"/sessions/{play_session.pk}/"
    assert [(row.url, row.is_ours, row.session) for row in LmsLineItem.objects.all()] == [
        (f"{here.line_items_url}/4", False, play_session)
    ]


@pytest.fixture
def next_year(here, row):
    """A copy of the course on the platform, connected with another course here."""
    student = person("last-year")
    play_session = session_of(here.course, teams=[[enrol(here.course, student)]])
    item = courses.item_sign(lms_course=here, play_session=play_session, page="session")
    course = course_of(name="Next year")
    copy = here.deployment.courses.create(
        context_id="course-8", title="Next year", course=course, is_allowed=True, created_at=NOW
    )
    return copy, {
        "context": {"id": "course-8", "title": "Next year"},
        "custom": {"item": item},
        "link": {"id": "link-1"},
    }


def test_a_copied_link_shows_students_nothing_of_last_year(next_year, browser):
    copy, claims = next_year

    answer = browser.launch(**claims)

    assert answer["Location"] == "/lms/wait/"
    assert "has not said yet which session" in browser.client.get("/lms/wait/").content.decode()
    assert [(link.session, link.lms_course) for link in LmsLink.objects.all()] == [(None, copy)]


def test_a_copied_link_asks_the_instructor_which_session_it_means(next_year, platform):
    copy, claims = next_year
    browser = Browser(platform)
    assert teacher(browser, **claims)["Location"] == "/lms/link/"
    page = browser.client.get("/lms/link/").content.decode()
    assert "was copied from another course" in page
    assert "Tuesday workshop" not in page
    play_session = session_of(copy.course, teams=1)

    browser.client.post("/lms/link/", {"session": play_session.pk, "page": "session"})

    answer = Browser(platform).launch(**claims)
    assert answer["Location"] == f"/sessions/{play_session.pk}/"


@pytest.fixture
def same_teacher(next_year, platform):
    """Claire teaches both courses here, and comes from the platform."""
    copy, claims = next_year
    claire = person_named("claire")
    enrol(copy.course, claire, "instructor")
    LmsPerson.objects.create(
        platform=copy.deployment.platform, subject="teacher-1", user=claire, created_at=copy.created_at
    )
    return Browser(platform), claims


def test_the_session_of_last_year_is_used_again_in_one_press_without_its_people(next_year, same_teacher, platform):
    copy, claims = next_year
    source = Session.objects.get()
    browser, _claims = same_teacher
    column = {"lineitems": copy.line_items_url, "lineitem": f"{platform.issuer}/courses/8/items/1", "scope": []}
    assert browser.launch_as_teacher(**claims, **{AGS: column})["Location"] == "/lms/link/"
    page = browser.client.get("/lms/link/").content.decode()
    assert ("Use it again, without its people" in page, "Tuesday workshop" in page) == (True, True)
    assert "has no session yet" not in page

    answer = browser.client.post("/lms/link/", {"again": "1"})

    made = Session.objects.get(course=copy.course)
    assert answer["Location"] == f"/sessions/{made.pk}/"
    assert (made.title, made.game, made.status, made.cloned_from) == (source.title, source.game, "draft", source)
    assert (made.session_teams.count(), copy.course.enrolments.filter(role="student").count()) == (0, 0)
    assert LmsLink.objects.get(lms_course=copy).session == made
    assert [row.session for row in LmsLineItem.objects.all()] == [made]
    browser.client.post("/lms/link/", {"again": "1"})
    assert Session.objects.filter(course=copy.course).count() == 1
    assert Browser(platform).launch(**claims)["Location"] == "/lms/wait/"


def test_a_session_that_opened_by_itself_does_so_again_in_the_copied_course(
    next_year, same_teacher, platform, no_broker
):
    copy, claims = next_year
    Session.objects.update(opens_itself="lot")
    browser, _claims = same_teacher
    browser.launch_as_teacher(**claims)

    answer = browser.client.post("/lms/link/", {"again": "1"}, follow=True)

    made = Session.objects.get(course=copy.course)
    assert "It opens with the first student who follows the link." in answer.content.decode()
    assert Browser(platform).launch(**claims, sub="new-1")["Location"] == f"/sessions/{made.pk}/"
    made.refresh_from_db()
    assert (made.opens_itself, made.status) == ("lot", "running")
    assert made.course.enrolments.filter(role="student").count() == 1


def test_other_copied_links_of_the_session_follow_the_first(here, next_year, same_teacher):
    copy, claims = next_year
    browser, _claims = same_teacher
    browser.launch_as_teacher(**claims)
    browser.client.post("/lms/link/", {"again": "1"})
    item = courses.item_sign(lms_course=here, play_session=Session.objects.get(course=here.course), page="debrief")

    answer = browser.launch_as_teacher(**{**claims, "custom": {"item": item}, "link": {"id": "link-2"}})

    made = Session.objects.get(course=copy.course)
    assert answer["Location"] == f"/sessions/{made.pk}/"
    assert [(link.session, link.page) for link in copy.links.order_by("pk")] == [(made, "session"), (made, "debrief")]


def test_a_course_that_was_copied_here_too_keeps_its_own_copy(next_year, same_teacher):
    copy, claims = next_year
    browser, _claims = same_teacher
    source = Session.objects.get()
    there = sessions.session_clone(session_id=source.pk, by=person_named("claire"), course=copy.course)
    browser.launch_as_teacher(**claims)

    browser.client.post("/lms/link/", {"again": "1"})

    assert LmsLink.objects.get(lms_course=copy).session == there
    assert Session.objects.filter(course=copy.course).count() == 1


def test_whoever_does_not_run_the_earlier_course_neither_sees_nor_copies_its_session(next_year, platform):
    copy, claims = next_year
    browser = Browser(platform)
    teacher(browser, **claims)

    assert "Use it again" not in browser.client.get("/lms/link/").content.decode()
    assert browser.client.post("/lms/link/", {"again": "1"})["Location"] == "/lms/link/"
    assert Session.objects.filter(course=copy.course).count() == 0


def person_named(name):
    return User.objects.get(username=name)

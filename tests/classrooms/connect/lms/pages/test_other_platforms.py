"""Differences between platforms: the rows of the table in docs/run/lms/differences.md."""

import re
from pathlib import Path

import jwt
import pytest

from classrooms.connect.lms import keys
from classrooms.connect.lms.claims import AGS, DL, parse_claims
from classrooms.connect.lms.mark_states import Event
from classrooms.connect.lms.roles import role_of
from classrooms.connect.lms.services import registering, scores
from classrooms.models import LmsDeployment, LmsLineItem, LmsPlatform, LmsScore, Session
from tests.classrooms.connect.lms.marks import (
    SECOND,
    leave_empty,
    open_column,
    published,
    send,
    set_mark,
    shown,
    states,
)
from tests.classrooms.connect.lms.pages.test_registering import TOOL
from tests.classrooms.factories import session_of
from tests.games.factories import NOW
from tests.lms.launches import START, Browser
from tests.lms.platform import LEARNER, MEMBER

DOCS = Path(__file__).parents[5] / "docs" / "run" / "lms"
INSTITUTION = "http://purl.imsglobal.org/vocab/lis/v2/institution/person"
SYSTEM = "http://purl.imsglobal.org/vocab/lis/v2/system/person"
NO_SCORE = {"scoreGiven", "scoreMaximum"}


def canvas(row):
    LmsPlatform.objects.update(product="canvas")
    row.refresh_from_db()


# Parts


@pytest.mark.parametrize(
    ("names", "role"),
    [
        ([f"{MEMBER}/Instructor#TeachingAssistant", f"{MEMBER}#Instructor"], "assistant"),
        ([f"{MEMBER}#ContentDeveloper"], "observer"),
        ([f"{MEMBER}#Mentor"], "observer"),
        ([f"{INSTITUTION}#Instructor", f"{INSTITUTION}#Administrator", f"{MEMBER}#Learner"], "student"),
    ],
)
def test_parts_as_canvas_writes_them(names, role):
    assert role_of(names) == role


def test_parts_in_an_institution_count_for_nothing_in_the_course():
    assert role_of([f"{INSTITUTION}#Instructor", f"{SYSTEM}#SysAdmin"]) == ""
    assert role_of([f"{INSTITUTION}#Instructor", LEARNER]) == "student"


@pytest.mark.parametrize(
    ("names", "role"),
    [
        ([f"{SYSTEM}#None", f"{INSTITUTION}#None", f"{MEMBER}#Administrator", f"{MEMBER}#Instructor"], "instructor"),
        ([f"{SYSTEM}#None", f"{MEMBER}#Learner", f"{MEMBER}/Instructor#TeachingAssistant"], "assistant"),
        ([f"{SYSTEM}#None", f"{INSTITUTION}#None", f"{MEMBER}#Learner"], "student"),
    ],
)
def test_parts_as_open_edx_writes_them(names, role):
    assert role_of(names) == role


# Claims


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ({"locale": "fr-FR", "presentation": None}, "fr-fr"),
        ({"locale": "fr-FR", "presentation": {"locale": "en_GB"}}, "en-gb"),
        ({"presentation": None}, ""),
    ],
)
def test_the_language_of_the_person_is_taken_where_the_page_around_says_none(platform, said, language):
    assert parse_claims(platform.claims("nonce", START, **said)).language == language


def test_one_issuer_serves_many_schools_by_their_deployments(row, here, platform):
    LmsDeployment.objects.create(platform=row, deployment_id="86e8b331-a6cd-486c-b006-9893c749e242")

    answer = Browser(platform).launch(deployment="86e8b331-a6cd-486c-b006-9893c749e242")
    unknown = Browser(platform).launch(deployment="00000000-0000-4000-8000-000000000000")

    assert (answer["Location"], unknown.context["fault"].kind) == ("/lms/wait/", "wrong_deployment")


def test_a_page_of_another_host_than_the_issuer_may_show_it_in_a_frame(row, here, browser):
    LmsPlatform.objects.update(frames="https://learn.school.example")

    page = browser.begin(framed=True)

    assert "https://learn.school.example" in page["Content-Security-Policy"]


def test_a_launch_without_grades_forgets_no_address_of_the_gradebook(here, browser):
    browser.launch(**{AGS: None})

    here.refresh_from_db()
    assert here.line_items_url.endswith("/items")


# Registration and access


def test_access_is_asked_for_under_the_audience_that_a_platform_names(row, platform):
    platform.audience = "https://api.brightspace.example/auth/token"
    LmsPlatform.objects.update(audience=platform.audience)

    registering.platform_test(platform=LmsPlatform.objects.get())

    assert [claims["aud"] for claims in platform.assertions] == [platform.audience]


def test_a_registration_without_a_deployment_waits_for_its_number(db, platform, client):
    token = registering.registration_token()
    platform.wrong["/register"] = [(200, {}, {"client_id": "client-1", TOOL: {}})]
    configuration = f"{platform.issuer}/.well-known/openid-configuration"

    answer = client.post(f"/lms/register/{token}/", {"openid_configuration": configuration})

    assert answer.status_code == 200
    found = LmsPlatform.objects.get()
    assert (found.product, found.deployments.count()) == ("moodle", 0)


# Links


@pytest.fixture
def answered(here, row, platform):
    """The content item for one session with a column, sent to a platform that states nothing about columns."""
    play_session = session_of(here.course, teams=1)
    Session.objects.update(starts_at=NOW, debrief_at=NOW)
    browser = Browser(platform)
    settings = {"deep_link_return_url": "https://lms.example/back", "accept_types": ["ltiResourceLink", "link"]}
    browser.launch_as_teacher(message="LtiDeepLinkingRequest", deep=settings, link=None)
    browser.client.post("/lms/who/", {"who": "new"})
    chosen = {"item": f"{play_session.pk}:session", f"column-{play_session.pk}": "1"}
    token = browser.client.post("/lms/choose/", chosen).context["token"]
    public = jwt.PyJWK(keys.published()["keys"][0]).key
    (item,) = jwt.decode(token, public, algorithms=["RS256"], audience=row.issuer)[DL + "content_items"]
    return item


def test_a_link_with_a_column_says_when_it_opens_and_ends(answered):
    assert (answered["available"], answered["submission"]) == (
        {"startDateTime": NOW.isoformat()},
        {"endDateTime": NOW.isoformat()},
    )
    assert answered["type"] == "ltiResourceLink"


def test_the_best_mark_of_a_column_is_a_whole_positive_number(answered):
    best = answered["lineItem"]["scoreMaximum"]

    assert (type(best), best) == (int, 20)
    assert len(answered["lineItem"]["label"]) <= 255


def test_a_column_that_came_with_a_link_gets_the_marks_and_none_is_made(here, browser, platform):
    play_session = session_of(here.course, teams=1)
    here.links.create(link_id="link-1", session=play_session, created_at=NOW)
    column = {"lineitems": here.line_items_url, "lineitem": f"{here.line_items_url}/_40_1", "scope": []}

    browser.launch(**{AGS: column})

    assert [(item.url, item.is_ours) for item in LmsLineItem.objects.all()] == [(column["lineitem"], False)]
    assert platform.items == {}


# Marks


def test_nothing_is_said_of_a_student_before_the_marks_are_published(here, platform, graded):
    item = open_column(here, graded)
    set_mark(graded, "student-1", 7500)

    send(item)

    assert platform.sent == []


def test_a_mark_goes_as_completed_and_fully_graded(here, platform, graded):
    open_column(here, graded)
    send(published(here, graded, {"student-1": 7500}))

    (row,) = (each for each in platform.sent if each["userId"] == "student-1")
    assert (row["activityProgress"], row["gradingProgress"]) == ("Completed", "FullyGraded")
    assert (row["scoreGiven"], row["scoreMaximum"]) == (15.0, 20)
    assert re.search(r"\.\d{3}\+00:00$", row["timestamp"])


def test_a_mark_in_a_column_with_another_maximum_is_known_again(here, platform, graded):
    open_column(here, graded)
    item = published(here, graded, {"student-1": 7500})
    send(item)
    platform.marks["1", "student-1"].update(score=75, maximum=100)

    published(here, graded, {"student-1": 8000})
    send(item, later=SECOND * 10)

    assert states(item)["student-1"] == "sent"
    assert shown(platform)["student-1"] == 16.0


@pytest.mark.parametrize("status", [400, 422])
def test_somebody_who_cannot_be_graded_there_is_said_so(here, platform, graded, status):
    open_column(here, graded)
    item = published(here, graded, {"student-1": 7500})
    platform.items["1"] = {"id": f"{here.line_items_url}/1", "resourceId": "x"}
    LmsLineItem.objects.update(url=f"{here.line_items_url}/1")
    platform.wrong["/courses/course-7/items/1/scores"] = [(status, {}, {})]

    send(item)

    assert LmsScore.objects.get(person__subject="student-1").fault == "not_a_learner"


def test_a_mark_that_canvas_does_not_take_back_is_not_called_taken_back(here, row, platform, graded):
    canvas(row)
    open_column(here, graded)
    item = published(here, graded, {"student-1": 7500})
    send(item)
    student = LmsScore.objects.get(person__subject="student-1").person.user
    leave_empty(graded, student)
    published(here, graded, {})
    platform.takes_back = False
    scores.score_change(score=LmsScore.objects.get(person__subject="student-1"), event=Event.TAKE_BACK)

    send(item, later=SECOND * 10)

    mark = LmsScore.objects.get(person__subject="student-1")
    assert (mark.state, mark.found, NO_SCORE & platform.sent[-1].keys()) == ("conflict", "15", set())


# The table itself


def test_each_row_of_the_table_names_a_test_that_there_is():
    rows = [line.split("|")[1:-1] for line in (DOCS / "differences.md").read_text().splitlines() if line[:1] == "|"]
    named = [re.findall(r"`(test_\w+)`", cells[-1]) for cells in rows[2:]]
    assert len(named) > 15
    assert [row for row, tests in zip(rows[2:], named, strict=True) if not tests] == []

    here = Path(__file__).parents[1]
    there = "".join(path.read_text() for path in here.rglob("test_*.py"))

    assert [name for tests in named for name in tests if f"def {name}(" not in there] == []


@pytest.mark.parametrize("name", ["moodle", "canvas", "brightspace", "blackboard", "open_edx"])
def test_each_platform_has_a_page_for_administrators_and_one_for_lecturers(name):
    index = (DOCS.parent / "connect-an-lms.md").read_text()
    for reader in ("administrators", "lecturers"):
        assert (DOCS / f"{name}_{reader}.md").is_file()
        assert f"](lms/{name}_{reader}.md)" in index

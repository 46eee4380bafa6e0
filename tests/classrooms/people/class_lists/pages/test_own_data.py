"""A person's data: the file that they can download, and its erasure at their request."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from classrooms.care.erasure.queries import MARKS, OWN_ONLY, TABLES, person_data
from classrooms.models import GradeBook, Mark, PeerReview, PublishedGrade, RubricLine, SurveyAnswer, SurveyItem, User
from games.platform.services.guests import guest_create
from games.platform.services.talk import message_post
from tests.classrooms.factories import course_of, enrol, session_of
from tests.games.factories import NOW, PASSWORD, person, play_default

pytestmark = pytest.mark.django_db


@pytest.fixture
def lea():
    return person("lea")


@pytest.fixture
def client(lea):
    client = Client()
    client.force_login(lea)
    return client


@pytest.fixture
def session(lea):
    return session_of(course_of(person("claire"), [lea]), teams=[[lea]], started=True)


def sure(client, **more):
    return client.post("/account/data/erase/", {"sure": "1", "password": PASSWORD, **more})


def test_the_file_has_everything_the_person_did_and_was_told(client, lea, session):
    match = session.session_teams.get().match
    play_default(match, 0, lea)
    message_post(match_id=match.pk, seat=0, author=lea, text="hello", now=NOW)
    item = SurveyItem.objects.create(session=session, text="Fun?")
    SurveyAnswer.objects.create(item=item, user=lea, value=4, created_at=NOW)
    book = GradeBook.objects.create(session=session, published_at=NOW)
    PublishedGrade.objects.create(book=book, user=lea, final="14", content={"lines": []}, published_at=NOW)
    for points in (1, 4):
        PeerReview.objects.create(
            session_team=session.session_teams.get(), author=person(), about=lea, points=points, created_at=NOW
        )

    answer = client.get("/account/data/file.json")

    data = json.loads(answer.content)
    assert (data["person"]["username"], data["person"]["email"]) == ("lea", "lea@example.org")
    assert [(row["course"], row["role"]) for row in data["courses"]] == [("Site management", "student")]
    assert [row["team"] for row in data["teams"]] == ["Team 1"]
    assert [(row["match"], row["seat"], row["role"]) for row in data["seats"]] == [(match.pk, 0, "owner")]
    assert [(row["number"], row["move"]["kind"]) for row in data["moves"]] == list(
        match.moves.filter(author=lea).values_list("number", "kind")
    )
    assert [row["text"] for row in data["messages"]] == ["hello"]
    assert [(row["own_item"], row["value"]) for row in data["survey_answers"]] == [("Fun?", 4)]
    assert [row["grade"] for row in data["published_grades"]] == ["14"]
    assert data["peer_reviews_got"] == [{"session": "Tuesday workshop", "mean_points": 2.5, "reviews": 2}]


def test_marks_that_nobody_has_published_are_for_instructors(lea, session):
    book = GradeBook.objects.create(session=session)
    Mark.objects.create(line=RubricLine.objects.create(book=book, kind="quiz"), user=lea, points=7000)
    PeerReview.objects.create(
        session_team=session.session_teams.get(), author=person(), about=lea, points=1, created_at=NOW
    )

    own, theirs = person_data(user=lea), person_data(user=lea, course=session.course)

    assert ("marks" in own, own["peer_reviews_got"], own["published_grades"]) == (False, [], [])
    assert [row["points"] for row in theirs["marks"]] == [7000]


def test_what_was_said_in_confidence_is_for_the_person_only(lea, session):
    item = SurveyItem.objects.create(session=session, kind="text", text="How was it?")
    SurveyAnswer.objects.create(item=item, user=lea, text="too loud", created_at=NOW)
    table = session.session_teams.get()
    PeerReview.objects.create(session_team=table, author=lea, about=person(), points=0, note="late", created_at=NOW)

    own, theirs = person_data(user=lea), person_data(user=lea, course=session.course)

    assert [row["text"] for row in own["survey_answers"]] == ["too loud"]
    assert [row["note"] for row in own["peer_reviews_given"]] == ["late"]
    assert {"survey_answers", "peer_reviews_given"} & set(theirs) == set()


def test_nothing_of_others_is_in_the_file(client, session):
    other = enrol(session.course, person("amir", display_name="Amir Haddad"))
    match = session.session_teams.get().match
    message_post(match_id=match.pk, seat=1, author=other, text="a secret", now=NOW)

    text = client.get("/account/data/file.json").content.decode()

    assert [word for word in ("Amir", "a secret", "password", "md5") if word in text] == []


def test_every_table_is_read_in_one_query(lea, session, django_assert_num_queries):
    course = session.course
    with django_assert_num_queries(len(TABLES) + 1):
        person_data(user=lea, now=NOW)
    # without two in confidence; with marks, reviews, and twice for the matches of the course
    with django_assert_num_queries(len(TABLES) - len(OWN_ONLY) + 2):
        person_data(user=lea, course=course, now=NOW)
    assert MARKS.model is Mark


def test_the_page_says_what_is_kept_and_asks_for_the_password(client):
    page = client.get("/account/data/").content.decode()

    assert ('type="password"' in page, "file.json" in page) == (True, True)
    assert Client().get("/account/data/").status_code == 302


def test_a_person_erases_themself_by_their_password(client, lea, session):
    answer = sure(client)

    lea.refresh_from_db()
    assert (answer.headers["Location"], lea.display_name, lea.email) == ("/", "", "")
    assert client.get("/account/").status_code == 302


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ({"sure": ""}, "Tick the box"),
        ({"password": "wrong"}, "This is not your password."),
        ({"password": ""}, "This is not your password."),
    ],
)
def test_without_tick_or_password_nothing_happens(client, lea, sent, says):
    answer = sure(client, **sent)

    lea.refresh_from_db()
    assert (answer.status_code, says in answer.content.decode(), lea.display_name) == (422, True, "Lea")


def test_passwords_are_not_tried_without_end(client, lea):
    for _time in range(10):
        sure(client, password="wrong")

    assert "Too many wrong passwords" in sure(client).content.decode()
    lea.refresh_from_db()
    assert lea.erased_at is None


def test_a_guest_erases_themself_by_a_tick():
    guest = guest_create(display_name="Zoé")
    client = Client()
    client.force_login(guest)
    assert 'type="password"' not in client.get("/account/data/").content.decode()

    sure(client, password="")

    assert not User.objects.filter(pk=guest.pk).exists()


def test_the_only_instructor_is_told_what_to_do_first():
    claire = course_of(person("claire")).enrolments.get().user
    client = Client()
    client.force_login(claire)

    answer = sure(client)

    claire.refresh_from_db()
    assert (answer.status_code, "only instructor" in answer.content.decode(), claire.erased_at) == (422, True, None)


def test_the_operator_erases_who_asks_for_it():
    person("lea")
    with pytest.raises(CommandError, match="--yes"):
        call_command("erase_person", "lea")
    with pytest.raises(CommandError, match="Nobody"):
        call_command("erase_person", "nobody", "--yes")
    course_of(person("claire"))
    with pytest.raises(CommandError, match="only instructor"):
        call_command("erase_person", "claire", "--yes")

    call_command("erase_person", "lea", "--yes", stdout=StringIO())

    assert list(User.objects.values_list("username", flat=True)) == ["claire"]

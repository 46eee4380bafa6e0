"""Coming in by a code, with and without an account."""

import pytest
from django.urls import reverse

from classrooms.assess.grading.rubric import book_ensure
from classrooms.models import Enrolment, Session, Team, User
from classrooms.people.class_lists.views import claims
from classrooms.play.sessions import services as sessions
from classrooms.play.sessions.views import join as join_views
from games.models import SeatHolder
from games.platform.services.guests import guest_create
from tests.classrooms.factories import course_of, enrol, session_of
from tests.games.factories import person

pytestmark = pytest.mark.django_db


def address(play_session):
    return reverse("classrooms:join-session", args=[play_session.join_code])


def seated(play_session):
    rows = SeatHolder.objects.filter(seat__match__session_team__session=play_session, released_at__isnull=True)
    return sorted(rows.values_list("user__display_name", "seat__match__session_team__name", "seat__index"))


def test_a_code_is_asked_for_and_leads_on_however_it_is_typed(client):
    play_session = session_of(course_of())
    code = play_session.join_code

    for typed in (code, code.lower(), f"{code[:3]} {code[3:]}", f"{code[:3]}-{code[3:]}"):
        assert client.get("/join/", {"code": typed}).headers["Location"] == address(play_session)
    wrong = client.get("/join/", {"code": "qqq qqq"})

    assert client.get("/join/").status_code == 200
    assert wrong.status_code == 422
    assert 'value="qqq qqq"' in wrong.content.decode()


def test_the_code_of_a_course_leads_to_the_course(client):
    course = course_of(join_open=True)

    assert client.get("/join/", {"code": course.join_code}).headers["Location"] == f"/enrol/{course.join_code}/"


def test_who_has_no_account_gives_a_name_and_gets_a_seat_and_a_personal_link(client):
    course = course_of()
    play_session = session_of(course, teams=2)
    table = play_session.session_teams.get(position=1)

    body = {"name": " Nadia  Benali ", "email": "nadia@example.org", "seat": f"{table.pk}-3"}
    page = client.post(address(play_session), body)

    user = User.objects.get(display_name="Nadia Benali")
    assert (user.is_guest, user.email, user.has_usable_password()) == (True, "nadia@example.org", False)
    assert seated(play_session) == [("Nadia Benali", "Team 2", 3)]
    assert list(Enrolment.objects.filter(course=course, user=user).values_list("role", flat=True)) == ["student"]
    assert client.get(f"/sessions/{play_session.pk}/lobby/").status_code == 200
    link = page.context["link"]
    client.logout()
    client.post(link)
    assert client.get(f"/sessions/{play_session.pk}/lobby/").status_code == 200


@pytest.mark.parametrize(
    "body", [{"name": ""}, {"name": "x" * 81}, {"name": "a\u202eb"}, {"name": "Nadia", "email": "nadia"}]
)
def test_a_name_and_a_mail_address_must_be_some(client, body):
    play_session = session_of(course_of())
    people = User.objects.count()

    answer = client.post(address(play_session), body)

    assert (answer.status_code, User.objects.count(), seated(play_session)) == (422, people, [])


def test_a_seat_that_was_taken_meanwhile_leaves_no_guest_behind(client):
    ada = person("ada")
    play_session = session_of(course_of(students=[ada]))
    table = play_session.session_teams.get()
    open_page = client.get(address(play_session)).content.decode()
    SeatHolder.objects.create(seat=table.match.seats.get(index=0), user=ada, since=play_session.created_at)

    answer = client.post(address(play_session), {"name": "Nadia", "seat": f"{table.pk}-0"})

    assert f"{table.pk}-0" in open_page
    assert answer.status_code == 422
    assert not User.objects.filter(display_name="Nadia").exists()
    assert "_auth_user_id" not in client.session


def test_who_is_signed_in_joins_as_themselves_and_finds_a_planned_seat(client):
    ada, eve = person("ada"), person("eve")
    play_session = session_of(course_of(students=[ada]), teams=[[None, ada]])

    client.force_login(ada)
    assert client.get(address(play_session)).headers["Location"] == f"/sessions/{play_session.pk}/"
    client.force_login(eve)
    assert "You join as <b>Eve</b>" in client.get(address(play_session)).content.decode()
    client.post(address(play_session), {"seat": ""})

    assert seated(play_session) == [("Ada", "Team 1", 1), ("Eve", "Team 1", 0)]


@pytest.fixture
def expected():
    """A session with a seat for a person of the class list without an account, who never came."""
    course = course_of()
    hugo = guest_create(display_name="Hugo Lambért")
    enrol(course, hugo, extra_time=25)
    play_session = session_of(course, teams=[[None, None, hugo]])
    return play_session, hugo


def test_somebody_of_the_class_list_is_asked_whether_it_is_them(client, expected):
    play_session, hugo = expected

    asked = client.post(address(play_session), {"name": "hugo  LAMBERT"})
    claim = asked.context["people"][0]["claim"]
    client.post(address(play_session), {"name": "hugo  LAMBERT", "claim": claim})

    assert "Yes, I am Hugo Lambért (Team 1)" in asked.content.decode()
    assert int(client.session["_auth_user_id"]) == hugo.pk
    assert seated(play_session) == [("Hugo Lambért", "Team 1", 2)]
    assert User.objects.filter(is_guest=True).count() == 1


def test_the_words_of_a_name_come_in_any_order(client, expected):
    play_session, hugo = expected

    asked = client.post(address(play_session), {"name": "LAMBERT Hugo"})

    assert [person["user"] for person in asked.context["people"]] == [hugo]


@pytest.fixture
def graded(expected):
    """A session with a grade book, and Hugo's number and address from the class list."""
    play_session, hugo = expected
    book_ensure(play_session=play_session)
    Enrolment.objects.filter(user=hugo).update(student_number="A 4711")
    User.objects.filter(pk=hugo.pk).update(email="hugo@example.org")
    return play_session, hugo


def claim_of(client, play_session):
    return client.post(address(play_session), {"name": "Hugo Lambert"}).context["people"][0]["claim"]


@pytest.mark.parametrize("proof", ["hugo@example.org", " HUGO@example.org", "a 4711"])
def test_where_grades_are_kept_a_name_is_taken_with_what_the_list_has_of_it(client, graded, proof):
    play_session, hugo = graded
    body = {"name": "Hugo Lambert", "claim": claim_of(client, play_session), "proof": proof}

    client.post(address(play_session), body)

    assert int(client.session["_auth_user_id"]) == hugo.pk


@pytest.mark.parametrize("proof", ["", "4711", "hugo@example.com"])
def test_a_wrong_answer_is_refused_and_what_was_typed_is_kept(client, graded, proof):
    play_session, _hugo = graded
    body = {"name": "Hugo Lambert", "claim": claim_of(client, play_session), "proof": proof}

    answer = client.post(address(play_session), body)

    page = answer.content.decode()
    assert (answer.status_code, "_auth_user_id" in client.session) == (422, False)
    assert "This is not what the class list has of Hugo Lambért." in page
    assert 'value="Hugo Lambert"' in page
    assert "4711" not in page.replace(proof, "") or proof == "4711"
    assert "hugo@example.org" not in page


@pytest.mark.parametrize(("asks", "status"), [(None, 200), (True, 422)])
def test_a_bare_name_of_the_list_is_believed_unless_the_session_asks_always(client, graded, asks, status):
    play_session, hugo = graded
    Session.objects.filter(pk=play_session.pk).update(checks_claims=asks)
    Enrolment.objects.filter(user=hugo).update(student_number="")
    User.objects.filter(pk=hugo.pk).update(email="")
    body = {"name": "Hugo Lambert", "claim": claim_of(client, play_session), "proof": ""}

    assert client.post(address(play_session), body).status_code == status


def test_wrong_answers_are_counted(client, graded, monkeypatch):
    play_session, hugo = graded
    monkeypatch.setattr(claims, "WRONG_PROOFS", 2)
    body = {"name": "Hugo Lambert", "claim": claim_of(client, play_session)}

    for _try in range(2):
        client.post(address(play_session), {**body, "proof": "guess"})
    answer = client.post(address(play_session), {**body, "proof": "hugo@example.org"})

    assert "too many wrong answers" in answer.content.decode()
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize(
    ("chosen", "is_graded", "asks"),
    [(None, True, True), (None, False, False), (True, False, True), (False, True, False)],
)
def test_the_session_chooses_and_else_the_grade_book_does(client, expected, chosen, is_graded, asks):
    play_session, _hugo = expected
    Session.objects.filter(pk=play_session.pk).update(checks_claims=chosen)
    if is_graded:
        book_ensure(play_session=play_session)

    page = client.post(address(play_session), {"name": "Hugo Lambert"}).content.decode()

    assert ('name="proof"' in page) == asks


def test_somebody_else_of_the_same_name_gets_another_seat(client, expected):
    play_session, hugo = expected

    client.post(address(play_session), {"name": "Hugo Lambert", "claim": "new"})

    assert int(client.session["_auth_user_id"]) != hugo.pk
    assert seated(play_session) == [("Hugo Lambert", "Team 1", 0), ("Hugo Lambért", "Team 1", 2)]


@pytest.mark.parametrize("why", ["came", "password", "left", "forged"])
def test_nobody_becomes_somebody_else_by_a_name(client, expected, why):
    play_session, hugo = expected
    claim = client.post(address(play_session), {"name": "Hugo Lambert"}).context["people"][0]["claim"]
    if why == "came":
        client.force_login(hugo)
        client.logout()
    if why == "password":
        hugo.set_password("a password of tests")
        hugo.save()
    if why == "left":
        Enrolment.objects.filter(user=hugo).update(left_at=play_session.created_at)
    if why == "forged":
        claim = f"{hugo.pk}:forged"

    client.post(address(play_session), {"name": "Hugo Lambert", "claim": claim})

    assert int(client.session["_auth_user_id"]) != hugo.pk


def test_nothing_tells_who_is_on_the_class_list_but_the_whole_name(client, expected):
    play_session, _hugo = expected

    page = client.get(address(play_session)).content.decode()

    assert "Lamb" not in page
    assert client.post(address(play_session), {"name": "Hugo"}).status_code == 200
    assert "people" not in (client.post(address(play_session), {"name": "Hugo L"}).context or {})


@pytest.mark.parametrize(
    ("state", "late", "status"),
    [("running", True, 200), ("running", False, 409), ("paused", True, 200), ("finished", True, 409)],
)
def test_late_comers_come_in_while_they_may(client, state, late, status):
    play_session = session_of(course_of(), started=True, late_join=late)
    Session.objects.update(status=state)

    answer = client.get(address(play_session))
    client.post(address(play_session), {"name": "Nadia"})

    assert answer.status_code == status
    assert bool(seated(play_session)) == (status == 200)


def test_a_draft_and_an_unknown_code_are_not_there(client):
    play_session = session_of(course_of())
    Session.objects.update(status="draft")

    assert client.get(address(play_session)).status_code == 404
    assert client.get("/join/BBBBBB/").status_code == 404


def test_who_guesses_codes_is_stopped_and_a_known_code_does_not_help(client, monkeypatch):
    monkeypatch.setattr(join_views, "WRONG_CODES", 3)
    play_session = session_of(course_of())

    answers = [client.get(f"/join/BBBB{number}{number}/").status_code for number in (2, 3, 4, 5)]

    assert answers == [404, 404, 404, 429]
    assert client.get(address(play_session)).status_code == 429
    assert client.get("/join/", {"code": "BBBBBB"}).status_code == 429
    assert client.get(address(play_session), REMOTE_ADDR="192.0.2.7").status_code == 200


def test_a_class_that_uses_the_right_code_is_never_stopped(client, monkeypatch):
    monkeypatch.setattr(join_views, "WRONG_CODES", 3)
    play_session = session_of(course_of())

    assert {client.get(address(play_session)).status_code for _student in range(8)} == {200}


def test_the_drawing_of_a_code_is_a_picture_of_its_address(client):
    answer = client.get("/join/BCDFGH/qr.svg")

    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/svg+xml")
    assert client.get("/join/BC/qr.svg").status_code == 404


def test_the_front_door_and_the_sign_in_page_lead_to_the_code(client):
    assert 'action="/join/"' in client.get("/").content.decode()
    assert 'href="/join/"' in client.get("/sign-in/").content.decode()


def test_who_plays_belongs_to_the_team_of_the_table(client):
    play_session = session_of(course_of())

    client.post(address(play_session), {"name": "Nadia"})
    in_lobby = Team.objects.get().members.count()
    sessions.session_start(session_id=play_session.pk)
    client.logout()
    client.post(address(play_session), {"name": "Late Larry"})

    names = Team.objects.get().members.order_by("pk").values_list("display_name", flat=True)
    assert (in_lobby, list(names)) == (0, ["Nadia", "Late Larry"])

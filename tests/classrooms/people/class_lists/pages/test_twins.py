"""A student who is in a course twice: the code's page asks, the list shows it, and staff merges after a check."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classrooms.assess.grading.rubric import book_ensure
from classrooms.models import (
    Enrolment,
    Forecast,
    PublishedGrade,
    QuizAnswer,
    RosterImport,
    Session,
    SessionQuestion,
    SurveyAnswer,
    SurveyItem,
    Team,
    User,
)
from games.models import Message, Move, SeatHolder
from games.platform.services.guests import guest_create
from tests.classrooms.factories import course_of, enrol, session_of
from tests.classrooms.people.class_lists.browsing import said, url
from tests.games.factories import NOW, match_of, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def teacher():
    return person("teacher")


@pytest.fixture
def course(teacher):
    return course_of(teacher, join_open=True)


@pytest.fixture
def desk(client, teacher):
    client.force_login(teacher)
    return client


def listed(course, name, **more):
    """A person on the class list who has not come yet."""
    roster = RosterImport.objects.get_or_create(course=course, source="list.csv", defaults={"created_at": NOW})[0]
    user = guest_create(display_name=name, email=more.pop("email", ""))
    User.objects.filter(pk=user.pk).update(family_name="Martin", given_name="Léa")
    enrol(course, user, roster_import=roster, **more)
    return user


def came(course, name):
    """A person who joined by the code."""
    user = guest_create(display_name=name)
    User.objects.filter(pk=user.pk).update(last_login=timezone.now())
    return enrol(course, user)


def join(course, **sent):
    browser = Client()
    return browser, browser.post(reverse("classrooms:course-join", args=[course.join_code]), sent)


def students(course):
    rows = Enrolment.objects.filter(course=course, role="student").order_by("pk")
    return [row.user.display_name for row in rows]


def test_the_code_of_a_course_asks_before_it_makes_a_second_student(course):
    lea = listed(course, "Léa Martin")

    _browser, asked = join(course, name="martin lea", email="lea@example.org")
    person_asked = asked.context["people"][0]
    browser, answer = join(course, name="martin lea", email="", claim=person_asked["claim"])

    assert "Yes, I am Léa Martin" in asked.content.decode()
    assert 'name="email" value="lea@example.org"' in asked.content.decode()
    assert (answer.status_code, browser.session["_auth_user_id"]) == (200, str(lea.pk))
    assert students(course) == ["Léa Martin"]


def test_somebody_else_of_the_name_becomes_a_student_of_their_own(course):
    listed(course, "Léa Martin")

    _browser, answer = join(course, name="Léa Martin", email="", claim="new")

    assert (answer.status_code, students(course)) == (200, ["Léa Martin", "Léa Martin"])


@pytest.mark.parametrize("proof", ["4711", "lea@example.org"])
def test_where_a_session_keeps_grades_the_name_must_be_proven(course, proof):
    lea = listed(course, "Léa Martin", student_number="4711", email="lea@example.org")
    book_ensure(play_session=session_of(course))
    _browser, asked = join(course, name="Léa Martin")
    claim = asked.context["people"][0]["claim"]

    wrong = join(course, name="Léa Martin", claim=claim, proof="4712")
    right = join(course, name="Léa Martin", claim=claim, proof=proof)

    assert 'name="proof"' in asked.content.decode()
    assert (wrong[1].status_code, "_auth_user_id" in wrong[0].session) == (422, False)
    assert right[0].session["_auth_user_id"] == str(lea.pk)
    assert students(course) == ["Léa Martin"]


@pytest.mark.parametrize(("asks", "status"), [(None, 200), (True, 422)])
def test_a_bare_name_is_believed_unless_a_session_asks_always(course, asks, status):
    listed(course, "Léa Martin")
    play_session = session_of(course)
    book_ensure(play_session=play_session)
    Session.objects.filter(pk=play_session.pk).update(checks_claims=asks)
    claim = join(course, name="Léa Martin")[1].context["people"][0]["claim"]

    assert join(course, name="Léa Martin", claim=claim, proof="")[1].status_code == status


def test_likely_twins_are_shown_and_joined_after_a_page_that_says_what_moves(desk, course):
    on_list = listed(course, "Léa Martin", student_number="4711", email="lea@example.org", extra_time=33)
    by_code = came(course, "MARTIN Lea")
    blue = Team.objects.create(course=course, name="Blue")
    blue.members.add(on_list)
    session_of(course, teams=[[by_code]], started=True)
    address = url("course-person-merge", course.pk, on_list.pk)

    people = desk.get(url("course-people", course.pk)).content.decode()
    page = " ".join(desk.get(f"{address}?into={by_code.pk}").content.decode().split())
    before = (students(course), SeatHolder.objects.count())
    done = desk.post(address, {"into": by_code.pk}, follow=True)

    assert f'href="{address}?into={by_code.pk}"' in people
    assert "may be one person" in people
    assert [words in page for words in ("the student number: 4711", "the team: Blue", "1 seat in matches")] == [
        True
    ] * 3
    assert before == (["Léa Martin", "MARTIN Lea"], 1)
    row = Enrolment.objects.get(course=course, role="student")
    assert said(done) == ["MARTIN Lea is one person now."]
    assert (row.user_id, row.student_number, row.extra_time) == (by_code.pk, "4711", 33)
    assert (row.user.display_name, row.user.get_name_parts(), row.user.email) == (
        "Léa Martin",
        ("Martin", "Léa"),
        "lea@example.org",
    )
    assert (SeatHolder.objects.get().user_id, row.user.teams.count()) == (by_code.pk, 1)


def test_the_page_counts_what_belongs_to_this_course_alone(desk, course):
    """Answers, marks, moves and messages of other courses, and of matches without a course, are not counted."""
    guest, lea = came(course, "Léa Martin"), enrol(course, person("lea", display_name="Léa Martin"))
    session_of(course, teams=[[guest]], started=True)
    for where in (course_of(person("another")), None):
        for user in (guest, lea):
            played_in(where, user)
    page = desk.get(f"{url('course-person-merge', course.pk, guest.pk)}?into={lea.pk}")

    assert page.context["brought"] == ["1 seat in matches", "the team: Team 1"]
    assert page.context["kept"] == ["the address: lea@example.org"]


def played_in(course, user):
    """One of everything that can be counted: in a course, or in a match of no course."""
    if course is None:
        match = match_of()
        SeatHolder.objects.create(seat=match.seats.first(), user=user, since=NOW)
    else:
        play_session = session_of(course, teams=[[user]], started=True)
        match = play_session.session_teams.get().match
        book = book_ensure(play_session=play_session)
        PublishedGrade.objects.create(book=book, user=user, final="12", published_at=NOW, content={})
        question = SessionQuestion.objects.create(session=play_session, bank_key="x")
        QuizAnswer.objects.create(question=question, user=user, choice=0, is_right=True, created_at=NOW)
        item = SurveyItem.objects.create(session=play_session, text="x")
        SurveyAnswer.objects.create(item=item, user=user, value=1, created_at=NOW)
    Message.objects.create(match=match, seat=0, author=user, text="Hello", created_at=NOW)
    Forecast.objects.create(match=match, user=user, turn=1, move_number=0, created_at=NOW)
    number = match.moves.count()
    Move.objects.create(
        match=match, number=number, seat=0, kind="x", args={}, author_kind="player", author=user, created_at=NOW
    )


@pytest.mark.parametrize("asks", [True, False])
def test_namesakes_are_told_apart_without_the_proof_that_is_asked_for(course, asks):
    for number in range(3):
        listed(course, "Léa Martin", student_number=f"2026100{number}", email=f"{number}.lea@example.org")
    red = Team.objects.create(course=course, name="Red")
    red.members.add(User.objects.order_by("pk").last())
    if asks:
        book_ensure(play_session=session_of(course))

    asked = join(course, name="Léa Martin")[1]

    shown = [each["user"].apart for each in asked.context["people"]]
    with_numbers = ["no team, number ends in 000", "no team, number ends in 001", "Red"]
    assert asked.context["asks_identity"] is asks
    assert shown == (["no team, 1", "no team, 2", "Red"] if asks else with_numbers)


def test_who_came_by_the_list_keeps_their_link(desk, course):
    on_list, by_code = listed(course, "Léa Martin"), came(course, "Léa Martin")
    User.objects.filter(pk=on_list.pk).update(last_login=timezone.now())

    twins = desk.get(url("course-people", course.pk)).context["twins"]

    assert [(pair.guest.user.pk, pair.into.user.pk) for pair in twins] == [(by_code.pk, on_list.pk)]


def test_two_numbers_two_lists_two_codes_and_other_names_are_two_people(desk, course):
    listed(course, "Léa Martin", student_number="1")
    listed(course, "Lea Martin", student_number="2")
    came(course, "Hugo Petit")
    came(course, "Hugo Petit")
    two = came(course, "Léa Martin")
    Enrolment.objects.filter(user=two).update(student_number="3")

    assert desk.get(url("course-people", course.pk)).context["twins"] == []


def test_only_instructors_are_shown_twins(client, course):
    listed(course, "Léa Martin")
    came(course, "Léa Martin")
    client.force_login(enrol(course, person("helper"), "assistant"))

    assert client.get(url("course-people", course.pk)).context["twins"] == []


def test_nobody_is_joined_without_somebody_to_join_with(desk, course):
    lea = came(course, "Léa Martin")

    refused = desk.get(url("course-person-merge", course.pk, lea.pk), follow=True)

    assert "choose somebody" in said(refused)[0]

"""Limits per IP address: 300 people behind one address can join, and visitors cannot flood another person's email
address."""

import pytest
from django.test import Client

from classrooms.models import Enrolment, User
from classrooms.people.access.throttling import may_go_on
from classrooms.people.class_lists.views import invitations
from classrooms.people.class_lists.views import join as courses_join
from classrooms.play.sessions.views import join
from games.api.throttles import RATES
from tests.classrooms.factories import course_of
from tests.games.factories import PASSWORD, person

pytestmark = pytest.mark.django_db

HALL = 300


@pytest.fixture
def course():
    return course_of(person("claire"), join_open=True)


def test_a_hall_joins_a_course_by_its_code(course):
    for _each in range(HALL - 1):
        may_go_on("course-join 127.0.0.1", limit=courses_join.JOINS, seconds=courses_join.AN_HOUR)
        may_go_on("course-code 127.0.0.1", limit=courses_join.WRONG_CODES, seconds=courses_join.AN_HOUR)

    mistyped = Client().get("/enrol/NOTHERE/").status_code
    joined = Client().post(f"/enrol/{course.join_code}/", {"name": "Ada", "email": ""}).status_code

    assert (mistyped, joined) == (404, 200)


def test_a_hall_signs_in_its_programs():
    ada = person()
    body = {"username": ada.username, "password": PASSWORD}

    answers = {Client().post("/api/v1/token", body, content_type="application/json").status_code for _ in range(HALL)}

    assert answers == {201}


def test_limits_by_address_are_wider_than_a_hall():
    assert min(courses_join.JOINS, courses_join.WRONG_CODES, join.WRONG_CODES, join.NEW_GUESTS) >= HALL
    assert min(invitations.SIGN_UPS, int(RATES["token"].removesuffix("/min")), int(RATES["anon"][:3])) >= HALL


def test_an_address_typed_by_visitors_is_kept_for_three_of_them(course):
    for name, email in [("A", "victim@example.org")] * 3 + [("B", "VICTIM@example.org"), ("C", "own@example.org")]:
        Client().post(f"/enrol/{course.join_code}/", {"name": name, "email": email})

    kept = User.objects.filter(is_guest=True).order_by("pk").values_list("display_name", "email")
    assert list(kept) == [("A", "victim@example.org")] * 3 + [("B", ""), ("C", "own@example.org")]
    assert Enrolment.objects.filter(course=course, role="student").count() == 5

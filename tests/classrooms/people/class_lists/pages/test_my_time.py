"""A student asks for extra time; the instructors of the course answer."""

import pytest

from classrooms.models import Enrolment
from tests.classrooms.factories import course_of, enrol
from tests.games.factories import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def course():
    return course_of()


def asked(client, course, percent):
    return client.post("/my-time/", {"course": course.pk, "extra_time": percent})


def test_a_student_asks_and_whoever_runs_the_course_sees_it_and_answers(client, course):
    ada = person("ada")
    enrol(course, ada)
    client.force_login(ada)
    assert 'href="/my-time/"' in client.get("/account/").content.decode()

    assert asked(client, course, 400).status_code == 302
    assert "You have asked for 400 %" in " ".join(client.get("/my-time/").content.decode().split())
    assert Enrolment.objects.get(course=course, user=ada).extra_time == 0

    client.force_login(course.enrolments.get(role="instructor").user)
    assert "Asked for extra time" in client.get(f"/courses/{course.pk}/").content.decode()
    page = f"/courses/{course.pk}/people/{ada.pk}/"
    assert "Asks for 400 % of extra time." in " ".join(client.get(page).content.decode().split())
    client.post(page, {"name": "Ada", "student_number": "", "extra_time": 400})

    row = Enrolment.objects.get(course=course, user=ada)
    assert (row.extra_time, row.extra_time_asked) == (400, 0)
    assert "Asked for extra time" not in client.get(f"/courses/{course.pk}/").content.decode()


@pytest.mark.parametrize("percent", ["-1", "10000", "a lot", ""])
def test_what_is_no_percentage_is_refused(client, course, percent):
    ada = person("ada")
    enrol(course, ada)
    client.force_login(ada)

    refused = asked(client, course, percent)

    assert refused.status_code == 422
    assert "<title>Error: Extra time." in refused.content.decode()
    assert Enrolment.objects.get(course=course, user=ada).extra_time_asked == 0


def test_nobody_asks_in_a_course_that_they_are_no_student_of(client, course):
    client.force_login(course.enrolments.get(role="instructor").user)

    assert asked(client, course, 50).status_code == 422
    assert not Enrolment.objects.filter(extra_time_asked__gt=0).exists()

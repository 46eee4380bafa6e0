"""Pages of courses: the list, a new one, settings, the join code. Without scripts."""

import pytest

from classrooms.models import Course, Team
from tests.classrooms.factories import course_of, session_of
from tests.classrooms.people.class_lists.browsing import browser, counting, url, with_students
from tests.games.factories import NOW, person
from tests.games.web.forms import form_in, forms_in

pytestmark = pytest.mark.django_db


def test_the_list_shows_what_a_person_runs_and_takes_part_in(client, course, teacher):
    with_students(course, "Léa;;;Keystone", "Amir")
    session_of(course, started=True)
    joined = course_of(person("paul", display_name="Paul Roy"), [teacher], name="Statics")
    Team.objects.create(course=joined, name="Arch").members.add(teacher)
    course_of(teacher, name="Old", archived_at=NOW)

    found = client.get("/courses/").context["list"]

    assert [(line.course.name, line.students, line.teams, line.going_on) for line in found.run] == [
        ("Site management", 2, 2, 1)
    ]
    assert [(line.course.name, line.my_team, line.instructors) for line in found.joined] == [
        ("Statics", "Arch", ["Paul Roy"])
    ]
    assert [line.course.name for line in found.archived] == ["Old"]


def test_the_list_costs_the_same_for_one_course_and_three(client, teacher, django_assert_num_queries):
    course_of(teacher)
    client.get("/courses/")
    with django_assert_num_queries(7) as one:
        client.get("/courses/")
    for number in range(2):
        with_students(course_of(teacher), f"Léa {number};;;Keystone", f"Amir {number}")

    with django_assert_num_queries(len(one)):
        client.get("/courses/")


def test_nobody_s_list_is_empty_without_words(client):
    page = client.get("/courses/").content.decode()

    assert ("No course yet" in page, url("course-new") in page) == (True, True)
    assert url("course-new") not in browser(person()).get("/courses/").content.decode()


def test_who_may_create_courses_makes_one(client, teacher):
    answer = client.post("/courses/new/", {"name": "Roads", "term": "Autumn", "time_zone": "Europe/Paris"})

    course = Course.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (302, url("course", course.pk))
    assert (course.name, course.term, course.enrolments.get().user) == ("Roads", "Autumn", teacher)


def test_who_may_not_is_refused_and_nothing_is_made():
    client = browser(person())

    assert {client.get("/courses/new/").status_code, client.post("/courses/new/", {"name": "X"}).status_code} == {403}
    assert Course.objects.count() == 0


def test_a_course_without_a_name_keeps_what_was_typed(client):
    answer = client.post("/courses/new/", {"name": "", "term": "Autumn", "time_zone": "Europe/Paris"})

    assert (answer.status_code, 'value="Autumn"' in answer.content.decode()) == (422, True)


def test_settings_are_saved_and_the_code_stays_as_it_is(client, course):
    Course.objects.update(join_open=True)
    address = url("course-settings", course.pk)

    client.post(address, {"name": "Roads", "term": "", "time_zone": "America/Montreal"})
    refused = client.post(address, {"name": "", "term": "x", "time_zone": "Mars/Olympus"})

    course.refresh_from_db()
    assert (course.name, course.time_zone, course.join_open) == ("Roads", "America/Montreal", True)
    assert (refused.status_code, "Roads" in refused.content.decode()) == (422, True)


def test_a_course_is_put_away_and_brought_back(client, course):
    client.post(url("course-archive", course.pk))
    course.refresh_from_db()
    assert course.archived_at is not None

    client.post(url("course-archive", course.pk), {"action": "restore"})
    course.refresh_from_db()
    assert course.archived_at is None


def test_the_code_is_opened_closed_and_renewed(client, course):
    code = course.join_code
    seen = []
    for action in ("open", "close", "renew", "nonsense"):
        client.post(url("course-code", course.pk), {"action": action})
        course.refresh_from_db()
        seen.append((course.join_open, course.join_code == code))

    assert seen == [(True, True), (False, True), (False, False), (False, False)]


def test_the_qr_code_is_a_drawing_of_the_join_address(client, course):
    answer = client.get(url("course-qr", course.pk))

    assert (answer.headers["Content-Type"], b"<svg" in answer.content) == ("image/svg+xml", True)


def test_the_people_page_costs_the_same_for_few_and_300(client, course, django_assert_num_queries):
    with_students(course, *(f"Few {n};;;T{n % 2}" for n in range(3)))
    for name in ("course", "course-people", "course-teams", "course-links"):
        client.get(url(name, course.pk))
    counts = {}
    for name in ("course", "course-people", "course-teams", "course-links"):
        with counting() as seen:
            client.get(url(name, course.pk))
        counts[name] = len(seen)
    with_students(course, *(f"Many {n};m{n}@b.org;{n};T{n % 50}" for n in range(297)))

    for name, number in counts.items():
        with django_assert_num_queries(number):
            client.get(url(name, course.pk))


def test_the_forms_of_the_people_page_post_somewhere(client, course):
    with_students(course, "Léa")
    page = client.get(url("course-people", course.pk)).content.decode()

    assert {form.action for form in forms_in(page)} >= {
        url("course-person-add", course.pk),
        url("course-code", course.pk),
    }
    assert form_in(client.get(url("course-settings", course.pk)).content.decode(), "settings").fields["name"] == (
        "Site management"
    )

"""The pages that copy a session or a course, and the people who may use them."""

from datetime import UTC, datetime

import pytest

from classrooms.models import Course, Session
from tests.classrooms.factories import course_of, enrol, session_of
from tests.games.factories import person

pytestmark = pytest.mark.django_db

SUMMER = datetime(2126, 7, 1, 8, 0, tzinfo=UTC)


@pytest.fixture
def teacher():
    user = person("teacher")
    user.can_create_courses = True
    user.save()
    return user


@pytest.fixture
def desk(client, teacher):
    client.force_login(teacher)
    return client


def text(response):
    return " ".join(response.content.decode().split())


def test_the_page_of_a_copy_says_what_goes_along_and_makes_it_in_the_chosen_course(desk, teacher):
    source = session_of(course_of(teacher), started=True, starts_at=SUMMER)
    other = course_of(teacher, name="Next year")
    course_of(teacher, name="An old one", archived_at=SUMMER)
    page = desk.get(f"/sessions/{source.pk}/clone/")

    answer = desk.post(f"/sessions/{source.pk}/clone/", {"course": other.pk, "weeks": "2"})

    assert "Included in the copy" in text(page)
    assert "Not included" in text(page)
    assert ("Next year, Spring" in text(page), "An old one" in text(page)) == (True, False)
    draft = other.sessions.get()
    assert answer.headers["Location"] == f"/sessions/{draft.pk}/edit/"
    assert draft.starts_at == SUMMER.replace(day=15)


def test_weeks_that_are_none_are_refused_and_nothing_is_copied(desk, teacher):
    source = session_of(course_of(teacher))

    answer = desk.post(f"/sessions/{source.pk}/clone/", {"weeks": "-1"})

    assert (answer.status_code, Session.objects.count()) == (422, 1)


@pytest.mark.parametrize("role", ["assistant", "observer", "student"])
def test_a_session_goes_into_no_course_that_the_reader_does_not_manage(desk, teacher, role):
    source = session_of(course_of(teacher))
    other = course_of()
    enrol(other, teacher, role)

    answer = desk.post(f"/sessions/{source.pk}/clone/", {"course": other.pk})

    assert (answer.status_code, other.sessions.count()) == (403, 0)


@pytest.mark.parametrize("role", ["assistant", "observer", "student"])
def test_only_instructors_copy_a_session_or_a_course(client, role):
    helper = person("helper")
    helper.can_create_courses = True
    helper.save()
    source = session_of(course := course_of())
    enrol(course, helper, role)
    own = course_of(helper)
    client.force_login(helper)

    answers = [
        client.post(f"/sessions/{source.pk}/clone/", {"course": own.pk}),
        client.post(f"/courses/{course.pk}/copy/", {"name": "Mine"}),
    ]

    assert [answer.status_code for answer in answers] == [403, 403]
    assert (Session.objects.count(), Course.objects.count()) == (1, 2)


def test_a_course_is_copied_with_the_sessions_that_are_ticked(desk, teacher):
    course = course_of(teacher)
    first, second = session_of(course, title="One"), session_of(course, title="Two")
    rehearsal = session_of(course, title="Rehearsed", is_rehearsal=True)
    settings = text(desk.get(f"/courses/{course.pk}/settings/"))
    page = text(desk.get(f"/courses/{course.pk}/copy/"))
    assert f'href="/courses/{course.pk}/copy/"' in settings
    assert [title in page for title in ("One", "Two", "Rehearsed")] == [True, True, False]

    refused = desk.post(f"/courses/{course.pk}/copy/", {"name": "Next", "sessions": [rehearsal.pk]})
    answer = desk.post(f"/courses/{course.pk}/copy/", {"name": "Next", "term": "2027", "sessions": [first.pk]})

    made = Course.objects.exclude(pk=course.pk).get()
    assert (refused.status_code, answer.headers["Location"]) == (422, f"/courses/{made.pk}/")
    assert (made.name, made.term, made.sessions.get().cloned_from) == ("Next", "2027", first)
    assert second.clones.count() == 0


def test_a_new_session_offers_those_of_the_readers_other_courses(desk, teacher):
    earlier = session_of(course_of(teacher, name="Last year"), title="Played before")
    session_of(course_of(), title="Of somebody else")
    course = course_of(teacher, name="This year")

    page = text(desk.get(f"/courses/{course.pk}/sessions/new/"))
    desk.post(f"/sessions/{earlier.pk}/clone/", {"course": course.pk})

    assert ("Played before" in page, "Last year, Spring" in page, "Of somebody else" in page) == (True, True, False)
    assert course.sessions.get().cloned_from == earlier

"""The retention plan of a course on its page, on the overview and on Today."""

import pytest

from classrooms.models import Course, RetentionDeed
from games.platform import clock
from tests.classrooms.care.privacy.courses import at, day_passes, played
from tests.classrooms.factories import course_of, enrol
from tests.classrooms.people.class_lists.browsing import browser, counting
from tests.games.factories import person

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_broker(no_broker):
    """Send no tasks to workers."""


@pytest.fixture
def now(monkeypatch):
    """The day on which the pages are read."""
    moment = at(2027, 2, 5)
    monkeypatch.setattr(clock, "now", lambda: moment)
    return moment


@pytest.fixture
def teacher():
    return person("claire")


@pytest.fixture
def course(teacher, now):
    course = course_of(teacher, [person("lea")])
    played(course, [course.enrolments.get(role="student").user])
    day_passes(course, at(2027, 1, 31))
    return course


def page(user, address, language="en"):
    return browser(user).get(address, headers={"accept-language": language}).content.decode()


def test_the_page_says_what_goes_when_and_what_was_done(course, teacher):
    text = page(teacher, f"/courses/{course.pk}/retention/")

    assert [day in text for day in ("2 March 2027", "2 September 2027", "2 March 2028")] == [True] * 3
    assert "Instructors were told that papers go on 2 March 2027." in text


def test_today_and_the_overview_say_what_goes_soon(course, teacher):
    for address in ("/today/", f"/courses/{course.pk}/"):
        text = page(teacher, address)
        assert ("Goes soon" in text, "2 March 2027" in text) == (True, True), address


def test_nothing_is_said_of_a_course_whose_day_is_far(teacher, course):
    Course.objects.filter(pk=course.pk).update(papers_months=20, talk_months=20)

    assert "Goes soon" not in page(teacher, "/today/")


def test_another_course_is_not_told_of(course):
    assert "Goes soon" not in page(course_of(person("other")).enrolments.get().user, "/today/")


def test_instructors_change_it_and_say_why(course, teacher):
    client, address = browser(teacher), f"/courses/{course.pk}/retention/"

    without = client.post(address, {"papers_months": "24"})
    with_reason = client.post(address, {"papers_months": "24", "reason": "A study of the reports"})

    assert (without.status_code, "Say why" in without.content.decode()) == (422, True)
    assert with_reason.status_code == 302
    assert Course.objects.get(pk=course.pk).papers_months == 24
    assert "A study of the reports" in page(teacher, address)


@pytest.mark.parametrize(
    ("role", "reads", "writes"), [("assistant", 200, 403), ("observer", 200, 403), ("student", 403, 403)]
)
def test_only_instructors_change_it(course, role, reads, writes):
    client, address = browser(enrol(course, person(role), role)), f"/courses/{course.pk}/retention/"

    assert (client.get(address).status_code, client.post(address, {}).status_code) == (reads, writes)
    assert RetentionDeed.objects.filter(kind="changed").count() == 0


def test_the_clocks_of_several_courses_take_as_many_queries_as_one(course, teacher):
    numbers = []
    for _time in range(2):
        with counting() as asked:
            page(teacher, "/today/")
        numbers.append(len(asked))
        other = course_of(teacher, [person()])
        played(other, [other.enrolments.get(role="student").user])
        Course.objects.filter(pk=other.pk).update(archived_at=at(2026, 4, 1))
        day_passes(other, at(2027, 1, 31))

    assert numbers[0] == numbers[1]

"""A person is erased while marks can be appealed against: the marks stay sealed until that period is over."""

from datetime import date

import pytest
from django.core.management import CommandError, call_command

from classrooms.assess.grading.appeal import seal_open, seals_forget
from classrooms.care.erasure.jobs import LOOK, look
from classrooms.care.erasure.services.people import erasure_foreseen, person_erase
from classrooms.models import KeptMark, KeptMarkLook, Mark, PublishedGrade
from games.models import Job
from games.platform import clock
from games.platform.errors import BadRequest
from tests.classrooms.care.privacy.courses import at, played
from tests.classrooms.factories import course_of, enrol
from tests.classrooms.people.class_lists.browsing import browser
from tests.classrooms.people.class_lists.erasing import found_in_tables, verify_all
from tests.games.factories import NOW, PASSWORD, person

pytestmark = pytest.mark.django_db
NAME, MAIL, NUMBER = "Zéphyrine Quillfeather", "zq@example.org", "ZQ-4711"
PUBLISHED = at(2026, 3, 10)
LAST = date(2026, 5, 10)


@pytest.fixture(autouse=True)
def _no_broker(no_broker):
    """Send no tasks to workers."""


@pytest.fixture
def now(monkeypatch):
    """The day on which pages are read, three weeks after the marks."""
    moment = at(2026, 4, 1)
    monkeypatch.setattr(clock, "now", lambda: moment)
    return moment


@pytest.fixture
def teacher():
    return person("claire")


@pytest.fixture
def zoe():
    return person("zq", display_name=NAME, email=MAIL)


@pytest.fixture
def session(teacher, zoe):
    course = course_of(teacher)
    enrol(course, zoe, student_number=NUMBER)
    return played(course, [zoe, enrol(course, person("mate"))], graded_at=PUBLISHED)


def url(session):
    return f"/sessions/{session.pk}/grades/appeals/"


def test_the_name_is_left_under_seal_and_nowhere_else(session, zoe):
    PublishedGrade.objects.filter(user=zoe).update(content={"lines": [], "with": NAME})

    person_erase(user=zoe, now=at(2026, 4, 1))

    assert found_in_tables((NAME, MAIL, NUMBER, "Quillfeather")) == sorted(
        [
            ("classrooms.KeptMark.email", MAIL),
            ("classrooms.KeptMark.name", NAME),
            ("classrooms.KeptMark.name", "Quillfeather"),
            ("classrooms.KeptMark.student_number", NUMBER),
        ]
    )
    kept = KeptMark.objects.get()
    assert (kept.final, kept.until, kept.published_at, kept.book) == ("14.0", LAST, PUBLISHED, session.grade_book)
    assert (Mark.objects.filter(user=zoe).count(), PublishedGrade.objects.filter(user=zoe).count()) == (0, 0)
    assert [field.name for field in KeptMark._meta.get_fields() if field.is_relation] == ["book"]
    verify_all()


@pytest.mark.parametrize(("moment", "kept"), [(at(2026, 5, 10, 20), 1), (at(2026, 5, 11), 0)])
def test_after_the_last_day_nothing_is_kept(session, zoe, moment, kept):
    person_erase(user=zoe, now=moment)

    assert KeptMark.objects.count() == kept


def test_a_mark_that_nobody_was_told_goes_at_once(session, zoe):
    session.grade_book.published.filter(user=zoe).update(final="", state="")

    person_erase(user=zoe, now=at(2026, 4, 1))

    assert KeptMark.objects.count() == 0


def test_looking_what_an_erasure_would_do_seals_nothing(session, zoe):
    erasure_foreseen(user=zoe)

    assert KeptMark.objects.count() == 0


def test_workers_delete_what_is_over_and_keep_who_looked(session, zoe, teacher, monkeypatch):
    person_erase(user=zoe, now=at(2026, 4, 1))
    seal_open(book=session.grade_book, by=teacher, reason="appeal", now=at(2026, 4, 2))
    assert seals_forget(now=at(2026, 5, 11, 6)) == 0
    monkeypatch.setattr(clock, "now", lambda: at(2026, 5, 12))

    look(Job.objects.create(kind=LOOK, subject="courses", created_at=NOW))

    assert (KeptMark.objects.count(), KeptMarkLook.objects.count()) == (0, 1)


def test_a_seal_is_opened_with_a_reason_that_is_noted(session, zoe, teacher, now):
    person_erase(user=zoe, now=now)
    client = browser(teacher)

    closed = client.get(url(session)).content.decode()
    without = client.post(url(session), {"reason": "  "})
    opened = client.post(url(session), {"reason": "She wrote on 2 April"})

    assert (NAME in closed, KeptMark.objects.get().key in closed) == (False, True)
    assert (without.status_code, NAME in without.content.decode()) == (422, False)
    assert [word in opened.content.decode() for word in (NAME, MAIL, NUMBER, "14.0", "Oral")] == [True] * 5
    assert opened.headers["Cache-Control"] == "no-store, private, no-cache"
    look = KeptMarkLook.objects.get()
    assert (look.by, look.reason, look.number, look.at) == (teacher, "She wrote on 2 April", 1, now)
    assert NAME not in client.get(url(session)).content.decode()
    assert url(session) in client.get(f"/sessions/{session.pk}/grades/").content.decode()


def test_what_is_over_is_not_opened_even_before_it_is_deleted(session, zoe, teacher):
    person_erase(user=zoe, now=at(2026, 4, 1))

    assert seal_open(book=session.grade_book, by=teacher, reason="late", now=at(2026, 5, 11)) == []


@pytest.mark.parametrize("role", ["assistant", "observer", "student"])
def test_only_instructors_open_it(session, zoe, role, now):
    person_erase(user=zoe, now=now)
    client = browser(enrol(session.course, person(role), role))

    assert (client.get(url(session)).status_code, client.post(url(session), {"reason": "x"}).status_code) == (403, 403)
    assert KeptMarkLook.objects.count() == 0


def test_instructors_of_another_course_learn_nothing(session, zoe, now):
    stranger = course_of(person("other")).enrolments.get().user

    assert browser(stranger).get(url(session)).status_code == 404


def test_no_reason_or_one_on_two_lines_opens_nothing(session, teacher):
    for reason in ("", "x" * 301, "a\0b"):
        with pytest.raises(BadRequest):
            seal_open(book=session.grade_book, by=teacher, reason=reason)
    assert KeptMarkLook.objects.count() == 0


def test_the_person_is_told_before_with_the_day(session, zoe, now):
    client = browser(zoe)

    text = client.get("/account/data/").content.decode()

    assert ("stay under seal" in text, "until 10 May 2026" in text) == (True, True)
    client.post("/account/data/erase/", {"sure": "1", "password": PASSWORD})
    assert KeptMark.objects.get().name == NAME


def test_who_has_no_such_marks_is_told_nothing(now):
    assert "under seal" not in browser(person()).get("/account/data/").content.decode()


def test_the_operator_is_told_too(session, zoe, now):
    with pytest.raises(CommandError, match="stays under seal until 2026-05-10"):
        call_command("erase_person", "zq")

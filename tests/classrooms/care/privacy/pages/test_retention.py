"""Papers, then chat messages, then names of a course are deleted on their day, after a notice to the instructors."""

from datetime import date, timedelta

import pytest
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.sessions.models import Session as SignIn
from django.core.exceptions import ValidationError

from classrooms.assess.reports.papers import described
from classrooms.care.erasure.jobs import LOOK, carry_out, course_do, look, sign_ins_forget
from classrooms.care.erasure.queries import person_data
from classrooms.care.erasure.services.people import participation_cut, person_erase
from classrooms.care.privacy.changing import retention_change
from classrooms.care.privacy.clock import clock_of, months_after
from classrooms.models import (
    Course,
    Enrolment,
    Mark,
    Paper,
    PublishedGrade,
    QuizAnswer,
    RetentionDeed,
    RetentionNotice,
    RosterImport,
    SessionQuestion,
    Step,
    SurveyAnswer,
    User,
)
from classrooms.people.class_lists.services.detach_person import COURSE_OF, MATCH_OF, STAYS
from classrooms.people.class_lists.services.merge import pointers_to_people
from games.models import Job, Message, Move, SeatHolder
from tests.classrooms.care.privacy.courses import END, at, day_passes, mailed, played
from tests.classrooms.factories import course_of, enrol
from tests.classrooms.people.class_lists.erasing import found_in_tables, verify_all
from tests.games.factories import NOW, PASSWORD, person

pytestmark = pytest.mark.django_db
WORDS = ("a word of the table", "a word of the survey", "a word on a mate")
ZOE = "Zéphyrine Quillfeather"


@pytest.fixture(autouse=True)
def _no_broker(no_broker):
    """Send no tasks to workers."""


@pytest.fixture
def teacher():
    return person("claire")


@pytest.fixture
def zoe():
    return person("zq@example.org", display_name=ZOE, email="zq@example.org")


@pytest.fixture
def mate():
    return person("mate")


@pytest.fixture
def course(teacher, zoe, mate):
    return course_of(teacher, [zoe, mate])


def hands(course, moment):
    return [
        (hand.step.value, hand.due_on, hand.erased_on)
        for hand in clock_of(Course.objects.get(pk=course.pk), moment).hands
    ]


def record():
    """The data that an erasure leaves unchanged: moves with their hashes and seats, without names."""
    return [(m.number, m.state_hash, m.seat, m.kind, m.author_kind) for m in Move.objects.order_by("pk")]


def test_a_month_later_is_the_same_day_or_the_last():
    assert [months_after(date(2026, 1, 31), n) for n in (0, 1, 12, 13)] == [
        date(2026, 1, 31),
        date(2026, 2, 28),
        date(2027, 1, 31),
        date(2027, 2, 28),
    ]


def test_the_whole_life_of_a_course(course, teacher, zoe, mate):
    session = played(course, [zoe, mate])
    before = record()
    assert hands(course, END) == [
        ("papers", date(2027, 3, 2), None),
        ("talk", date(2027, 9, 2), None),
        ("names", date(2028, 3, 2), None),
    ]
    assert day_passes(course, at(2027, 1, 30)) == []
    assert mailed() == []

    assert day_passes(course, at(2027, 1, 31)) == []
    assert mailed() == [("claire@example.org", "What goes soon in Site management")]
    assert day_passes(course, at(2027, 2, 23)) == []
    assert len(mailed()) == 1
    assert day_passes(course, at(2027, 3, 1)) == []
    assert (mailed(), Paper.objects.count()) == ([], 1)

    assert day_passes(course, at(2027, 3, 2)) == ["papers"]
    assert (Paper.objects.count(), Message.objects.count()) == (0, 1)
    assert day_passes(course, at(2027, 3, 3)) == []

    day_passes(course, at(2027, 8, 3))
    assert day_passes(course, at(2027, 9, 2)) == ["talk"]
    assert found_in_tables(WORDS) == []
    assert SurveyAnswer.objects.get().value == 4
    assert Enrolment.objects.get(user=zoe).left_at is None

    day_passes(course, at(2028, 2, 1))
    assert day_passes(course, at(2028, 3, 2)) == ["names"]
    assert found_in_tables((ZOE, "zq@example.org", "Quillfeather")) == []
    assert [row.erased_at is not None for row in User.objects.order_by("pk") if row != teacher] == [True, True]
    assert Course.objects.get().archived_at == at(2028, 3, 2)
    assert record() == before
    verify_all()
    session.refresh_from_db()
    assert (session.finished_at, session.session_teams.get().match.debrief.facts["messages"]) == (END, [])
    done = RetentionDeed.objects.filter(kind="erased").order_by("pk").values_list("step", "number")
    assert list(done) == [("papers", 1), ("talk", 1), ("names", 2)]
    assert [erased for _step, _due, erased in hands(course, at(2028, 3, 3))] == [
        date(2027, 3, 2),
        date(2027, 9, 2),
        date(2028, 3, 2),
    ]


def test_nothing_goes_before_instructors_were_told_for_30_days(course, zoe):
    played(course, [zoe])

    assert day_passes(course, at(2030, 1, 1)) == []
    assert hands(course, at(2030, 1, 5))[0][1] == date(2030, 1, 31)
    assert day_passes(course, at(2030, 1, 30)) == []
    assert day_passes(course, at(2030, 1, 31)) == ["papers", "talk", "names"]


def test_every_piece_may_be_done_twice(course, zoe, mate):
    played(course, [zoe, mate])
    day_passes(course, at(2030, 1, 1))
    day_passes(course, at(2030, 1, 31))
    after = (record(), list(RetentionDeed.objects.values_list("pk", flat=True)), list(User.objects.values()))

    assert day_passes(course, at(2030, 1, 31, 11)) == []
    assert (record(), list(RetentionDeed.objects.values_list("pk", flat=True)), list(User.objects.values())) == after


def test_a_worker_that_dies_between_two_people_leaves_the_rest_to_the_next(course, zoe, mate):
    played(course, [zoe, mate])
    retention_months(course, papers=0, talk=0, names=0)
    day_passes(course, at(2030, 1, 1))

    def dies():
        if User.objects.filter(erased_at__isnull=False).exists():
            raise InterruptedError

    with pytest.raises(InterruptedError):
        course_do(course, now=at(2030, 1, 31), progress=dies)
    assert User.objects.filter(erased_at__isnull=False).count() == 1
    assert RetentionDeed.objects.filter(kind="erased", step="names").count() == 0

    assert day_passes(course, at(2030, 1, 31)) == ["names"]
    assert User.objects.filter(erased_at__isnull=False).count() == 2


def retention_months(course, **months):
    Course.objects.filter(pk=course.pk).update(**{f"{step}_months": number for step, number in months.items()})
    course.refresh_from_db()


def test_mails_go_out_by_day_and_once(course, teacher, zoe):
    played(course, [zoe])

    day_passes(course, at(2027, 1, 31, 3))
    assert mailed() == []
    day_passes(course, at(2027, 1, 31, 10))
    day_passes(course, at(2027, 1, 31, 11))

    assert len(mailed()) == 1
    assert RetentionNotice.objects.get().mail_sent_at == at(2027, 1, 31, 10)


def test_who_wants_no_mail_is_told_on_the_page_only(course, teacher, zoe, client):
    type(teacher).objects.update(mail_notifications=False)
    played(course, [zoe])

    day_passes(course, at(2027, 1, 31))

    assert (mailed(), RetentionNotice.objects.get().user) == ([], teacher)


def test_marks_that_can_be_appealed_against_hold_everything(course, zoe, mate):
    played(course, [zoe, mate], graded_at=at(2030, 1, 10))
    day_passes(course, at(2030, 1, 11))

    clock = clock_of(course, at(2030, 1, 11))
    assert {(hand.appeal_until, hand.due_on) for hand in clock.hands} == {(date(2030, 3, 10), date(2030, 3, 11))}
    day_passes(course, at(2030, 2, 9))
    assert day_passes(course, at(2030, 3, 10)) == []
    assert PublishedGrade.objects.count() == 2
    assert day_passes(course, at(2030, 3, 11)) == ["papers", "talk", "names"]
    assert (PublishedGrade.objects.count(), Mark.objects.count()) == (0, 0)


def test_a_person_in_two_courses_keeps_the_account_and_the_other_course(course, teacher, zoe, mate):
    session = played(course, [zoe, mate])
    other = course_of(person("other-teacher"), [zoe], name="Another")
    question = SessionQuestion.objects.create(session=session, bank_key="one")
    QuizAnswer.objects.create(question=question, user=zoe, choice=1, is_right=True, created_at=NOW)
    there = played(other, [zoe])
    before = record()

    day_passes(course, at(2030, 1, 1))
    day_passes(course, at(2030, 1, 31))

    zoe.refresh_from_db()
    assert (zoe.display_name, zoe.erased_at, zoe.is_active) == (ZOE, None, True)
    assert list(Enrolment.objects.filter(user=zoe).values_list("course__name", flat=True)) == ["Another"]
    kept = person_data(user=zoe)
    assert {row["match"] for row in kept["seats"]} == {there.session_teams.get().match_id}
    assert kept["quiz_answers"] == []
    nobody = QuizAnswer.objects.get().user
    assert (nobody.get_full_name(), nobody.is_active) == ("Erased person", False)
    holders = SeatHolder.objects.filter(seat__match=session.session_teams.get().match).order_by("seat__index")
    assert [holder.user.get_full_name() for holder in holders][0] == "Erased person"
    assert ZOE not in str(session.session_teams.get().match.debrief.facts)
    assert ZOE in str(there.session_teams.get().match.debrief.facts)
    assert record() == before
    verify_all()


def test_the_last_course_of_a_person_takes_the_account_along(course, zoe):
    played(course, [zoe])
    other = course_of(person("other-teacher"), [zoe], name="Another")
    played(other, [zoe])
    for each in (course, other):
        day_passes(each, at(2030, 1, 1))
        day_passes(each, at(2030, 1, 31))

    zoe.refresh_from_db()
    assert (zoe.erased_at, zoe.display_name) == (at(2030, 1, 31), "")


def test_every_column_that_names_a_person_is_handed_over_or_the_accounts_own():
    tables = {model._meta.label for model, _column in pointers_to_people()}

    assert tables == {*COURSE_OF, *MATCH_OF, *STAYS}


def test_who_is_still_staff_keeps_name_and_access(course, teacher, zoe):
    assistant = enrol(course, person("assi"), "assistant")
    gone = enrol(course, person("gone"), "assistant", left_at=NOW)
    played(course, [zoe])
    day_passes(course, at(2030, 1, 1))
    day_passes(course, at(2030, 1, 31))

    assert {user.username for user in User.objects.filter(erased_at=None)} == {teacher.username, assistant.username}
    assert not User.objects.filter(pk=gone.pk).exists()


def test_a_course_whose_instructor_was_erased_goes_on_without_anybody_to_tell(course, teacher, zoe):
    played(course, [zoe])
    type(course).objects.update(archived_at=NOW)
    person_erase(user=teacher, now=NOW)

    assert day_passes(course, at(2030, 1, 1)) == []
    assert (mailed(), RetentionNotice.objects.count()) == ([], 0)
    assert day_passes(course, at(2030, 1, 31)) == ["papers", "talk", "names"]


def test_class_lists_are_emptied(course, teacher, zoe):
    played(course, [zoe])
    RosterImport.objects.create(
        course=course,
        source="l3.csv",
        lines=[{"name": "Never Came"}],
        notes=[["sums", {"what": "Never Came"}]],
        created_by=teacher,
        created_at=NOW,
    )
    day_passes(course, at(2030, 1, 1))
    day_passes(course, at(2030, 1, 31))

    assert [(row.lines, row.notes, row.source) for row in RosterImport.objects.all()] == [([], [], "")]


def test_a_course_in_use_begins_its_months_anew(course, zoe):
    played(course, [zoe])
    day_passes(course, at(2030, 1, 1))
    retention_months(course, talk=36, names=36)
    day_passes(course, at(2030, 1, 31))
    again = played(course, [zoe])
    type(again).objects.filter(pk=again.pk).update(finished_at=at(2030, 2, 5))

    assert [erased for _step, _due, erased in hands(course, at(2030, 2, 6))] == [None, None, None]
    assert hands(course, at(2030, 2, 6))[0][1] == date(2031, 2, 5)


def test_papers_that_were_asked_for_again_stay_a_day(course, zoe):
    session = played(course, [zoe])
    retention_months(course, talk=36, names=60)
    day_passes(course, at(2027, 2, 1))
    day_passes(course, at(2027, 3, 3))
    paper = described("team", "fr", match=session.session_teams.get().match)
    paper.file, paper.made_at = "x.pdf", at(2027, 4, 1)
    paper.save()

    day_passes(course, at(2027, 4, 1, 12))
    assert Paper.objects.count() == 1
    day_passes(course, at(2027, 4, 2, 12))

    assert Paper.objects.count() == 0
    assert RetentionDeed.objects.filter(kind="erased").count() == 1


def test_a_site_that_keeps_everything_has_no_clock(course, zoe, domego):
    domego.RETENTION = False
    played(course, [zoe])

    assert clock_of(course, END) is None
    assert day_passes(course, at(2040, 1, 1)) == []
    assert RetentionDeed.objects.count() == 0


def test_instructors_prolong_with_a_reason_up_to_the_sites_maximum(course, teacher, zoe):
    played(course, [zoe])
    day_passes(course, at(2027, 2, 10))
    months = {Step.PAPERS: 24, Step.TALK: None, Step.NAMES: None}

    with pytest.raises(ValidationError, match="Say why"):
        retention_change(course_id=course.pk, by=teacher, ends_on=None, months=months, now=at(2027, 2, 11))
    with pytest.raises(ValidationError, match="36 months at most"):
        retention_change(
            course_id=course.pk, by=teacher, ends_on=None, months={**months, Step.PAPERS: 37}, reason="A study"
        )
    retention_change(
        course_id=course.pk, by=teacher, ends_on=None, months=months, reason=" A  study ", now=at(2027, 2, 11)
    )

    assert [due for _step, due, _erased in hands(course, at(2027, 2, 11))] == [date(2028, 3, 2)] * 3
    deed = RetentionDeed.objects.get(kind="changed")
    assert (deed.reason, deed.by, deed.at) == ("A study", teacher, at(2027, 2, 11))
    assert day_passes(course, at(2027, 3, 20)) == []
    assert Paper.objects.count() == 1


def test_a_plan_that_was_changed_and_changed_back_is_told_anew(course, teacher, zoe):
    played(course, [zoe])
    day_passes(course, at(2027, 2, 1))
    assert len(mailed()) == 1
    months = dict.fromkeys(Step)

    def end(day, moment):
        retention_change(course_id=course.pk, by=teacher, ends_on=day, months=months, reason="exam", now=moment)

    end(date(2027, 1, 1), at(2027, 2, 2))
    end(None, at(2027, 8, 1))

    assert day_passes(course, at(2027, 8, 2)) == []
    assert mailed() == [("claire@example.org", "What goes soon in Site management")]
    assert day_passes(course, at(2027, 8, 31)) == []
    assert day_passes(course, at(2027, 9, 1)) == ["papers"]


def test_what_did_not_go_for_long_is_told_anew(course, zoe):
    """Meanwhile a session was planned and deleted again, so that the plan is unchanged."""
    played(course, [zoe])
    day_passes(course, at(2027, 2, 1))
    mailed()

    assert day_passes(course, at(2027, 3, 20)) == []

    assert mailed() == [("claire@example.org", "What goes soon in Site management")]
    assert hands(course, at(2027, 3, 20))[0][1] == date(2027, 4, 19)
    assert day_passes(course, at(2027, 4, 19)) == ["papers"]


def test_a_course_that_cannot_be_looked_at_holds_no_other_up(course, teacher, zoe, monkeypatch):
    broken = course_of(teacher, [], name="Broken")
    Course.objects.filter(pk=broken.pk).update(time_zone="Nowhere/At_all", created_at=NOW)
    played(course, [zoe])
    monkeypatch.setattr("games.platform.clock.now", lambda: at(2030, 1, 1))

    with pytest.raises(ExceptionGroup) as found:
        look(Job.objects.create(kind=LOOK, subject="courses", created_at=NOW))

    assert [fault.__notes__ for fault in found.value.exceptions] == [[f"Course {broken.pk}"]]
    assert set(RetentionDeed.objects.values_list("course", "kind")) == {(course.pk, "told")}


def test_sign_ins_and_attempts_go_after_three_months(client, zoe, settings):
    settings.AXES_ENABLE_ACCESS_FAILURE_LOG = True
    now, kept = at(2026, 6, 30), (AccessAttempt, AccessFailureLog, AccessLog)
    for name, password in (("old", "wrong"), ("new", "wrong"), (zoe.username, PASSWORD)):
        client.post("/sign-in/", {"username": name, "password": password})
    days = {"old": 91, "new": 89, zoe.username: 91}
    for model in kept:
        for row in model.objects.all():
            model.objects.filter(pk=row.pk).update(attempt_time=now - timedelta(days=days[row.username]))
    assert [model.objects.count() for model in kept] == [2, 2, 1]
    SignIn.objects.update(expire_date=now + timedelta(seconds=1))
    SignIn.objects.create(session_key="over", expire_date=now - timedelta(seconds=1))

    sign_ins_forget(now=now)

    assert [[row.username for row in model.objects.all()] for model in kept] == [["new"], ["new"], []]
    assert [row.session_key for row in SignIn.objects.all()] == [client.session.session_key]


def test_an_end_that_was_set_holds_but_not_above_the_maximum(course, teacher, zoe):
    played(course, [zoe])
    months = dict.fromkeys(Step)

    retention_change(
        course_id=course.pk, by=teacher, ends_on=date(2026, 7, 1), months=months, reason="exam in June", now=END
    )
    assert hands(course, END)[0][1] == date(2027, 7, 1)
    retention_change(
        course_id=course.pk, by=teacher, ends_on=date(2099, 7, 1), months=months, reason="for ever", now=END
    )

    assert [due for _step, due, _erased in hands(course, END)] == [
        date(2029, 3, 2),
        date(2029, 3, 2),
        date(2031, 3, 2),
    ]


def test_workers_look_at_all_courses_and_do_what_is_due(course, zoe, monkeypatch):
    played(course, [zoe])
    moment = at(2030, 1, 1)
    monkeypatch.setattr("games.platform.clock.now", lambda: moment)
    job = Job.objects.create(kind=LOOK, subject="courses", created_at=NOW)
    look(job)
    assert Job.objects.filter(kind="retention").count() == 0
    moment += timedelta(days=30)
    look(job)

    carry_out(Job.objects.get(kind="retention", subject=str(course.pk)))

    assert RetentionDeed.objects.filter(kind="erased").count() == 3


def test_a_cut_leaves_what_the_person_is_elsewhere(course, zoe, mate):
    played(course, [zoe, mate])

    nobody = participation_cut(user=zoe, course=course, now=END)

    zoe.refresh_from_db()
    assert (zoe.display_name, nobody.erased_at) == (ZOE, END)
    assert found_in_tables((ZOE,)) == [("classrooms.User.display_name", ZOE)]
    verify_all()

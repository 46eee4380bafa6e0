"""Marks for a platform: sent after publication, compared with the platform's value first, and never over a mark changed
there."""

from datetime import timedelta

import pytest

from classrooms.assess.grading.services.grades import mark_set
from classrooms.assess.grading.services.publishing import grades_publish
from classrooms.connect.lms import jobs, keys
from classrooms.connect.lms.faults import LmsFault
from classrooms.connect.lms.mark_states import Event
from classrooms.connect.lms.services import scores, sending, ways_in
from classrooms.models import FinalChoice, GradeBook, LmsLineItem, LmsPerson, LmsScore
from games.models import Job
from games.platform import clock
from tests.classrooms.connect.lms.marks import (
    SECOND,
    leave_empty,
    open_column,
    published,
    send,
    set_mark,
    shown,
    states,
)


def test_nothing_is_sent_before_marks_are_published(here, platform, graded):
    item = open_column(here, graded)
    set_mark(graded, "student-1", 7500)

    assert send(item) == 0
    assert (platform.items, platform.marks, states(item)) == ({}, {}, {})


def test_published_marks_arrive_with_reason_and_link_in_a_column_that_is_made_once(here, platform, graded):
    open_column(here, graded)
    item = published(here, graded, {"student-1": 7500, "student-2": 6000})

    assert send(item) == 2

    assert [(row["label"], row["scoreMaximum"], row["tag"]) for row in platform.items.values()] == [
        ("Tuesday workshop", 20, "domego-marks")
    ]
    assert shown(platform) == {"student-1": 15.0, "student-2": 12.0}
    comment = platform.marks["1", "student-1"]["comment"]
    assert comment == f"Oral exam. More in {ways_in.mark_url(lms_course=here, play_session=graded)}"
    assert states(item) == {"student-1": "sent", "student-2": "sent"}
    assert send(item) == 0
    grades_publish(play_session=graded, incomplete=True)
    assert send(item) == 0
    assert len(platform.sent) == 2


def test_a_long_reason_is_cut_and_the_address_is_not(here, platform, graded):
    open_column(here, graded)
    set_mark(graded, "student-1", 7500, reason="Because of the crane " * 12)
    user = LmsPerson.objects.get(subject="student-1").user
    for line in GradeBook.objects.get(session=graded).lines.all():
        mark_set(line=line, user_id=user.pk, points=100, by=None, reason="The crane stood still. " * 8)
    grades_publish(play_session=graded, incomplete=True)

    comment = LmsScore.objects.get(person__subject="student-1").comment
    url = ways_in.mark_url(lms_course=here, play_session=graded)
    assert (len(comment), comment.endswith(f" More in {url}")) == (600, True)


def test_an_unfinished_mark_says_in_its_comment_what_is_missing(here, platform, graded):
    open_column(here, graded)
    book = GradeBook.objects.get(session=graded)
    book.lines.exclude(kind="project").delete()
    book.lines.create(kind="manual", title="Oral", weight=5, position=9)
    FinalChoice.objects.all().delete()
    grades_publish(play_session=graded)

    comment = LmsScore.objects.get(person__subject="student-1").comment
    assert comment.startswith("Unfinished: Oral. More in ")


def test_a_mark_that_was_changed_there_is_a_conflict_and_stays(here, platform, graded):
    open_column(here, graded)
    item = published(here, graded, {"student-1": 7500, "student-2": 6000})
    send(item)
    platform.change("1", "student-1", 18.0)

    published(here, graded, {"student-1": 8000, "student-2": 6500})
    send(item, later=SECOND * 10)

    assert shown(platform) == {"student-1": 18.0, "student-2": 13.0}
    row = LmsScore.objects.get(person__subject="student-1")
    assert (row.state, row.found, row.wanted, row.sent) == ("conflict", "18", 1600, 1500)

    scores.score_change(score=row, event=Event.OVERWRITE)
    send(item, later=SECOND * 20)

    assert shown(platform) == {"student-1": 16.0, "student-2": 13.0}
    assert states(item) == {"student-1": "sent", "student-2": "sent"}


def test_a_mark_that_the_platform_keeps_although_it_took_ours_is_not_called_sent(here, platform, graded):
    open_column(here, graded)
    item = published(here, graded, {"student-1": 7500})
    send(item)
    platform.change("1", "student-1", 18.0)
    platform.overridden.add(("1", "student-1"))
    row = LmsScore.objects.get(person__subject="student-1")
    scores.score_change(score=row, event=Event.RESEND)
    send(item, later=SECOND * 10)

    scores.score_change(score=row, event=Event.OVERWRITE)
    send(item, later=SECOND * 20)

    row.refresh_from_db()
    assert (row.state, row.found, row.fault, row.is_sure) == ("conflict", "18", "kept_there", False)


def test_a_mark_that_was_there_before_ours_is_a_conflict_too(here, platform, graded):
    item = open_column(here, graded)
    sending._column_make(item, here.deployment.platform, clock.now())
    platform.change("1", "student-1", 3.0)

    published(here, graded, {"student-1": 7500})
    send(item)

    assert shown(platform)["student-1"] == 3.0
    assert states(item)["student-1"] == "conflict"


def test_a_mark_that_somebody_emptied_there_is_a_conflict(here, platform, graded):
    open_column(here, graded)
    item = published(here, graded, {"student-1": 7500})
    send(item)
    platform.change("1", "student-1", None)
    published(here, graded, {"student-1": 8000})

    send(item, later=SECOND * 10)

    row = LmsScore.objects.get(person__subject="student-1")
    assert (row.state, row.found, shown(platform)["student-1"]) == ("conflict", "", None)


def test_absent_is_no_score_and_a_mark_there_goes_only_when_somebody_says_so(here, platform, graded):
    open_column(here, graded)
    item = published(here, graded, {"student-1": 7500})
    send(item)
    user = LmsPerson.objects.get(subject="student-1").user
    leave_empty(graded, user)
    grades_publish(play_session=graded, incomplete=True)

    assert send(item, later=SECOND * 10) == 0
    row = LmsScore.objects.get(person__subject="student-1")
    assert (row.state, row.wanted, shown(platform)["student-1"]) == ("asks", None, 15.0)

    scores.score_change(score=row, event=Event.TAKE_BACK)
    send(item, later=SECOND * 20)

    row.refresh_from_db()
    assert (row.state, row.sent, shown(platform)["student-1"]) == ("none", None, None)
    assert platform.sent[-1]["gradingProgress"] == "NotReady"


def test_a_platform_that_is_away_for_an_hour_gets_each_mark_once_in_its_last_state(here, platform, graded):
    open_column(here, graded)
    platform.wrong["/token"] = [(503, {"Retry-After": "120"}, {})] * 9
    item = published(here, graded, {"student-1": 7500, "student-2": 6000})
    assert send(item) == 0
    assert states(item) == {"student-1": "waiting", "student-2": "waiting"}
    assert set(LmsScore.objects.values_list("fault", flat=True)) == {"busy"}
    published(here, graded, {"student-1": 8000})
    for minutes in (5, 20, 45):
        send(item, later=timedelta(minutes=minutes))
    platform.wrong.clear()

    send(item, later=timedelta(hours=3))

    assert shown(platform) == {"student-1": 16.0, "student-2": 12.0}
    assert [row["userId"] for row in platform.sent] == ["student-1", "student-2"]


def test_a_mark_whose_answer_was_lost_is_not_sent_twice(here, platform, graded):
    open_column(here, graded)
    item = published(here, graded, {"student-1": 7500})
    mark = LmsScore.objects.get(person__subject="student-1")
    send(item)
    LmsScore.objects.filter(pk=mark.pk).update(
        state="waiting", next_at=clock.now(), attempts=1, sent=None, sent_at=None, tried=1500
    )

    send(item, later=SECOND * 10)

    assert len([row for row in platform.sent if row["userId"] == "student-1"]) == 1
    assert states(item)["student-1"] == "sent"


def test_after_days_a_mark_is_given_up_and_says_why(here, platform, graded):
    open_column(here, graded)
    item = published(here, graded, {"student-1": 7500})
    platform.wrong["/token"] = [(500, {}, {})] * 3

    send(item, later=timedelta(days=6))

    row = LmsScore.objects.get(person__subject="student-1")
    assert (row.state, row.fault, row.next_at) == ("refused", "refused", None)
    assert scores.scores_resend(item=item, states=["refused"]) == 1
    platform.wrong.clear()
    send(item, later=timedelta(days=6, minutes=1))
    assert states(item)["student-1"] == "sent"


def test_who_cannot_get_a_mark_there_holds_up_nobody(here, platform, graded):
    open_column(here, graded)
    item = published(here, graded, {"student-1": 7500, "student-2": 6000})
    sending._column_make(item, here.deployment.platform, clock.now())
    platform.wrong["/courses/course-7/items/1/scores"] = [(400, {}, {"error": "no learner"})]

    assert send(item) == 1

    assert states(item) == {"student-1": "refused", "student-2": "sent"}
    assert LmsScore.objects.get(person__subject="student-1").fault == "not_a_learner"


def test_a_column_that_was_deleted_there_is_made_anew_when_somebody_sends_again(here, platform, graded):
    open_column(here, graded)
    item = published(here, graded, {"student-1": 7500})
    send(item)
    platform.items.clear()
    platform.marks.clear()
    published(here, graded, {"student-1": 8000})
    send(item, later=SECOND * 10)
    row = LmsScore.objects.get(person__subject="student-1")
    assert (row.state, row.fault) == ("refused", "column_gone")

    scores.scores_resend(item=item, states=["refused"])
    item.refresh_from_db()
    send(item, later=SECOND * 20)

    assert shown(platform) == {"student-1": 16.0}


def test_two_scores_of_one_student_are_a_second_apart(here, platform, graded):
    open_column(here, graded)
    item = published(here, graded, {"student-1": 7500})
    now = clock.now() + SECOND
    sending.scores_send(item_id=item.pk, now=now)
    published(here, graded, {"student-1": 8000})
    LmsScore.objects.update(next_at=now)

    assert sending.scores_send(item_id=item.pk, now=now + SECOND / 2) == 0
    assert sending.scores_send(item_id=item.pk, now=now + SECOND) == 1

    assert [row["scoreGiven"] for row in platform.sent] == [15.0, 16.0]
    times = [row["timestamp"] for row in platform.sent]
    assert times == sorted(set(times))


def test_a_stopped_student_gets_nothing_more(here, platform, graded):
    open_column(here, graded)
    item = published(here, graded, {"student-1": 7500})
    scores.score_change(score=LmsScore.objects.get(person__subject="student-1"), event=Event.LEAVE)

    send(item)
    published(here, graded, {"student-1": 8000})
    send(item, later=SECOND * 10)

    assert (shown(platform), states(item)["student-1"]) == ({}, "stopped")


def test_a_line_of_the_rubric_may_have_a_column_of_its_own(here, platform, graded):
    line = GradeBook.objects.get(session=graded).lines.first()
    item = scores.line_item_open(lms_course=here, play_session=graded, line=line)
    set_mark(graded, "student-1", 7500)
    grades_publish(play_session=graded, incomplete=True)

    send(item)

    assert [(row["label"], row["scoreMaximum"]) for row in platform.items.values()] == [
        (f"Tuesday workshop: {line.name}", 100)
    ]


def test_a_column_taken_back_goes_there_too(here, platform, graded):
    open_column(here, graded)
    item = published(here, graded, {"student-1": 7500})
    send(item)

    sending.column_delete(item=LmsLineItem.objects.get())

    assert (platform.items, LmsLineItem.objects.count(), LmsScore.objects.count()) == ({}, 0, 0)


def test_a_column_that_cannot_be_taken_back_stays(here, platform, graded):
    open_column(here, graded)
    item = published(here, graded, {"student-1": 7500})
    send(item)
    platform.wrong["/courses/course-7/items/1"] = [(500, {}, {})]

    with pytest.raises(LmsFault) as fault:
        sending.column_delete(item=LmsLineItem.objects.get())

    assert (fault.value.kind, LmsScore.objects.count()) == ("refused", 2)


def test_a_sweep_asks_a_worker_once_for_a_column(here, graded):
    open_column(here, graded)
    item = published(here, graded, {"student-1": 7500})
    now = clock.now() + SECOND

    jobs.remember(now)
    jobs.remember(now)

    assert [(job.kind, job.subject) for job in Job.objects.filter(kind="lms-scores")] == [("lms-scores", str(item.pk))]


def test_a_withdrawn_platform_gets_nothing_and_marks_wait(here, platform, graded):
    open_column(here, graded)
    item = published(here, graded, {"student-1": 7500})
    here.deployment.platform.__class__.objects.update(state="withdrawn")

    assert send(item) == 0

    assert (platform.asked, states(item)["student-1"]) == ([], "waiting")


def test_an_access_token_that_is_not_taken_any_more_is_asked_for_anew(here, platform, graded):
    open_column(here, graded)
    item = published(here, graded, {"student-1": 7500})
    send(item)
    platform.wrong["/courses/course-7/items/1/results"] = [(401, {}, {})]
    published(here, graded, {"student-1": 8000})

    assert send(item, later=SECOND * 10) >= 1
    assert shown(platform)["student-1"] == 16.0


def test_our_keys_rotate_and_the_platform_still_believes_us(here, platform, graded):
    before = keys.key_current().kid
    keys.key_rotate()
    known = keys.published()
    platform.tool_keys = lambda: known
    open_column(here, graded)
    item = published(here, graded, {"student-1": 7500})

    assert send(item) >= 1
    assert [key["kid"] for key in known["keys"]] == [keys.key_current().kid, before]
    assert all("d" not in key for key in known["keys"])

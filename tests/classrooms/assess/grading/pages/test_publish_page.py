"""The page before publication: unusual marks, decisions about them, the recipients, and queries afterwards."""

from datetime import datetime, timedelta
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import QuerySet

from classrooms.assess.grading.mails import mails_send
from classrooms.assess.grading.queries.mark_queries import NothingToAsk, StillOpen, queries_of, query_answer, query_ask
from classrooms.assess.grading.queries.mark_table import mark_table_of
from classrooms.assess.grading.queries.mine import my_grade_of
from classrooms.assess.grading.queries.unusual import unusual, usual_range
from classrooms.assess.grading.services.choices import final_choose
from classrooms.assess.grading.services.grades import grades_compute
from classrooms.assess.grading.services.notification_preview import notification_preview
from classrooms.assess.grading.services.publishing import MarksMoved, differences, grades_publish
from classrooms.models import FinalChoice, GradeBook, MarkQuery, Participation, PublishedGrade, Session, User
from games.models import Match, SeatHolder
from games.platform.errors import BadRequest
from tests.classrooms.assess.grading.sessions import (
    ENDED,
    at,
    end,
    matches_of,
    people,
    session_with,
    signed_in,
    student,
)
from tests.classrooms.factories import enrol
from tests.games.factories import person

pytestmark = pytest.mark.django_db


def row_of(play_session, user):
    return next(row for row in mark_table_of(play_session).rows if row.enrolment.user_id == user.pk)


def choose(play_session, user, kind, **more):
    return final_choose(play_session=play_session, user_id=user.pk, kind=kind, by=play_session.created_by, **more)


def test_who_is_far_from_the_class_is_told_by_the_median_and_its_distances():
    """Median 0.6; distances 0.3 0.1 0 0.1 0.3, their median 0.1. Twice that is 0.2, which is a fifth of the scale."""
    found = usual_range([Fraction(n, 10) for n in (3, 5, 6, 7, 9)])

    assert (found.low, found.middle, found.high) == (Fraction(2, 5), Fraction(3, 5), Fraction(4, 5))
    assert usual_range([Fraction(1, 2)] * 4) is None


def test_a_class_that_lies_close_together_has_nobody_far_within_a_fifth_of_the_scale():
    found = usual_range([Fraction(n, 100) for n in (50, 50, 50, 51, 69)])

    assert (found.low, found.high) == (Fraction(3, 10), Fraction(7, 10))


def test_what_is_unusual_is_listed_with_a_number(eight):
    last = matches_of(eight)[0]
    end(last, (10, 50, 50, 50, 50, 50), (900, 900, 90))
    grades_compute(play_session=eight, now=ENDED)

    found = unusual(mark_table_of(eight))

    # Team 1: the project gives 0, so own objectives do too. The others: 11.9 to 19.4.
    assert [(each.number, each.row.user.username, each.codes) for each in found] == [
        (1, "zoe", ("absent",)),
        (2, "student-01", ("zero", "far")),
    ]
    assert found[0].facts == ("No seat in this session.",)
    assert "Of 20: Project result 0.00; Own objectives 0.00." in found[1].facts


def test_zero_is_unusual_and_so_is_a_mark_from_a_small_part():
    ann, bob = people(2)
    play_session = session_with([ann], [bob])
    first, second = matches_of(play_session)
    end(first, (5,) * 6, (900, 900, 90))
    end(second, (5,) * 6)
    grades_compute(play_session=play_session, now=ENDED)

    codes = {each.row.user.username: each.codes for each in unusual(mark_table_of(play_session))}

    assert codes == {"student-01": ("zero", "thin"), "student-02": ("thin",)}


def test_a_final_mark_is_kept_set_left_empty_and_given_back(eight):
    user = student(3)
    assert row_of(eight, user).final == "13.1"

    choose(eight, user, "set", points=6000, reason="Two refusals in the talk")
    assert (row_of(eight, user).final, row_of(eight, user).would_be, row_of(eight, user).by_hand) == (
        "12.0",
        "13.1",
        True,
    )
    choose(eight, user, "empty", reason="Ill")
    assert (row_of(eight, user).outcome, row_of(eight, user).would_be) == ("empty", "13.1")
    choose(eight, user, "open")
    assert (row_of(eight, user).final, row_of(eight, user).choice) == ("13.1", None)
    choose(eight, user, "keep")
    assert row_of(eight, user).choice.kind == "keep"

    assert list(FinalChoice.objects.order_by("pk").values_list("kind", "about")) == [
        ("set", "13.1"), ("empty", "12.0"), ("open", "empty"), ("keep", "13.1"),
    ]  # fmt: skip


def test_what_was_kept_is_to_be_looked_at_again_when_it_is_another_mark(eight):
    choose(eight, student(1), "keep")
    end(matches_of(eight)[0], (90, 50, 50, 50, 50, 50))
    grades_compute(play_session=eight, now=ENDED)

    assert row_of(eight, student(1)).choice is None


@pytest.mark.parametrize(
    "more",
    [
        {"kind": "set", "points": 5000},
        {"kind": "set", "points": 5000, "reason": "x" * 301},
        {"kind": "set", "points": 10001, "reason": "x"},
        {"kind": "set", "reason": "x"},
        {"kind": "nonsense"},
    ],
)
def test_a_choice_that_cannot_be_is_refused_and_not_kept(eight, more):
    with pytest.raises(BadRequest):
        choose(eight, student(1), **more)

    assert FinalChoice.objects.count() == 0


def test_the_database_keeps_no_mark_by_hand_without_a_reason(eight):
    with pytest.raises(IntegrityError), transaction.atomic():
        FinalChoice.objects.create(
            book=eight.grade_book, user=student(1), kind="set", points=1, reason="", created_at=ENDED
        )
    with pytest.raises(IntegrityError), transaction.atomic():
        Participation.objects.filter(user=student(1)).update(state="excused")


def test_a_refused_choice_leaves_the_excuse(eight):
    claire, user = signed_in(eight.created_by), student(3)
    claire.post(at(eight, f"publish/{user.pk}/"), {"do": "excuse", "reason": "Doctor's note"})

    refused = claire.post(at(eight, f"publish/{user.pk}/"), {"do": "empty", "reason": "x" * 301})

    assert (refused.status_code, row_of(eight, user).outcome) == (400, "excused")


def test_buttons_do_what_they_say(eight):
    claire, user = signed_in(eight.created_by), student(3)

    def pressed(**data):
        answer = claire.post(at(eight, f"publish/{user.pk}/"), data)
        return answer.status_code, row_of(eight, user).outcome

    assert pressed(do="excuse", reason="Doctor's note") == (302, "excused")
    assert pressed(do="set", points="12", reason="Was there after all") == (302, "12.0")
    assert pressed(do="empty") == (302, "empty")
    assert pressed(do="back") == (302, "13.1")
    assert pressed(do="nonsense") == (400, "13.1")
    refused = claire.post(at(eight, f"publish/{user.pk}/"), {"do": "set", "points": "21", "reason": "Typed <b>"})
    assert (refused.status_code, row_of(eight, user).outcome) == (422, "13.1")
    assert claire.post(at(eight, "publish/0/"), {"do": "keep"}).status_code == 404


def test_somebody_absent_who_played_at_anothers_screen_has_their_part_in_the_moves(eight):
    claire, zoe = signed_in(eight.created_by), User.objects.get(username="zoe")
    page = claire.get(at(eight, "publish/"))
    tables = page.context["screens"]
    [(screen, words)] = tables[0][1]

    refused = claire.post(at(eight, f"publish/{zoe.pk}/"), {"do": "together", "screen": "1-0-0"})
    before = row_of(eight, zoe).outcome
    done = claire.post(at(eight, f"publish/{zoe.pk}/"), {"do": "together", "screen": screen})

    assert (len(tables), words) == (8, "Student-01, Project owner")
    assert 'name="screen"' in page.content.decode()
    assert (refused.status_code, before) == (400, "absent")
    assert (done.status_code, row_of(eight, zoe).outcome) == (302, row_of(eight, student(1)).outcome)
    held = SeatHolder.objects.get(user=zoe)
    assert (held.together_with, held.seat.match) == (student(1), matches_of(eight)[0])


LOCKS = (Session, Match, GradeBook)
"""The order of locks, the same as in an erasure. Another order would cause deadlocks."""


@pytest.fixture
def locked(monkeypatch):
    """The models whose rows are locked, in the order of the first lock in a transaction."""
    lock, found = QuerySet.select_for_update, []

    def noted(rows, *args, **more):
        found.append((rows.model, connection.atomic_blocks[1]))
        return lock(rows, *args, **more)

    monkeypatch.setattr(QuerySet, "select_for_update", noted)
    return found


@pytest.mark.parametrize("do", ["together", "excuse", "absent", "back", "keep", "empty", "set"])
def test_every_button_locks_in_one_order(eight, locked, do):
    claire, zoe = signed_in(eight.created_by), User.objects.get(username="zoe")
    [(screen, _words)] = claire.get(at(eight, "publish/")).context["screens"][0][1]
    claire.post(at(eight, f"publish/{zoe.pk}/"), {"do": "excuse", "reason": "Ill"})
    locked.clear()

    sent = {"do": do, "screen": screen, "points": "12", "reason": "Said so"}
    done = claire.post(at(eight, f"publish/{zoe.pk}/"), sent)

    assert done.status_code == 302
    for block in {block for _model, block in locked}:
        order = [LOCKS.index(model) for model in dict.fromkeys(m for m, b in locked if b == block) if model in LOCKS]
        assert order == sorted(order)
    assert GradeBook in {model for model, _block in locked}


def test_a_refused_screen_leaves_everything_as_it_was(eight):
    claire, zoe = signed_in(eight.created_by), User.objects.get(username="zoe")
    claire.post(at(eight, f"publish/{zoe.pk}/"), {"do": "excuse", "reason": "Ill"})

    refused = claire.post(at(eight, f"publish/{zoe.pk}/"), {"do": "together", "screen": "1-0-0"})

    assert (refused.status_code, row_of(eight, zoe).outcome) == (400, "excused")
    assert not SeatHolder.objects.filter(user=zoe).exists()


def test_a_refused_mark_keeps_what_was_typed(eight):
    zoe = User.objects.get(username="zoe")

    page = signed_in(eight.created_by).post(
        at(eight, f"publish/{zoe.pk}/"), {"do": "set", "points": "21", "reason": "Typed <b>"}
    )

    text = page.content.decode()
    assert "Enter a mark from 0 to 20" in text
    assert 'value="Typed &lt;b&gt;"' in text


def test_the_button_names_the_numbers_and_they_have_to_be_still_so(eight):
    User.objects.filter(username="zoe").update(email="")
    claire = signed_in(eight.created_by)

    page = " ".join(claire.get(at(eight, "publish/")).content.decode().split())
    assert "Publish for 9 students, 8 by mail now" in page

    new = enrol(eight.course, person("new"))
    refused = claire.post(at(eight, "publish/"), {"told": "9"})
    assert (refused.status_code, PublishedGrade.objects.count()) == (409, 0)
    assert "10 students would read something new, not 9" in refused.content.decode()
    assert claire.post(at(eight, "publish/")).status_code == 400
    assert claire.post(at(eight, "publish/"), {"told": "10"}).status_code == 302
    told = dict(PublishedGrade.objects.values_list("user__username", "state"))
    assert (told["zoe"], told[new.username], told["student-01"]) == ("absent", "absent", "")
    with pytest.raises(MarksMoved):
        grades_publish(play_session=eight, seen=1)


def test_as_many_mails_go_out_as_the_button_says(eight):
    User.objects.filter(username="student-01").update(mail_notifications=False)
    User.objects.filter(username="zoe").update(email="")
    said = notification_preview(eight, differences(mark_table_of(eight)), ENDED)

    grades_publish(play_session=eight, now=ENDED)

    assert mails_send(ENDED + timedelta(minutes=2)) == said.now == 7
    assert (said.later, said.no_mail, said.no_address, said.total) == (0, 1, 1, 9)


def test_in_the_quiet_hours_mails_are_told_for_later(eight):
    eight.pace = {"mode": "async", "hours": 24, "quiet_from": 20, "quiet_to": 8, "weekends": True,
                  "time_zone": "Europe/Paris"}  # fmt: skip
    eight.save()
    User.objects.filter(username="student-01").update(mail_notifications=False)
    night = datetime(2026, 3, 7, 23, 0, tzinfo=ZoneInfo("Europe/Paris"))

    found = notification_preview(eight, differences(mark_table_of(eight)), night)

    assert (found.now, found.later, found.no_mail, found.no_address) == (0, 8, 1, 0)
    assert found.at == datetime(2026, 3, 9, 8, 0, tzinfo=ZoneInfo("Europe/Paris"))


def test_a_state_is_published_and_read_in_words(eight):
    zoe = User.objects.get(username="zoe")
    grades_publish(play_session=eight, now=ENDED)

    mine = my_grade_of(eight.grade_book, zoe)
    text = signed_in(zoe).get(f"/sessions/{eight.pk}/grade/").content.decode()

    assert (mine.final, mine.word, mine.judged, mine.smallest) == ("", "absent", 0, 0)
    assert "You made no move in this session" in text


def test_a_query_is_asked_answered_and_stays(eight):
    user, claire = student(3), eight.created_by
    with pytest.raises(NothingToAsk):
        query_ask(play_session=eight, user=user, text="Why?")
    grades_publish(play_session=eight, now=ENDED)
    asking, path = signed_in(user), f"/sessions/{eight.pk}/grade/query/"

    assert asking.post(path, {"text": "Why 13.1?"}).status_code == 302
    again = asking.post(path, {"text": "And?"})
    assert (again.status_code, MarkQuery.objects.count()) == (409, 1)
    with pytest.raises(StillOpen):
        query_ask(play_session=eight, user=user, text="And?")

    page = signed_in(claire).get(at(eight)).content.decode()
    assert "1 waits for an answer" in page
    assert "Why 13.1?" in page
    assert [each.codes for each in unusual(mark_table_of(eight)) if each.row.user == user] == [("queried",)]
    query = queries_of(eight)[0]
    assert signed_in(claire).post(at(eight, f"queries/{query.pk}/"), {"text": "I look again."}).status_code == 302
    choose(eight, user, "set", points=7000, reason="A line was wrong")
    grades_publish(play_session=eight, now=ENDED + timedelta(days=1))

    found = queries_of(eight, user)[0]
    assert (found.is_open, found.before, found.after) == (False, "13.1", "14.0")
    assert [(each.text, each.is_answer) for each in found.texts] == [("Why 13.1?", False), ("I look again.", True)]
    mine = asking.get(f"/sessions/{eight.pk}/grade/").content.decode()
    assert "I look again." in mine
    assert "A line was wrong" in mine
    assert asking.post(path, {"text": "Thank you."}).status_code == 302
    assert [each.before for each in queries_of(eight, user)] == ["14.0", "13.1"]


def test_an_answered_query_is_gone_on_with_and_another_session_is_not_answered(eight):
    user = student(3)
    grades_publish(play_session=eight, now=ENDED)
    query = query_ask(play_session=eight, user=user, text="Why?")
    query_answer(play_session=eight, query_id=query.pk, by=eight.created_by, text="Because.")

    assert query_ask(play_session=eight, user=user, text="But ...").pk == query.pk
    assert queries_of(eight)[0].is_open
    other = session_with([user], course=eight.course, title="Thursday")
    with pytest.raises(BadRequest):
        query_answer(play_session=other, query_id=query.pk, by=eight.created_by, text="x")


@pytest.mark.parametrize("text", ["", "   ", "x" * 1001])
def test_a_query_says_something(eight, text):
    grades_publish(play_session=eight, now=ENDED)

    answer = signed_in(student(3)).post(f"/sessions/{eight.pk}/grade/query/", {"text": text})

    assert (answer.status_code, MarkQuery.objects.count()) == (400, 0)
    assert text.strip() in answer.content.decode()


def test_nobody_reads_or_answers_anothers_query(eight):
    grades_publish(play_session=eight, now=ENDED)
    query = query_ask(play_session=eight, user=student(3), text="A secret question")

    assert "A secret question" not in signed_in(student(4)).get(f"/sessions/{eight.pk}/grade/").content.decode()
    assert signed_in(student(3)).post(at(eight, f"queries/{query.pk}/"), {"text": "x"}).status_code == 403


def test_the_number_of_queries_of_the_publish_page_does_not_grow_with_students(
    eight, django_assert_max_num_queries, django_assert_num_queries
):
    claire = signed_in(eight.created_by)
    claire.get(at(eight, "publish/"))
    with django_assert_max_num_queries(80) as few:
        claire.get(at(eight, "publish/"))
    count = len(few)
    for number in range(5):
        enrol(eight.course, person(f"more-{number}"))
    claire.get(at(eight, "publish/"))

    with django_assert_num_queries(count):
        claire.get(at(eight, "publish/"))


def without_a_seat(play_session, *names):
    """Students of the course who never came."""
    for name in names:
        enrol(play_session.course, person(name))
    grades_compute(play_session=play_session, now=ENDED)


def choose_group(play_session, group, do, users):
    """Submit the form for a group of cases."""
    sent = {"do": do, "user": [user.pk for user in users]}
    return signed_in(play_session.created_by).post(at(play_session, f"publish/{group}/"), sent, follow=True)


def test_equal_cases_are_one_group_and_one_press_decides_all_of_them(eight):
    without_a_seat(eight, "yan")
    absent = [User.objects.get(username=name) for name in ("yan", "zoe")]
    text = " ".join(signed_in(eight.created_by).get(at(eight, "publish/")).content.decode().split())
    assert (text.count('class="card pb-group"'), "For all 2 not decided:" in text) == (1, True)

    page = choose_group(eight, "absent", "excuse", absent).content.decode()

    assert "Noted for 2 students." in page
    assert [row_of(eight, user).mark_state for user in absent] == ["excused"] * 2
    assert 'id="group-excused"' in page
    choose_group(eight, "excused", "back", absent)
    assert [row_of(eight, user).mark_state for user in absent] == ["absent"] * 2


def test_a_group_publishes_its_word_as_it_stands(eight):
    without_a_seat(eight, "yan")
    absent = [User.objects.get(username=name) for name in ("yan", "zoe")]

    choose_group(eight, "absent", "keep", absent)

    assert [each.is_decided for each in unusual(mark_table_of(eight))] == [True, True]
    grades_publish(play_session=eight)
    assert set(PublishedGrade.objects.filter(user__in=absent).values_list("final", "state")) == {("", "absent")}


def test_a_group_leaves_its_marks_empty_and_touches_nobody_else(eight):
    users = [student(number) for number in (1, 2, 3)]
    grades_publish(play_session=eight)
    for user in users:
        query_ask(play_session=eight, user=user, text="Why?")

    choose_group(eight, "queried", "empty", [*users[:2], student(8)])

    assert [row_of(eight, user).mark_state for user in (*users, student(8))] == ["empty", "empty", "", ""]


def test_a_group_does_nothing_to_somebody_who_is_in_another_case_by_now(eight):
    zoe = User.objects.get(username="zoe")

    page = choose_group(eight, "far", "excuse", [zoe])

    assert ("Noted for 0 students." in page.content.decode(), row_of(eight, zoe).mark_state) == (True, "absent")
    assert choose_group(eight, "absent", "set", [zoe]).status_code == 400

"""Quizzes: choosing what is asked, answering it, what the class knew."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from classrooms.models import OwnQuestion, QuizAnswer
from classrooms.play.questions.queries import quizzes
from classrooms.play.questions.services import quizzes as services
from classrooms.play.questions.services.own import (
    own_question_copy,
    own_question_create,
    own_question_delete,
    own_question_edit,
)
from classrooms.play.questions.services.refusals import (
    BadQuestion,
    IsAsked,
    MomentOver,
    NotAllChosen,
    NotAskedYet,
    NothingChosen,
    SessionArchived,
    TooLateToAsk,
    WasAnswered,
)
from tests.classrooms.factories import course_of
from tests.classrooms.play.questions.asking import (
    answer,
    class_of,
    draft_of,
    finish,
    match_in,
    pass_turn,
    question,
    right_of,
    three_questions,
)
from tests.games.factories import NOW, person, play_default

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked():
    play_session, people = class_of("ana", "bob")
    return play_session, people["ana"], people["bob"], *three_questions(play_session)


def stored(user):
    return sorted(QuizAnswer.objects.filter(user=user).values_list("question", "choice", "is_right"))


def test_an_answer_is_stored_in_the_order_of_the_bank_and_judged(asked):
    _session, ana, bob, first, *_others = asked

    answer(first, ana)
    answer(first, bob, right=False)

    right = right_of(first)
    assert stored(ana) == [(first.pk, right, True)]
    assert stored(bob) == [(first.pk, (right + 1) % 3, False)]


def test_the_first_answer_stays(asked):
    _session, ana, _bob, first, *_others = asked
    answer(first, ana, right=False)

    assert answer(first, ana) == 0
    assert [is_right for _question, _choice, is_right in stored(ana)] == [False]


def test_the_database_keeps_one_answer_to_a_question(asked):
    _session, ana, _bob, first, *_others = asked
    answer(first, ana)

    with pytest.raises(IntegrityError, match=r"quiz_answer_once|UNIQUE"), transaction.atomic():
        QuizAnswer.objects.create(question=first, user=ana, choice=0, is_right=False, created_at=NOW)


def test_questions_before_the_game_are_answered_all_at_once(asked):
    play_session, ana, _bob, first, *_others = asked
    second = question(play_session, "cube-prices")

    with pytest.raises(NotAllChosen) as refused:
        services.quiz_answer(play_session=play_session, user=ana, when="before", chosen={first.pk: 0})
    assert (refused.value.params, stored(ana)) == ({"missing": 1}, [])

    services.quiz_answer(play_session=play_session, user=ana, when="before", chosen={first.pk: 2, second.pk: 3})
    assert stored(ana) == [(first.pk, 2, True), (second.pk, 3, True)]


def test_of_those_after_the_game_some_can_be_answered_now_and_others_later(asked):
    play_session, ana, _bob, *_others, third = asked
    fourth = question(play_session, "acceptance", "after")
    finish(play_session)

    with pytest.raises(NothingChosen):
        services.quiz_answer(play_session=play_session, user=ana, when="after", chosen={})
    answer(third, ana)
    answer(fourth, ana)

    assert [is_right for _question, _choice, is_right in stored(ana)] == [True, True]


def test_answers_at_other_moments_are_refused_with_a_reason(asked):
    play_session, ana, _bob, first, second, _third = asked
    with pytest.raises(NotAskedYet):
        answer(second, ana)

    play_default(match_in(play_session), 0, ana)
    with pytest.raises(MomentOver) as late:
        answer(first, ana)
    assert "first move" in str(late.value)

    finish(play_session)
    play_session.status = "archived"
    second.session = play_session
    with pytest.raises(SessionArchived):
        answer(second, ana)
    assert stored(ana) == []


def test_a_choice_that_does_not_exist_is_refused(asked):
    play_session, ana, _bob, first, *_others = asked

    with pytest.raises(BadQuestion):
        services.quiz_answer(play_session=play_session, user=ana, when="before", chosen={first.pk: 7})
    assert stored(ana) == []


def test_everybody_has_an_order_of_their_own_that_does_not_change(asked):
    _session, ana, _bob, first, *_others = asked
    orders = [tuple(quizzes.tokens(first.pk, user, 4).values()) for user in range(1, 1000)]

    assert {tuple(sorted(order)) for order in orders} == {(0, 1, 2, 3)}
    assert len(set(orders)) == 24
    assert quizzes.tokens(first.pk, ana.pk, 4) == quizzes.tokens(first.pk, ana.pk, 4)


def test_shares_count_what_was_asked_whether_answered_or_not(asked):
    play_session, ana, bob, first, second, third = asked
    assert quizzes.shares(play_session) == {ana.pk: (0, 1), bob.pk: (0, 1)}

    answer(first, ana)
    answer(first, bob, right=False)
    pass_turn(match_in(play_session))
    answer(second, ana)
    assert quizzes.shares(play_session) == {ana.pk: (2, 2), bob.pk: (0, 2)}

    finish(play_session)
    answer(third, bob)
    assert quizzes.shares(play_session) == {ana.pk: (2, 3), bob.pk: (1, 3)}


def test_staff_and_people_who_left_the_course_have_no_share_but_their_answers_count(asked):
    play_session, ana, bob, first, *_others = asked
    answer(first, ana)
    answer(first, bob)
    play_session.course.enrolments.filter(user=bob).update(left_at=NOW)

    found = quizzes.results(play_session)

    assert [(one.user, tally.right) for one, tally in found.people] == [(ana, 1)]
    assert found.questions[0].tally == quizzes.Tally(right=2, given=2, asked=2)


def test_results_by_question_option_team_and_person():
    play_session, people = class_of("ana", "bob", "cy", teams=[["ana", "bob"], ["cy"]])
    first = question(play_session)
    question(play_session, "cube-prices", "after")
    answer(first, people["ana"])
    answer(first, people["bob"], right=False)

    found = quizzes.results(play_session)

    asked = found.questions[0]
    assert asked.chosen == (1, 0, 1, 0)
    assert asked.tally == quizzes.Tally(1, 2, 3)
    assert asked.teams == {"Team 1": quizzes.Tally(1, 2, 2), "Team 2": quizzes.Tally(0, 0, 1)}
    assert found.teams == {"Team 1": quizzes.Tally(1, 2, 2), "Team 2": quizzes.Tally(0, 0, 1)}
    assert [(one.user.username, one.team, tally) for one, tally in found.people] == [
        ("ana", "Team 1", quizzes.Tally(1, 1, 1)),
        ("bob", "Team 1", quizzes.Tally(0, 1, 1)),
        ("cy", "Team 2", quizzes.Tally(0, 0, 1)),
    ]
    assert (found.total.percent, quizzes.Tally().percent) == (50, None)


def test_results_of_three_teams_ask_as_much_as_of_one():
    def count(number):
        names = [f"n{number}-{i}" for i in range(number)]
        play_session, people = class_of(*names, teams=[[name] for name in names])
        for row in three_questions(play_session)[:1]:
            for user in people.values():
                answer(row, user)
        with CaptureQueriesContext(connection) as queries:
            found = quizzes.results(play_session)
        assert found.total.given == number
        return len(queries)

    assert count(3) == count(1)


# Choosing


@pytest.fixture
def draft():
    return draft_of()


def chosen(play_session):
    rows = play_session.questions.order_by("position").values_list("bank_key", "own", "when", "turn")
    return [(key or own, when, turn) for key, own, when, turn in rows]


def test_questions_are_added_in_the_order_of_the_bank_and_once_at_a_moment(draft):
    assert services.questions_add(session_id=draft.pk, when="after", bank_keys=["retention", "acceptance"]) == 2
    assert services.questions_add(session_id=draft.pk, when="after", bank_keys=["retention", "hairline"]) == 1
    assert services.questions_add(session_id=draft.pk, when="before", bank_keys=["retention"]) == 1

    assert chosen(draft) == [
        ("acceptance", "after", None),
        ("retention", "after", None),
        ("hairline", "after", None),
        ("retention", "before", None),
    ]


def test_during_the_game_a_question_is_asked_after_its_own_turn_or_another(draft):
    services.questions_add(session_id=draft.pk, when="during", bank_keys=["wide-trench"])
    services.questions_add(session_id=draft.pk, when="during", bank_keys=["contingency"], turn=3)

    assert chosen(draft) == [("wide-trench", "during", 9), ("contingency", "during", 3)]
    for turn in (None, 13):
        with pytest.raises(BadQuestion, match="two of the three counters|Choose the turn"):
            services.questions_add(session_id=draft.pk, when="during", bank_keys=["targets"], turn=turn)


def test_what_cannot_be_asked_is_refused_and_nothing_is_added(draft):
    with pytest.raises(BadQuestion):
        services.questions_add(session_id=draft.pk, when="after", bank_keys=["retention", "no-such-key"])
    with pytest.raises(BadQuestion):
        services.questions_add(session_id=draft.pk, when="after", bank_keys=["owner-is"])  # retired
    with pytest.raises(BadQuestion):
        services.questions_add(session_id=draft.pk, when="never", bank_keys=["retention"])
    draft.status = "running"
    draft.save()
    with pytest.raises(TooLateToAsk):
        services.questions_add(session_id=draft.pk, when="before", bank_keys=["retention"])
    draft.status = "archived"
    draft.save()
    with pytest.raises(SessionArchived):
        services.questions_add(session_id=draft.pk, when="after", bank_keys=["retention"])

    assert chosen(draft) == []


def test_one_press_chooses_the_usual_questions_and_pressing_again_adds_none(draft):
    assert services.questions_usual(session_id=draft.pk) == 23
    assert services.questions_usual(session_id=draft.pk) == 0
    assert [turn for _key, when, turn in chosen(draft) if when == "during"] == list(range(1, 12))


def test_the_usual_questions_of_a_session_that_has_begun_leave_out_those_before(draft):
    draft.status = "running"
    draft.save()

    assert services.questions_usual(session_id=draft.pk) == 17
    assert {when for _key, when, _turn in chosen(draft)} == {"during", "after"}


def test_questions_are_taken_out_until_somebody_has_answered_one(asked):
    play_session, ana, _bob, first, second, third = asked
    assert services.questions_remove(session_id=play_session.pk, question_ids=[third.pk]) == 1
    answer(first, ana)

    with pytest.raises(WasAnswered):
        services.questions_remove(session_id=play_session.pk, question_ids=[first.pk, second.pk])
    assert play_session.questions.count() == 2


def test_a_question_of_another_session_is_not_taken_out(asked, draft):
    *_others, third = asked

    assert services.questions_remove(session_id=draft.pk, question_ids=[third.pk]) == 0
    third.refresh_from_db()


# Own questions

WORDS = {"text": "Who pays?", "options": ["The owner", "The bank"], "right": 0, "explanation": "It says so."}


def own_of(course, **more):
    return own_question_create(course=course, by=person(), now=NOW, **{**WORDS, **more})


def words_of(row):
    return {"text": row.text, "options": row.options, "right": row.right, "explanation": row.explanation}


def test_an_own_question_is_asked_like_any_other(asked):
    play_session, ana, *_others = asked
    mine = own_of(play_session.course)
    services.questions_add(session_id=play_session.pk, when="after", own_ids=[mine.pk])
    services.questions_add(session_id=play_session.pk, when="after", own_ids=[mine.pk])
    finish(play_session)
    row = play_session.questions.get(own=mine)

    assert answer(row, ana) == 1
    line = next(line for line in quizzes.quiz_of(play_session, ana) if line.asked.row == row)
    assert (line.asked.words.text, line.answer.is_right) == ("Who pays?", True)


def test_a_question_of_another_course_cannot_be_asked(draft):
    stranger = own_of(course_of())

    with pytest.raises(BadQuestion):
        services.questions_add(session_id=draft.pk, when="after", own_ids=[stranger.pk])


@pytest.mark.parametrize(
    "wrong",
    [
        {"options": ["only one"]},
        {"options": ["same", "same"]},
        {"options": ["a", " "]},
        {"options": list("abcdefg")},
        {"options": ["a", "b" * 201]},
        {"right": 2},
    ],
)
def test_a_question_that_cannot_be_answered_is_refused(wrong):
    course = course_of()

    with pytest.raises(BadQuestion):
        own_of(course, **wrong)
    assert not OwnQuestion.objects.exists()


def test_a_question_can_be_changed_until_somebody_has_answered_it(asked):
    play_session, ana, *_others = asked
    mine = own_of(play_session.course)
    row = question(play_session, when="after", own=mine)
    changed = {**WORDS, "text": "Who pays in the end?", "options": ["The bank", "The owner"], "right": 1}

    assert words_of(own_question_edit(question_id=mine.pk, **changed)) == changed

    finish(play_session)
    answer(row, ana)
    with pytest.raises(WasAnswered):
        own_question_edit(question_id=mine.pk, **WORDS)
    mine.refresh_from_db()
    assert words_of(mine) == changed


def test_a_copy_can_be_changed_freely_and_what_is_asked_cannot_be_deleted(asked):
    play_session, ana, *_others = asked
    mine = own_of(play_session.course)
    question(play_session, when="after", own=mine)
    copy = own_question_copy(question=mine, by=ana, now=NOW)

    with pytest.raises(IsAsked) as refused:
        own_question_delete(question_id=mine.pk)
    own_question_delete(question_id=copy.pk)

    assert refused.value.params == {"sessions": "Tuesday workshop"}
    assert words_of(copy) == WORDS
    assert list(OwnQuestion.objects.all()) == [mine]

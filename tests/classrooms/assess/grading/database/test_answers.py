"""Quiz, survey, forecasts and peer evaluation as lines of a rubric."""

import pytest

from classrooms.assess.grading.rubric import book_ensure
from classrooms.assess.grading.services.grades import grades_compute
from classrooms.assess.grading.services.peer_reviews import (
    ReviewsClosed,
    is_open,
    mates_of,
    notes_about,
    peer_reviews_write,
)
from classrooms.models import OwnQuestion, PeerReview, QuizAnswer, SessionQuestion, SurveyAnswer, SurveyItem
from games.models import Move, SeatHolder
from games.platform.errors import BadRequest
from tests.classrooms.assess.grading.sessions import (
    ENDED,
    end,
    everybody_moves,
    facts_of,
    marks_of,
    matches_of,
    people,
    session_with,
)
from tests.classrooms.factories import enrol
from tests.games.factories import NOW

pytestmark = pytest.mark.django_db


def question(play_session, when="before", turn=None):
    own = OwnQuestion.objects.create(
        course=play_session.course, text="How many days?", options=["1", "2", "3"], right=1, created_at=NOW
    )
    return SessionQuestion.objects.create(session=play_session, own=own, when=when, turn=turn)


def answered(user, asked, is_right=True):
    QuizAnswer.objects.create(question=asked, user=user, choice=1 if is_right else 0, is_right=is_right, created_at=NOW)


def finish(play_session):
    for match in matches_of(play_session):
        end(match, (5,) * 6)
    play_session.status = "finished"
    play_session.save()


def test_a_quiz_counts_right_answers_out_of_those_asked_so_far():
    ann, bob = people(2)
    play_session = session_with([ann, bob])
    first, second = question(play_session), question(play_session)
    late = question(play_session, when="after")
    answered(ann, first)
    answered(ann, second, is_right=False)
    answered(bob, first)

    grades_compute(play_session=play_session)
    assert facts_of(play_session, "quiz", ann) == {"right": 1, "asked": 2}
    assert marks_of(play_session, "quiz") == {"student-01": 5000, "student-02": 5000}

    finish(play_session)
    answered(ann, late)
    grades_compute(play_session=play_session)
    assert facts_of(play_session, "quiz", bob) == {"right": 1, "asked": 3}
    assert marks_of(play_session, "quiz") == {"student-01": 6667, "student-02": 3333}


def test_a_session_without_questions_gives_no_points_for_a_quiz_and_whoever_sits_nowhere_has_none():
    ann, zoe = people(2)
    play_session = session_with([ann])
    enrol(play_session.course, zoe)
    grades_compute(play_session=play_session)
    assert facts_of(play_session, "quiz", ann) == {"why": "no_questions"}

    question(play_session)
    grades_compute(play_session=play_session)

    assert facts_of(play_session, "quiz", zoe) == {"why": "no_seat"}
    assert marks_of(play_session, "quiz") == {"student-01": 0, "student-02": None}


def test_a_survey_counts_by_being_sent_in_whatever_it_says():
    ann, bob = people(2)
    play_session = session_with([ann, bob])
    before = SurveyItem.objects.create(session=play_session, when="before", text="I plan ahead.")
    after = SurveyItem.objects.create(session=play_session, when="after", text="I planned ahead.")
    SurveyAnswer.objects.create(item=before, user=ann, value=1, created_at=NOW)

    grades_compute(play_session=play_session)
    assert marks_of(play_session, "survey") == {"student-01": 10000, "student-02": 0}

    finish(play_session)
    SurveyAnswer.objects.create(item=after, user=bob, value=5, created_at=NOW)
    grades_compute(play_session=play_session)
    assert marks_of(play_session, "survey") == {"student-01": 5000, "student-02": 5000}
    assert facts_of(play_session, "survey", bob) == {
        "surveys": [{"when": "before", "done": False}, {"when": "after", "done": True}]
    }


def with_line(play_session, kind):
    book_ensure(play_session=play_session).lines.create(kind=kind, weight=10)


def test_a_session_without_a_journal_gives_no_points_for_forecasts():
    ann = people(1)[0]
    play_session = session_with([ann])
    with_line(play_session, "forecast")

    grades_compute(play_session=play_session)

    assert facts_of(play_session, "forecast", ann) == {"why": "no_journal"}
    play_session.has_forecasts = True
    play_session.save()
    grades_compute(play_session=play_session)
    assert facts_of(play_session, "forecast", ann) == {"why": "no_forecasts"}


def four():
    team = people(4)
    play_session = everybody_moves(session_with(team))
    with_line(play_session, "peer")
    return play_session, team


def say(play_session, author, *said):
    """Write evaluations, each as (about, points, note)."""
    reviews = {about.pk: (points, note) for about, points, note in said}
    return peer_reviews_write(play_session=play_session, author=author, reviews=reviews, now=ENDED)


def test_team_mates_evaluate_each_other_and_one_voice_alone_is_not_told():
    play_session, (ann, bob, cleo, dan) = four()
    assert say(play_session, ann, (bob, 4, "Calm"), (cleo, 1, "")) == 2
    grades_compute(play_session=play_session)
    assert facts_of(play_session, "peer", bob) == {"why": "few_reviews"}
    assert notes_about(play_session, bob.pk) == []

    say(play_session, cleo, (bob, 2, " Always there "))
    say(play_session, dan, (bob, 3, ""))
    grades_compute(play_session=play_session)

    assert facts_of(play_session, "peer", bob) == {"reviews": 3, "sum": 9}
    assert marks_of(play_session, "peer") == {
        "student-01": None, "student-02": 7500, "student-03": None, "student-04": None,
    }  # fmt: skip
    assert notes_about(play_session, bob.pk) == ["Always there", "Calm"]


def test_facts_and_notes_name_no_author():
    play_session, (ann, bob, cleo, dan) = four()
    for author in (ann, cleo, dan):
        say(play_session, author, (bob, 3, "Fine"))
    grades_compute(play_session=play_session)

    kept = str(facts_of(play_session, "peer", bob)) + str(notes_about(play_session, bob.pk))

    assert [name for user in (ann, cleo, dan) for name in (user.username, user.display_name) if name in kept] == []
    assert set(facts_of(play_session, "peer", bob)) == {"reviews", "sum"}


def test_saying_it_again_replaces_what_was_said():
    play_session, (ann, bob, _cleo, _dan) = four()
    say(play_session, ann, (bob, 4, "Calm"))

    say(play_session, ann, (bob, 0, ""))

    assert list(PeerReview.objects.values_list("author", "about", "points", "note")) == [(ann.pk, bob.pk, 0, "")]
    assert [mate.review.points if mate.review else None for mate in mates_of(play_session, ann).mates] == [
        0,
        None,
        None,
    ]


@pytest.mark.parametrize(("points", "note"), [(5, ""), (-1, ""), (2, "x" * 501)])
def test_points_out_of_bounds_are_refused(points, note):
    play_session, (ann, bob, *_others) = four()

    with pytest.raises(BadRequest):
        say(play_session, ann, (bob, points, note))

    assert PeerReview.objects.count() == 0


def test_nobody_evaluates_themselves_another_team_or_somebody_who_never_moved():
    play_session, (ann, bob, cleo, dan) = four()
    other = people(1, "other")[0]
    enrol(play_session.course, other)
    Move.objects.filter(author=dan).delete()

    for about in (ann, other, dan):
        with pytest.raises(BadRequest):
            say(play_session, ann, (about, 3, ""))
    for author in (other, dan):
        with pytest.raises(ReviewsClosed):
            say(play_session, author, (ann, 3, ""))

    assert [mate.user for mate in mates_of(play_session, ann).mates] == [bob, cleo]
    assert PeerReview.objects.count() == 0


def test_who_was_replaced_after_moving_still_evaluates_and_is_evaluated():
    play_session, (ann, _bob, _cleo, dan) = four()
    SeatHolder.objects.filter(user=dan).update(released_at=NOW)

    assert say(play_session, dan, (ann, 2, "")) == 1
    assert say(play_session, ann, (dan, 3, "")) == 1


def test_evaluation_is_open_while_the_session_runs_and_until_grades_are_published():
    play_session, (ann, bob, *_others) = four()
    found = {}
    for status in ("open", "running", "paused", "finished", "archived"):
        play_session.status = status
        play_session.save()
        found[status] = is_open(play_session)
    assert found == {"open": False, "running": True, "paused": True, "finished": True, "archived": False}

    play_session.status = "finished"
    play_session.save()
    play_session.grade_book.published_at = ENDED
    play_session.grade_book.save()
    with pytest.raises(ReviewsClosed):
        say(play_session, ann, (bob, 3, ""))


def test_evaluation_is_closed_where_the_rubric_does_not_ask_for_it():
    team = people(3)
    play_session = session_with(team)
    book_ensure(play_session=play_session)

    assert not is_open(play_session)

"""A new draft from an earlier session."""

import pytest

from classrooms.models import GradeBook, OwnQuestion, RubricLine, SeatPlan, SessionQuestion, SurveyItem
from classrooms.play.sessions import services as sessions
from games.models import Match
from games.platform.pace import Pace, parse_pace
from tests.classrooms.factories import course_of, session_of
from tests.games.factories import NOW, person

pytestmark = pytest.mark.django_db

PACE = Pace(mode="async", hours=12, quiet_from=22, quiet_to=8, weekends=True, time_zone="Europe/Paris")


def equipped(course, people):
    """A session with a row in every table that belongs to sessions."""
    play_session = session_of(
        course, teams=[people], started=True, pace_of_match=PACE, luck="same", options={"payments": "staged"}
    )
    own = OwnQuestion.objects.create(course=course, text="Why?", options=["a", "b"], right=1, created_at=NOW)
    SessionQuestion.objects.create(session=play_session, own=own, when="before", position=1)
    SessionQuestion.objects.create(session=play_session, own=own, when="after", position=2)
    SessionQuestion.objects.create(session=play_session, bank_key="delay-1", when="during", turn=3, position=3)
    SurveyItem.objects.create(session=play_session, bank_key="useful", when="after", position=1)
    book = GradeBook.objects.create(session=play_session, scale=100, decimals=0, published_at=NOW)
    RubricLine.objects.create(book=book, kind="project", weight=3, params={"days": 2})
    return play_session


def test_a_clone_is_a_draft_with_everything_but_what_happened():
    ada, bob, gone = person(), person(), person()
    course = course_of(students=[ada, bob, gone])
    source = equipped(course, [ada, bob, gone])
    course.enrolments.filter(user=gone).update(left_at=NOW)

    draft = sessions.session_clone(session_id=source.pk, by=ada, now=NOW)

    assert (draft.status, draft.title, draft.course, draft.cloned_from) == ("draft", source.title, course, source)
    assert (draft.options, draft.luck, parse_pace(draft.pace)) == ({"payments": "staged"}, "same", PACE)
    assert (draft.seed, draft.started_at, draft.join_code == source.join_code) == ("", None, False)
    table = draft.session_teams.get()
    assert (table.name, table.match) == ("Team 1", None)
    assert sorted(SeatPlan.objects.filter(session_team=table).values_list("seat", "user")) == [(0, ada.pk), (1, bob.pk)]
    assert list(draft.questions.values_list("bank_key", "own__text", "when", "turn")) == [
        ("", "Why?", "before", None),
        ("", "Why?", "after", None),
        ("delay-1", None, "during", 3),
    ]
    assert list(draft.survey_items.values_list("bank_key", "when")) == [("useful", "after")]
    assert (draft.grade_book.scale, draft.grade_book.decimals, draft.grade_book.published_at) == (100, 0, None)
    assert list(draft.grade_book.lines.values_list("kind", "weight", "params")) == [("project", 3, {"days": 2})]
    assert Match.objects.count() == 1


def test_in_another_course_its_time_zone_holds_and_questions_come_along():
    source = equipped(course_of(students=[ada := person()]), [ada])
    target = course_of(time_zone="America/Montreal", name="Next year")

    draft = sessions.session_clone(session_id=source.pk, by=ada, course=target, now=NOW)

    assert (draft.course, parse_pace(draft.pace).time_zone) == (target, "America/Montreal")
    assert not draft.session_teams.exists()
    assert list(target.own_questions.values_list("text", "right")) == [("Why?", 1)]
    assert {question.own.course_id for question in draft.questions.exclude(own=None)} == {target.pk}

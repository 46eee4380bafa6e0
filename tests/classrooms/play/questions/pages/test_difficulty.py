"""The difficulty of questions, measured by their answers and shown to those who choose questions."""

import re

import pytest

from classrooms.models import OwnQuestion
from classrooms.play.questions.queries.difficulty import FEWEST, Difficulty, difficulties
from tests.classrooms.factories import course_of
from tests.classrooms.play.questions.asking import BEFORE, answer, class_of, draft_of, question
from tests.games.factories import NOW, person

pytestmark = pytest.mark.django_db


def answered(right, key=BEFORE, when="before"):
    """A session of a course of its own whose students answered rightly or not."""
    play_session, people = class_of(*(f"{person().username}-{n}" for n in range(len(right))))
    row = question(play_session, key, when)
    for user, is_right in zip(people.values(), right, strict=True):
        answer(row, user, is_right)
    return play_session


def test_answers_of_every_course_count_by_moment():
    first = answered([True] * 6 + [False] * 6)
    answered([False] * 12)

    assert difficulties(first) == {f"bank-{BEFORE}": [Difficulty("before", 6, 24)]}
    assert difficulties(first)[f"bank-{BEFORE}"][0].percent == 25


def test_fewer_answers_are_not_told():
    assert difficulties(answered([True] * (FEWEST - 1))) == {}


def test_own_questions_are_measured_in_their_course_alone():
    play_session, people = class_of(*(f"student-{n}" for n in range(FEWEST)))
    own = OwnQuestion.objects.create(
        course=play_session.course, text="?", options=["a", "b", "c"], right=1, created_at=NOW
    )
    row = question(play_session, own=own)
    for user in people.values():
        answer(row, user)
    elsewhere, _people = class_of("zoe")

    assert difficulties(play_session) == {f"own-{own.pk}": [Difficulty("before", FEWEST, FEWEST)]}
    assert difficulties(elsewhere) == {}


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Answered right: before the match 50 % of 20 answers"),
        ("fr", "Bonnes réponses\xa0: avant la partie, 50\xa0% sur 20 réponses"),
    ],
)
def test_whoever_chooses_questions_reads_it(client, language, said):
    answered([True, False] * 10)
    teacher = person("teacher", language=language)
    client.force_login(teacher)
    client.cookies["django_language"] = language

    page = client.get(f"/sessions/{draft_of(course_of(teacher)).pk}/questions/bank/").content.decode()

    assert re.sub(r"[ \n]+", " ", page).count(said) == 1

"""The site estimates difficulties of questions from all first answers, and tells those who choose questions."""

from random import Random

import pytest

from classrooms.assess.studies.jobs import fit_compute
from classrooms.assess.studies.queries.difficulties import first_answers
from classrooms.assess.studies.queries.questions import asked_in, pool_of
from classrooms.models import BankFit, QuizAnswer
from classrooms.play.questions.queries.difficulty import levels_in
from games.models import Job
from tests.classrooms.assess.studies.studying import computed_of
from tests.classrooms.play.questions.asking import class_of, question
from tests.games.factories import NOW

pytestmark = pytest.mark.django_db


def test_answers_of_people_who_did_not_agree_are_left_out(no_broker):
    study, _teacher, students = computed_of(12)
    assert len(first_answers("domego")) == 12 * 2 * len(asked_in(study, "A"))

    study.people.filter(user=students[0]).update(consents=False)

    assert len(first_answers("domego")) == 11 * 2 * len(asked_in(study, "A"))


def test_a_harder_question_has_a_higher_level():
    random = Random(5)
    play_session, people = class_of(*(f"person{place}" for place in range(120)), teams=[[]])
    shares = {"retention": 0.85, "targets": 0.6, "permit": 0.3}
    QuizAnswer.objects.bulk_create(
        QuizAnswer(question=row, user=user, choice=0, is_right=random.random() < share, created_at=NOW)
        for row, share in ((question(play_session, key), share) for key, share in shares.items())
        for user in people.values()
    )

    fit_compute(Job(subject="domego"))

    levels = {key: level for key, (level, *_rest) in BankFit.objects.get().items.items()}
    assert levels["retention"] < levels["targets"] < levels["permit"]
    assert sum(levels.values()) == pytest.approx(0, abs=0.01)
    assert levels_in("domego")["bank-permit"].startswith(f"Rasch difficulty +{levels['permit']:.1f}")


def test_without_enough_answers_nothing_is_told(no_broker):
    study, _teacher, _students = computed_of(12)

    fit_compute(Job(subject="domego"))

    assert (BankFit.objects.get().items, levels_in("domego")) == ({}, {})
    assert {each.level for each in pool_of(study)} == {""}

"""Consent and answers of the people of a study."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.db import transaction

from classrooms.assess.studies.queries.phases import form_of, open_test
from classrooms.assess.studies.queries.questions import asked_in
from classrooms.assess.studies.services.design import locked
from classrooms.assess.studies.services.freezing import people_add
from classrooms.assess.studies.services.refusals import ConsentFixed, StudyTestClosed, StudyTestSent
from classrooms.assess.studies.texts.experience import BY_KEY
from classrooms.models import Study, StudyMoment, StudyPerson, StudyTest
from games.public.base import BadRequest, clock

CONFIDENCE: Final = (25, 50, 75, 100)
"""Steps of confidence in percent: guessed, rather unsure, rather sure, sure."""
STEPS: Final = range(1, 6)
MOST_WORDS: Final = 1000


@transaction.atomic
def consent_set(*, study_id: int, user: Any, consents: bool, now: datetime | None = None) -> StudyPerson:
    """Store a person's choice; it can be changed until the results are passed on. Numbers computed before
    are deleted. Raises ConsentFixed."""
    study = locked(study_id)
    person = person_of(study, user)
    if study.pooled_at is not None:
        raise ConsentFixed
    person.consents = consents
    person.consent_at = now or clock.now()
    person.save(update_fields=["consents", "consent_at"])
    Study.objects.filter(pk=study.pk).update(result=None, resulted_at=None)
    return person


@transaction.atomic
def answers_keep(
    *,
    study_id: int,
    user: Any,
    moment: str,
    answers: Mapping[int, tuple[int | None, int | None]],
    experience: Mapping[str, int] | None = None,
    words: str = "",
    send: bool = False,
    now: datetime | None = None,
) -> StudyTest:
    """Keep a person's answers to a test, by question: option and confidence in percent. With `send` they count, and
    cannot change any more. Raises StudyTestClosed, StudyTestSent, or BadRequest for an answer that does not exist.
    """
    study, now = locked(study_id), now or clock.now()
    if open_test(study, now) != moment:
        raise StudyTestClosed
    person = person_of(study, user)
    form = form_of(person.order, moment)
    kept = StudyTest.objects.filter(person=person, moment=moment).first()
    test = kept or StudyTest(person=person, moment=moment, form=form)
    if test.sent_at is not None:
        raise StudyTestSent
    _check(study, test.form, answers)
    test.answers = {str(key): list(answer) for key, answer in answers.items()}
    if moment == StudyMoment.AFTER:
        _keep_experience(test, experience or {}, words)
    test.sent_at = now if send else None
    test.save()
    return test


def person_of(study: Study, user: Any) -> StudyPerson:
    """The person's row; who joined the course since the plan was frozen gets one."""
    found = study.people.filter(user=user).first()
    if found is None:
        people_add(study)
        found = study.people.get(user=user)
    return found


def _check(study: Study, form: str, answers: Mapping[int, tuple[int | None, int | None]]) -> None:
    options = {each.row.pk: len(each.words.options) for each in asked_in(study, form)}
    for key, (choice, confidence) in answers.items():
        if key not in options or (choice is not None and not 0 <= choice < options[key]):
            raise BadRequest(field="choice", reason=key)
        if confidence is not None and confidence not in CONFIDENCE:
            raise BadRequest(field="confidence", reason=confidence)


def _keep_experience(test: StudyTest, experience: Mapping[str, int], words: str) -> None:
    if set(experience) - set(BY_KEY) or any(step not in STEPS for step in experience.values()):
        raise BadRequest(field="experience", reason="")
    test.experience = dict(experience)
    test.words = words.strip()[:MOST_WORDS]

"""The phases of a study, by its times and the clock."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from django.db.models import Q
from django.utils.translation import gettext_lazy

from classrooms.models import Study, StudyMoment

NAMES: Final = {
    StudyMoment.BEFORE: gettext_lazy("First test"),
    StudyMoment.AFTER: gettext_lazy("Second test"),
    StudyMoment.LATER: gettext_lazy("Third test"),
}
"""The names of the tests."""


class Phase(StrEnum):
    """The state of a study."""

    DRAFT = "draft"
    BEFORE = "before"
    """The plan is frozen, and the first test is open."""
    ARMS = "arms"
    """The arms are drawn and at work."""
    AFTER = "after"
    BETWEEN = "between"
    LATER = "later"
    OVER = "over"


def phase_of(study: Study, now: datetime) -> Phase:
    """The phase at a time. A third test without a time never opens."""
    if study.frozen_at is None:
        return Phase.DRAFT
    if study.drawn_at is None:
        return Phase.BEFORE
    if study.after_at is None or now < study.after_at:
        return Phase.ARMS
    if study.after_until is None or now < study.after_until:
        return Phase.AFTER
    if study.later_at is None:
        return Phase.OVER
    if now < study.later_at:
        return Phase.BETWEEN
    return Phase.LATER if study.later_until is None or now < study.later_until else Phase.OVER


OPEN = {Phase.BEFORE: StudyMoment.BEFORE, Phase.AFTER: StudyMoment.AFTER, Phase.LATER: StudyMoment.LATER}
MOMENTS = tuple(StudyMoment)


def open_test(study: Study, now: datetime) -> StudyMoment | None:
    """The test that can be answered at a time; None between tests."""
    return OPEN.get(phase_of(study, now))


def form_of(order: str, moment: str) -> str:
    """The form that a person with this order of forms has at a test."""
    return order[MOMENTS.index(StudyMoment(moment)) % 2]


@dataclass(frozen=True)
class Step:
    """A test with its times. `ends` is None while its end is open."""

    moment: StudyMoment
    opens: datetime | None
    ends: datetime | None


def steps_of(study: Study) -> list[Step]:
    """The tests of a study in order."""
    return [
        Step(StudyMoment.BEFORE, study.frozen_at, study.drawn_at),
        Step(StudyMoment.AFTER, study.after_at, study.after_until),
        Step(StudyMoment.LATER, study.later_at, study.later_until),
    ]


def has_answers(study: Study) -> bool:
    """Has anybody answered a question of the study, or the one on consent? After the draw this is true, too."""
    answered = Q(tests__isnull=False) | Q(consents__isnull=False)
    return study.drawn_at is not None or study.people.filter(answered).exists()

"""The times of the tests, once the plan is frozen: planned ones change until they have come."""

from datetime import datetime
from typing import Final

from django.db import transaction

from classrooms.assess.studies.limits import LATER, OPEN_FOR
from classrooms.assess.studies.queries.phases import Phase, phase_of
from classrooms.assess.studies.services.design import check_times, locked
from classrooms.assess.studies.services.refusals import WrongPhase
from classrooms.models import Study
from games.public.base import clock

NEXT: Final = {
    Phase.ARMS: "after_at",
    Phase.AFTER: "after_until",
    Phase.BETWEEN: "later_at",
    Phase.LATER: "later_until",
}
"""The time that *now* sets in each phase."""


@transaction.atomic
def step_now(*, study_id: int, phase: str, now: datetime | None = None) -> Study:
    """Open or end the next test now: the second one opens, ends, the third one opens, ends. `phase` is the one that the
    person saw. When the second test ends, the third gets its usual time if it has none. Raises WrongPhase if the study
    is elsewhere.
    """
    study, now = locked(study_id), now or clock.now()
    seen = phase_of(study, now)
    if seen != phase or seen not in NEXT:
        raise WrongPhase
    name = NEXT[seen]
    setattr(study, name, now)
    _follow(study, name, now)
    check_times(study)
    study.save()
    return study


@transaction.atomic
def times_set(*, study_id: int, now: datetime | None = None, **times: datetime | None) -> Study:
    """Set planned times of a frozen study. Times that have passed stay. Raises WrongPhase for one of them, BadPlan for
    times out of order.
    """
    study, now = locked(study_id), now or clock.now()
    for name, value in times.items():
        old = getattr(study, name)
        if name not in NEXT.values() or (old != value and old is not None and old <= now):
            raise WrongPhase
        setattr(study, name, value)
    check_times(study)
    study.save()
    return study


def _follow(study: Study, name: str, now: datetime) -> None:
    """Move planned times that would lie before the one set now."""
    if name == "after_at" and study.after_until is not None and study.after_until <= now:
        study.after_until = None
    if name == "after_until" and (study.later_at is None or study.later_at <= now):
        study.later_at, study.later_until = now + LATER, now + LATER + OPEN_FOR
    if name == "later_at" and (study.later_until is None or study.later_until <= now):
        study.later_until = now + OPEN_FOR

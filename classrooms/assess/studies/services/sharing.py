"""Passing on the result of a study: its package, and the summary that other classes take in."""

from collections.abc import Sequence
from datetime import datetime

import msgspec
from django.db import transaction

from classrooms.assess.studies.queries.summaries import about_of
from classrooms.assess.studies.services.design import locked
from classrooms.assess.studies.services.refusals import BadPlan
from classrooms.assess.studies.sharing import summary
from classrooms.models import Course, Study, StudyPool
from games.engine import codec
from games.public.base import clock


@transaction.atomic
def result_pool(*, study_id: int, now: datetime | None = None) -> Study:
    """Mark a result as passed on: consent can no longer be withdrawn. Safe to repeat."""
    study = locked(study_id)
    if study.pooled_at is None:
        study.pooled_at = now or clock.now()
        study.save(update_fields=["pooled_at"])
    return study


@transaction.atomic
def summary_share(*, study_id: int, kinds: Sequence[summary.Kind], language: str, now: datetime | None = None) -> Study:
    """Make the summary of a study that the course shares, with the activity of each arm and the language of the test.
    Consent can no longer be withdrawn then. Raises BadPlan if there are no numbers, or another site would refuse
    the summary, for example of an arm with fewer than five people.
    """
    study = locked(study_id)
    try:
        found = summary.summary_of((study.result or {}).get("numbers", {}), about_of(study, kinds, language))
    except summary.BadSummary as refused:
        raise BadPlan(reason=refused.reason) from None
    except KeyError:
        raise BadPlan(reason=summary.no_numbers()) from None
    study.summary = msgspec.to_builtins(found)
    study.pooled_at = study.pooled_at or now or clock.now()
    study.save(update_fields=["summary", "pooled_at"])
    return study


@transaction.atomic
def summary_withdraw(*, study_id: int) -> Study:
    """No longer share a study. Files that were downloaded before stay where they are."""
    study = locked(study_id)
    study.summary = None
    study.save(update_fields=["summary"])
    return study


@transaction.atomic
def summaries_take(*, course: Course, content: bytes) -> int:
    """Take a file of summaries into a course; returns their number. The newest summary of a study stays. Raises
    BadSummary for a file with a fault, which changes nothing.
    """
    given = summary.read(content)
    pool = _locked_pool(course)
    kept = [codec.convert(each, summary.Summary) for each in pool.summaries]
    found = summary.distinct([*kept, *given])
    if len(found) > summary.MOST_STUDIES:
        raise summary.BadSummary("studies", summary.too_many())
    pool.summaries = [msgspec.to_builtins(each) for each in found]
    pool.save(update_fields=["summaries"])
    return len(given)


@transaction.atomic
def summary_remove(*, course: Course, study: str) -> None:
    """Take a study of another class out of a course's pool."""
    pool = _locked_pool(course)
    pool.summaries = [each for each in pool.summaries if each["study"] != study]
    pool.save(update_fields=["summaries"])


def _locked_pool(course: Course) -> StudyPool:
    StudyPool.objects.get_or_create(course=course)
    return StudyPool.objects.select_for_update().get(course=course)

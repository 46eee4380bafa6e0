"""Passing on the result of a study."""

from datetime import datetime

from django.db import transaction

from classrooms.assess.studies.services.design import locked
from classrooms.models import Study
from games.public.base import clock


@transaction.atomic
def result_pool(*, study_id: int, now: datetime | None = None) -> Study:
    """Mark a result as passed on: consent can no longer be withdrawn. Safe to repeat."""
    study = locked(study_id)
    if study.pooled_at is None:
        study.pooled_at = now or clock.now()
        study.save(update_fields=["pooled_at"])
    return study

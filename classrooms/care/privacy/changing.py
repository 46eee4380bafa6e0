"""Changing the retention of a course."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from classrooms.care.privacy.clock import clock_of
from classrooms.models import Course, RetentionDeed, Step
from games.public.base import clock, conf

Kind = RetentionDeed.Kind


@transaction.atomic
def retention_change(
    *,
    course_id: int,
    by: Any,
    ends_on: date | None,
    months: Mapping[Step, int | None],
    reason: str = "",
    now: datetime | None = None,
) -> Course:
    """Set the end of a course and the months for which papers, texts and names stay after it (None: the site's usual
    time). The change is logged in the course's history. Raises ValidationError above the site's maximum, and if a later
    step would come before an earlier one. Raises it also for a longer retention without a reason.
    """
    now = now or clock.now()
    course = Course.objects.select_for_update().get(pk=course_id)
    before = clock_of(course, now)
    course.ends_on = ends_on
    for step, number in months.items():
        setattr(course, f"{step.value}_months", number)
    _check(months)
    after = clock_of(course, now)
    if before is None or after is None or before.hands == after.hands:
        course.save()
        return course
    is_longer = any(new.planned_on > old.planned_on for old, new in zip(before.hands, after.hands, strict=True))
    reason = " ".join(reason.split())
    if is_longer and not reason:
        raise ValidationError({"reason": _("Say why it is to be kept for longer.")})
    course.save()
    told = RetentionDeed.objects.filter(course=course, kind=Kind.TOLD, recalled_at__isnull=True)
    for old, new in zip(before.hands, after.hands, strict=True):
        if old.planned_on != new.planned_on:
            told.filter(step=old.step).update(recalled_at=now)
    RetentionDeed.objects.create(course=course, kind=Kind.CHANGED, reason=reason, by=by, at=now)
    return course


def _check(months: Mapping[Step, int | None]) -> None:
    faults: dict[str, str] = {}
    longest = 0
    for step in Step:
        most, own = conf.RETENTION_MOST_MONTHS[step], months.get(step)
        number = conf.RETENTION_MONTHS[step] if own is None else own
        if number > most:
            faults[f"{step.value}_months"] = _("This site allows %(most)d months at most.") % {"most": most}
        elif own is not None and own < longest:
            faults[f"{step.value}_months"] = _("This cannot go before what stands above it.")
        longest = max(longest, number)
    if faults:
        raise ValidationError(faults)

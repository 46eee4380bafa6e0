"""The staff of a course, copied to its matches: people who run them and people who watch them."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from classrooms.models import Course, Enrolment, SessionTeam, TableObserver
from classrooms.people.class_lists.services.people import places_leave, sessions_touch, sessions_with
from games.public.base import clock, refusal
from games.public.models import PERSON_ID, Match

Role = Enrolment.Role
STAFF = (Role.INSTRUCTOR, Role.ASSISTANT, Role.OBSERVER)


LastInstructor = refusal("last_instructor", _("A course keeps at least one instructor. Invite another one first."))
"""A course would have no instructor left."""


def course_match_ids(course_id: int) -> set[int]:
    """All matches of the course's sessions, matches abandoned by a step back included."""
    rows = SessionTeam.objects.filter(session__course=course_id, match__isnull=False)
    found: set[int] = set()
    newest = set(rows.values_list("match_id", flat=True))
    while newest:
        found |= newest
        parents = Match.objects.filter(pk__in=newest, parent__isnull=False)
        newest = set(parents.values_list("parent_id", flat=True)) - found
    return found


@transaction.atomic
def course_staff_sync(*, course_id: int) -> None:
    """Copy the staff of the course to its matches: instructors and assistants run them, observers watch them. Must be
    called after a match was made and after staff changed; safe to repeat. People who look on at single tables stay.
    """
    staff: dict[str, set[int]] = {role: set() for role in STAFF}
    rows = Enrolment.objects.filter(course=course_id, role__in=STAFF, left_at__isnull=True)
    for role, user_id in rows.values_list("role", "user_id"):
        staff[role].add(user_id)
    matches = course_match_ids(course_id)
    _follow(Match.stewards.through, matches, staff[Role.INSTRUCTOR] | staff[Role.ASSISTANT])
    look_on = TableObserver.objects.filter(session_team__session__course=course_id, ended_at__isnull=True)
    _follow(Match.observers.through, matches, staff[Role.OBSERVER], look_on.values("user"))


def _follow(through: type, matches: set[int], people: set[int], others: Any = ()) -> None:
    """Rows of a many-to-many table between matches and people, in three queries. Rows of `others` (ids, or a query)
    stay.
    """
    rows = through.objects.filter(match__in=matches)  # type: ignore[attr-defined]
    rows.exclude(**{f"{PERSON_ID}__in": people}).exclude(**{f"{PERSON_ID}__in": others}).delete()
    there = set(rows.values_list("match_id", PERSON_ID))
    through.objects.bulk_create(  # type: ignore[attr-defined]
        [
            through(match_id=match, **{PERSON_ID: user})
            for match in sorted(matches)
            for user in sorted(people)
            if (match, user) not in there
        ],
        ignore_conflicts=True,
    )


@transaction.atomic
def staff_remove(
    *, enrolment: Enrolment, by: Any = None, even_the_last: bool = False, now: datetime | None = None
) -> None:
    """End the membership of an instructor, assistant or observer; matches are updated, and bots take their seats. Safe
    to repeat. Raises LastInstructor.
    """
    now = now or clock.now()
    sessions_touch(sessions_with(enrolment.course_id, [enrolment.user_id]))
    Course.objects.select_for_update().get(pk=enrolment.course_id)
    row = Enrolment.objects.select_for_update().select_related("user").get(pk=enrolment.pk)
    if row.left_at is not None or row.role not in STAFF:
        return
    others = Enrolment.objects.filter(course=row.course_id, role=Role.INSTRUCTOR, left_at__isnull=True)
    is_last = row.role == Role.INSTRUCTOR and not others.exclude(pk=row.pk).exists()
    if is_last and not even_the_last:
        raise LastInstructor
    places_leave(row.course_id, row.user, by=by, now=now)
    row.left_at = now
    row.save(update_fields=["left_at"])
    course_staff_sync(course_id=row.course_id)

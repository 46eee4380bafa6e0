"""Merging a guest into the account of the same person: all foreign keys to the guest are moved to the account."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db import models, transaction
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from classrooms.models import (
    Enrolment,
    Identity,
    LmsPerson,
    PeerReview,
    RosterImport,
    SecondFactor,
    Session,
    Team,
    User,
)
from classrooms.people.class_lists.namesakes import name_key
from classrooms.people.class_lists.services.erasure_log import erasure_note
from classrooms.people.class_lists.services.observed import joined_check
from classrooms.people.class_lists.services.staff import course_staff_sync
from games.public.base import BadRequest, clock, refusal
from games.public.models import PERSON_ID, CalendarLink, Intervention, Match, PushSubscription, SeatHolder
from games.public.steering import hands_join_check

ComesFromElsewhere = refusal(
    "comes_from_elsewhere",
    _(
        "This person signs in at a learning platform or at your institution, and that sign-in would open the account of"
        " the other one. Ask the student to do it: signed in to the account, they open the personal link and press"
        " “This is me”."
    ),
)
"""The guest signs in elsewhere, and staff's merge would give that sign-in access to an account."""


Column = Any
"""A foreign key to people, as Django's `_meta` knows it."""
Pointer = tuple[type[models.Model], Column]


RunsTheCourse = refusal(
    "runs_the_course",
    _("You run or watch a course in which this person is a student, so the two cannot be one."),
    status=403,
)
"""A person who runs or watches a course would get a student's cards."""


def pointers_to_people() -> Iterator[Pointer]:
    """Every foreign key to people in other tables, many-to-many tables included."""
    for relation in User._meta.get_fields(include_hidden=True):
        if isinstance(relation, models.ManyToOneRel) and relation.related_model is not User:
            yield relation.related_model, relation.field


@transaction.atomic
def guest_merge(*, guest: Any, into: Any, by_staff: bool = False, now: datetime | None = None) -> None:
    """Move all data of a guest to another person, and delete the guest: seats, moves, messages, answers, marks,
    courses, teams. If both have a thing that exists once (an answer, a mark), the other person's stays. In a common
    course, the longer extra time and the other person's team stay. Finished debriefs keep the old name.

    Raises BadRequest unless `guest` is a guest without a password and another person than `into`. Raises RunsTheCourse
    if `into` is staff where the guest is a student. Raises OneHand if the two would know two hands of a match, and
    LookedOn if one plays where the other looked on, unless it is done `by_staff`.

    A merge by staff never adds a way to sign in to an account. It raises ComesFromElsewhere for a guest who signs in
    elsewhere, and ends the guest's devices and calendar link.
    """
    now = now or clock.now()
    matches = _lock_matches(guest)
    people = {person.pk: person for person in User.objects.select_for_update().filter(pk__in=[guest.pk, into.pk])}
    if len(people) != 2 or not people[guest.pk].is_guest or people[guest.pk].has_usable_password():
        raise BadRequest(field="guest", reason=guest.pk)
    courses = list(Enrolment.objects.filter(user=guest).values_list("course_id", flat=True))
    staff = Enrolment.objects.filter(user=into, course__in=courses, left_at__isnull=True)
    if staff.exclude(role=Enrolment.Role.STUDENT).exists():
        raise RunsTheCourse
    if by_staff:
        _keep_ways_in(guest, people[into.pk])
    else:
        hands_join_check(guest=guest, into=into)
        joined_check(guest=guest, into=into)
    _join_enrolments(guest, into)
    _join_names(people[guest.pk], people[into.pk])
    _join_teams(guest, into)
    _alone_at_screen(guest, into)
    PeerReview.objects.filter(author__in=people, about__in=people).delete()
    for model, column in pointers_to_people():
        _move_rows(model, column, guest, into)
    _move_roster_lines(courses, guest, into)
    _move_released(matches, guest, into)
    _end_stand_ins(into)
    erasure_note(user=people[guest.pk], into=people[into.pk], now=now)
    User.objects.filter(pk=guest.pk).delete()
    for course_id in courses:
        course_staff_sync(course_id=course_id)


def _lock_matches(guest: User) -> set[int]:
    """Lock sessions, then the guest's matches, each in the order of their ids. Their revisions rise, since pages show
    another name from now on.
    """
    matches = set(Match.objects.filter(seats__holders__user=guest).values_list("pk", flat=True))
    sessions = set(Session.objects.filter(session_teams__match__in=matches).values_list("pk", flat=True))
    for model, ids in ((Session, sessions), (Match, matches)):
        list(model.objects.select_for_update().filter(pk__in=ids).order_by("pk").values_list("pk"))
        model.objects.filter(pk__in=ids).update(revision=F("revision") + 1)
    return matches


def _keep_ways_in(guest: User, into: User) -> None:
    """Keep the guest's devices, codes and sign-ins from giving access to the account, in a merge by staff."""
    if not into.is_guest and any(rows.objects.filter(user=guest).exists() for rows in (Identity, LmsPerson)):
        raise ComesFromElsewhere
    for rows in (SecondFactor, CalendarLink, PushSubscription):
        rows.objects.filter(user=guest).delete()


def _join_enrolments(guest: User, into: User) -> None:
    """In common courses, the account's enrolment takes over values that only the guest's has."""
    own = {row.course_id: row for row in Enrolment.objects.select_for_update().filter(user=into)}
    for row in Enrolment.objects.filter(user=guest, course__in=own):
        kept = own[row.course_id]
        kept.student_number = kept.student_number or row.student_number
        kept.extra_time = max(kept.extra_time, row.extra_time)
        kept.roster_import_id = kept.roster_import_id or row.roster_import_id
        if kept.left_at is not None and row.left_at is None:
            kept.left_at, kept.role = None, row.role
        kept.save()
        row.delete()


def _join_names(guest: User, into: User) -> None:
    """Of two guests, the values of the class list (parts of the name, an address) are kept."""
    if not into.is_guest:
        return
    if not into.family_name and name_key(guest.display_name) == name_key(into.display_name):
        into.family_name, into.given_name = guest.family_name, guest.given_name
        into.display_name = guest.display_name if guest.family_name else into.display_name
    into.email = into.email or guest.email
    into.save(update_fields=["display_name", "family_name", "given_name", "email"])


def _join_teams(guest: User, into: User) -> None:
    """In a course in which the other person has a team, the guest's team is left."""
    through = Team.members.through.objects
    courses = through.filter(**{PERSON_ID: into.pk}).values_list("team__course", flat=True)
    through.filter(**{PERSON_ID: guest.pk}, team__course__in=list(courses)).delete()


def _alone_at_screen(guest: User, into: User) -> None:
    """Delete the note that one of the two shared a screen with the other."""
    both = Q(user=guest, together_with=into) | Q(user=into, together_with=guest)
    SeatHolder.objects.filter(both).update(together_with=None)


def _move_rows(model: type[models.Model], column: Column, guest: User, into: User) -> None:
    """Point a column's rows at the account; rows that would violate a unique constraint are deleted."""
    rows = model._base_manager.filter(**{column.name: guest})
    uniques = list(_uniques_with(model, column))
    if not uniques:
        rows.update(**{column.name: into})
        return
    for row in rows.order_by("pk"):
        if any(_is_taken(model, row, column, into, fields, condition) for fields, condition in uniques):
            row.delete()
        else:
            model._base_manager.filter(pk=row.pk).update(**{column.name: into})


def _uniques_with(model: type[models.Model], column: Column) -> Iterator[tuple[tuple[str, ...], models.Q | None]]:
    """Unique constraints with this field, with their conditions."""
    if column.unique:
        yield (column.name,), None
    for fields in model._meta.unique_together:
        if column.name in fields:
            yield tuple(fields), None
    for constraint in model._meta.constraints:
        if isinstance(constraint, models.UniqueConstraint) and column.name in constraint.fields:
            yield tuple(constraint.fields), constraint.condition


def _is_taken(
    model: type[models.Model],
    row: models.Model,
    column: Column,
    into: User,
    fields: tuple[str, ...],
    condition: models.Q | None,
) -> bool:
    """Would the row violate the unique constraint?"""
    same = model._base_manager.exclude(pk=row.pk)
    if condition is not None:
        if not model._base_manager.filter(condition, pk=row.pk).exists():
            return False
        same = same.filter(condition)
    values = {name: getattr(row, model._meta.get_field(name).attname) for name in fields}  # type: ignore[union-attr]
    if any(value is None for value in values.values()):
        return False
    return same.filter(**(values | {column.name: into.pk})).exists()


def _move_roster_lines(courses: list[int], guest: User, into: User) -> None:
    """Point lines of class lists to the account."""
    for roster in RosterImport.objects.filter(course__in=courses):
        if any(line.get("user") == guest.pk for line in roster.lines):
            for line in roster.lines:
                line["user"] = into.pk if line.get("user") == guest.pk else line.get("user")
            roster.save(update_fields=["lines"])


def _end_stand_ins(user: User) -> None:
    """End stand-ins by bots on seats that the person holds."""
    held = SeatHolder.objects.filter(user=user, released_at__isnull=True).values("seat")
    SeatHolder.objects.filter(user=user, has_stand_in=True, seat__in=held).update(has_stand_in=False)


def _move_released(matches: set[int], guest: User, into: User) -> None:
    """Replace the guest's id in interventions that list people who left a seat."""
    for row in Intervention.objects.filter(match__in=matches):
        people = {name: row.params[name] for name in ("released", "ended") if guest.pk in row.params.get(name, ())}
        if people:
            moved = {name: [into.pk if pk == guest.pk else pk for pk in ids] for name, ids in people.items()}
            row.params |= moved
            row.save(update_fields=["params"])


def check_may_erase_guest(*, course_id: int, user: User) -> None:
    """Raises BadRequest unless the person is a guest of this course only, whom its instructors may erase."""
    elsewhere = Enrolment.objects.filter(user=user).exclude(course=course_id)
    if not user.is_guest or elsewhere.exists():
        raise BadRequest(field="user", reason=user.pk)

"""Applying a class list to a course, and undoing it. Each valid line makes a guest: an address alone never enrols or
takes over an account.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction

from classrooms.models import Course, Enrolment, RosterImport, Team, User
from classrooms.people.class_lists.services.people import student_remove, traces_of
from classrooms.people.class_lists.services.rosters_checks import KnownMembers, Line, checked, known_in, mark_known
from classrooms.people.class_lists.services.rosters_notes import Note
from classrooms.people.class_lists.services.rosters_reading import Reading
from games.public.base import clock
from games.public.models import PERSON_ID
from games.public.people import guests_create

KEEP_UNUSED: Final = timedelta(days=1)
"""The time after which a list that was not applied is deleted."""


def lines_of(roster: RosterImport) -> list[Line]:
    """The stored lines as values."""
    return [Line(**line) for line in roster.lines]


def notes_of(roster: RosterImport) -> list[Note]:
    """The reader's notes on omissions and corrections, as values."""
    return [Note(*note) for note in roster.notes]


@transaction.atomic
def roster_read(
    *, course: Course, reading: Reading, by: Any, source: str = "", now: datetime | None = None
) -> RosterImport:
    """Store a list with its problems for a preview. Nobody is enrolled yet. Lists of this course that were not applied
    are deleted after a day.
    """
    now = now or clock.now()
    RosterImport.objects.filter(course=course, applied_at__isnull=True, created_at__lt=now - KEEP_UNUSED).delete()
    lines = checked(reading.rows, known_in(course))
    unused = [Note("unused", {"names": ", ".join(reading.unused)[:200]})] if reading.unused else []
    return RosterImport.objects.create(
        course=course,
        source=source[:120],
        lines=[asdict(line) for line in lines],
        notes=[[note.code, note.params] for note in (*reading.notes, *unused)],
        created_by=by,
        created_at=now,
    )


def roster_discard(*, roster: RosterImport) -> None:
    """Delete a list that was not applied."""
    RosterImport.objects.filter(pk=roster.pk, applied_at__isnull=True).delete()


@transaction.atomic
def roster_apply(*, roster: RosterImport, now: datetime | None = None) -> int:
    """Enrol the valid lines as guests and put them in the named teams; returns their number. Lines are checked again,
    because the course may have changed since. Safe to repeat: the second time nobody is enrolled.
    """
    Course.objects.select_for_update().get(pk=roster.course_id)
    row = RosterImport.objects.select_for_update().select_related("course").get(pk=roster.pk)
    if row.applied_at is not None:
        return 0
    lines = lines_of(row)
    _judge_again(lines, known_in(row.course))
    good = [line for line in lines if not line.problems]
    guests = guests_create(people=[(line.name, line.email) for line in good])
    for line, guest in zip(good, guests, strict=True):
        line.user, guest.family_name, guest.given_name = guest.pk, line.family_name, line.given_name
    named = [guest for guest in guests if guest.family_name or guest.given_name]
    if named:
        User.objects.bulk_update(named, ["family_name", "given_name"], batch_size=200)
    Enrolment.objects.bulk_create(
        [
            Enrolment(
                course=row.course,
                user=guest,
                student_number=line.student_number,
                extra_time=line.extra_time,
                roster_import=row,
            )
            for line, guest in zip(good, guests, strict=True)
        ],
        batch_size=200,
    )
    _join_teams(row.course, good)
    row.lines, row.notes, row.applied_at = [asdict(line) for line in lines], [], now or clock.now()
    row.save(update_fields=["lines", "notes", "applied_at"])
    return len(good)


def _judge_again(lines: Sequence[Line], known: KnownMembers) -> None:
    """Reject lines whose person joined the course since the list was read."""
    for line in lines:
        if not line.problems:
            mark_known(line, known)


def _join_teams(course: Course, lines: Sequence[Line]) -> None:
    """Find teams by name without regard to case, or make them."""
    teams = {team.name.casefold(): team for team in course.teams.all()}
    members: list[Any] = []
    through = Team.members.through
    for line in lines:
        if line.team:
            folded = line.team.casefold()
            if folded not in teams:
                teams[folded] = Team.objects.create(course=course, name=line.team)
            members.append(through(team_id=teams[folded].pk, **{PERSON_ID: line.user}))
    through.objects.bulk_create(members, batch_size=200)


@dataclass(frozen=True)
class Undone:
    """The result of undoing a list: the number of removed people, and names of people who stayed because they had
    played.
    """

    removed: int
    kept: tuple[str, ...]


@transaction.atomic
def roster_undo(*, roster: RosterImport, now: datetime | None = None) -> Undone:
    """Undo a list: its enrolments are deleted, and guests without any traces. People who played stay in the course. The
    lines of the list are deleted. Safe to repeat.
    """
    now = now or clock.now()
    row = RosterImport.objects.select_for_update().get(pk=roster.pk)
    if row.applied_at is None or row.undone_at is not None:
        return Undone(0, ())
    enrolments = list(row.enrolments.select_related("user", "course"))
    traces = traces_of([enrolment.user_id for enrolment in enrolments])
    kept, gone = [], []
    for enrolment in enrolments:
        if traces[enrolment.user_id].played:
            kept.append(enrolment.user.get_full_name())
            continue
        student_remove(enrolment=enrolment, now=now)
        gone.append(enrolment)
    Enrolment.objects.filter(pk__in=[enrolment.pk for enrolment in gone]).delete()
    unused = [enrolment.user_id for enrolment in gone if not traces[enrolment.user_id].used]
    User.objects.filter(pk__in=unused, is_guest=True, enrolments__isnull=True).delete()
    row.lines, row.undone_at = [], now
    row.save(update_fields=["lines", "undone_at"])
    return Undone(len(gone), tuple(kept))

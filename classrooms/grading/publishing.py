"""Telling students their marks. What they were told stays until it is told again."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from classrooms.grading.services import grades_compute
from classrooms.grading.sheet import Cell, Row, Sheet, sheet_of, shown
from classrooms.models import GradeBook, PublishedGrade, Session
from games import clock
from games.errors import ServiceError


class GradesIncomplete(ServiceError):
    """Some marks are still on their way."""

    code = "grades_incomplete"
    message = _("Bots still play the games that own objectives are compared with. Wait for them, or tick the box.")


class NothingToPublish(ServiceError):
    """Nobody has a mark."""

    code = "nothing_to_publish"
    message = _("Nobody has a mark yet, so there is nothing to publish.")


@dataclass(frozen=True)
class Difference:
    """What a student was told and what they would be told now. `before` is None for somebody who was told nothing;
    where it equals the final mark, something behind it is another.
    """

    row: Row
    before: str | None

    @property
    def shown_before(self) -> str:
        """The published final mark in the current language."""
        return shown(self.before or "")

    @property
    def moves(self) -> bool:
        """Is it the final mark that differs?"""
        return self.before != self.row.final


def content_of(sheet: Sheet, row: Row) -> dict[str, Any]:
    """What a student is told: each line with its weight, points and facts, and what was changed by hand and why."""
    return {"scale": sheet.book.scale, "decimals": sheet.book.decimals, "lines": [_line(cell) for cell in row.cells]}


def _line(cell: Cell) -> dict[str, Any]:
    line, mark = cell.line, cell.mark
    told: dict[str, Any] = {
        "kind": line.kind,
        "title": line.title,
        "weight": line.weight,
        "params": line.params,
        "points": cell.points,
        "facts": mark.facts if mark is not None else {},
    }
    if mark is not None and mark.changed_points is not None:
        told["changed"] = {"computed": mark.points, "reason": mark.changed_reason}
    return told


def differences(sheet: Sheet) -> list[Difference]:
    """Everybody who would be told something else than they were, in the order of the sheet."""
    told = {row.user_id: row for row in PublishedGrade.objects.filter(book=sheet.book)}
    found = []
    for row in sheet.rows:
        old = told.get(row.enrolment.user_id)
        if old is None or (old.final, old.content) != (row.final, content_of(sheet, row)):
            found.append(Difference(row, None if old is None else old.final))
    return found


def is_waiting(sheet: Sheet) -> bool:
    """Is there a mark that will be another one when the bots have played?"""
    return any(cell.why == "bots" for row in sheet.rows for cell in row.cells)


def grades_publish(*, play_session: Session, incomplete: bool = False, now: datetime | None = None) -> list[Difference]:
    """Compute once more, then tell every student of the course their marks; answers who is told something else than
    before. Safe to repeat. Raises NothingToPublish, or GradesIncomplete unless marks that are on their way may be left
    out.
    """
    now = now or clock.now()
    grades_compute(play_session=play_session, now=now)
    with transaction.atomic():
        book = GradeBook.objects.select_for_update().get(session=play_session)
        sheet = sheet_of(play_session)
        if not any(row.final for row in sheet.rows):
            raise NothingToPublish
        if is_waiting(sheet) and not incomplete:
            raise GradesIncomplete
        found = differences(sheet)
        PublishedGrade.objects.bulk_create(
            [_told(book, sheet, difference, now) for difference in found],
            update_conflicts=True,
            unique_fields=["book", "user"],
            # Without a claim: whoever is told something else gets a mail again.
            update_fields=["final", "content", "published_at", "previous_final", "changed_at", "mail_claimed_at"],
        )
        book.published_at, book.revision = now, book.revision + 1
        book.save(update_fields=["published_at", "revision"])
    return found


def _told(book: GradeBook, sheet: Sheet, difference: Difference, now: datetime) -> PublishedGrade:
    row = difference.row
    return PublishedGrade(
        book=book,
        user_id=row.enrolment.user_id,
        final=row.final,
        content=content_of(sheet, row),
        published_at=now,
        previous_final=difference.before or "",
        changed_at=None if difference.before is None else now,
    )

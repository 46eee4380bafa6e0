"""Telling students their marks. What they were told stays until it is told again."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from classrooms import slots
from classrooms.grading.queries.sheet import STANDINGS, Cell, Row, Sheet, sheet_of, shown, standing_words
from classrooms.grading.services.grades import grades_compute
from classrooms.models import FinalChoice, GradeBook, Participation, PublishedGrade, Session
from games import clock
from games.errors import ServiceError


class GradesIncomplete(ServiceError):
    """Some marks are still on their way."""

    code = "grades_incomplete"
    message = _("Bots still play the matches that own objectives are compared with. Wait for them, or tick the box.")


class NothingToPublish(ServiceError):
    """Nobody has a mark."""

    code = "nothing_to_publish"
    message = _("Nobody has a mark yet, so there is nothing to publish.")


class MarksMoved(ServiceError):
    """Somebody confirmed other numbers than would be told now."""

    code = "marks_moved"
    message = _("Something has changed since you looked: %(now)d students would read something new, not %(seen)d.")

    def __str__(self) -> str:
        return str(self.message) % self.params


LATER: Final = ("smallest_share", "judged", "when_nothing")
"""Parts of a content that contents of earlier versions lack."""


@dataclass(frozen=True)
class Difference:
    """What a student was told and what they would be told now. `before`, a mark or a standing, is None for somebody who
    was told nothing; where it equals what stands there now, something behind it is another.
    """

    row: Row
    before: str | None

    @property
    def shown_before(self) -> str:
        """What was published, a mark or a word, in the current language."""
        return standing_words(self.before or "") or shown(self.before or "")

    @property
    def moves(self) -> bool:
        """Is it the final mark that differs, or what stands in its place?"""
        return self.before != self.row.outcome


def content_of(sheet: Sheet, row: Row) -> dict[str, Any]:
    """What a student is told: each line with its weight, points and facts, and what was changed by hand and why."""
    told: dict[str, Any] = {
        "scale": sheet.book.scale,
        "decimals": sheet.book.decimals,
        "smallest_share": sheet.book.smallest_share,
        "judged": row.judged_percent,
        "lines": [_line(cell) for cell in row.cells],
    }
    if row.participation is not None and row.participation.state != Participation.State.PRESENT:
        told["participation"] = {
            "state": row.participation.state,
            "reason": row.participation.reason,
            "by_hand": not row.participation.is_proposed,
        }
    if row.choice is not None and row.choice.kind != FinalChoice.Kind.KEEP:
        told["choice"] = {"kind": row.choice.kind, "reason": row.choice.reason, "computed": row.would_be}
    return told


def _line(cell: Cell) -> dict[str, Any]:
    line, mark = cell.line, cell.mark
    told: dict[str, Any] = {
        "kind": line.kind,
        "title": line.title,
        "weight": line.weight,
        "params": line.params,
        "when_nothing": line.when_nothing,
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
        if old is None or (old.final or old.state) != row.outcome or not _is_told(old.content, content_of(sheet, row)):
            found.append(Difference(row, None if old is None else old.final or old.state))
    return found


def _is_told(old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    """Do both say the same? What was told before there was such a thing to tell does not differ by it."""
    if len(old["lines"]) != len(new["lines"]):
        return False
    pairs = [(old, new), *zip(old["lines"], new["lines"], strict=True)]
    return all(_known(one, one) == _known(other, one) for one, other in pairs)


def _known(content: Mapping[str, Any], old: Mapping[str, Any]) -> dict[str, Any]:
    dropped = {"lines", *(name for name in LATER if name not in old)}
    return {name: value for name, value in content.items() if name not in dropped}


def is_waiting(sheet: Sheet) -> bool:
    """Is there a mark that will be another one when the bots have played?"""
    return any(cell.why == "bots" for row in sheet.rows for cell in row.cells)


def grades_publish(
    *, play_session: Session, incomplete: bool = False, seen: int | None = None, now: datetime | None = None
) -> list[Difference]:
    """Compute once more, then tell every student of the course their marks; answers who is told something else than
    before. `seen` is how many somebody confirmed to tell. Safe to repeat. Raises NothingToPublish, MarksMoved where
    there are not `seen` to tell, or GradesIncomplete unless marks that are on their way may be left out.
    """
    now = now or clock.now()
    grades_compute(play_session=play_session, now=now)
    with transaction.atomic():
        book = GradeBook.objects.select_for_update().get(session=play_session)
        sheet = sheet_of(play_session)
        if not any(row.final or row.standing not in ("", "unfinished") for row in sheet.rows):
            raise NothingToPublish
        if is_waiting(sheet) and not incomplete:
            raise GradesIncomplete
        found = differences(sheet)
        if seen is not None and seen != len(found):
            raise MarksMoved(seen=seen, now=len(found))
        PublishedGrade.objects.bulk_create(
            [_told(book, sheet, difference, now) for difference in found],
            update_conflicts=True,
            unique_fields=["book", "user"],
            # Without a claim: whoever is told something else gets a mail again.
            update_fields=[
                "final",
                "state",
                "content",
                "published_at",
                "previous_final",
                "previous_state",
                "changed_at",
                "mail_claimed_at",
            ],
        )
        book.published_at, book.revision = now, book.revision + 1
        book.save(update_fields=["published_at", "revision"])
        slots.published(play_session, now)
    return found


def _told(book: GradeBook, sheet: Sheet, difference: Difference, now: datetime) -> PublishedGrade:
    row = difference.row
    before = difference.before or ""
    return PublishedGrade(
        book=book,
        user_id=row.enrolment.user_id,
        final=row.final,
        state=row.standing,
        content=content_of(sheet, row),
        published_at=now,
        previous_final="" if before in STANDINGS else before,
        previous_state=before if before in STANDINGS else "",
        changed_at=None if difference.before is None else now,
    )

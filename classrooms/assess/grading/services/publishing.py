"""Publishing marks to students. A published mark stays unchanged until the next publication."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from classrooms import hooks
from classrooms.assess.grading.queries.mark_table import (
    MARK_STATES,
    Cell,
    MarkTable,
    Row,
    localized_mark,
    mark_state_words,
    mark_table_of,
)
from classrooms.assess.grading.services.grades import grades_compute
from classrooms.models import FinalChoice, GradeBook, Participation, PublishedGrade, Session
from games.public.base import clock, refusal

GradesIncomplete = refusal(
    "grades_incomplete",
    _("Bots still play the matches that own objectives are compared with. Wait for them, or tick the box."),
)
"""Some marks are not computed yet."""

NothingToPublish = refusal("nothing_to_publish", _("Nobody has a mark yet, so there is nothing to publish."))
"""No student has a mark."""

MarksMoved = refusal(
    "marks_moved", _("Something has changed since you looked: %(now)d students would read something new, not %(seen)d.")
)
"""The confirmed number of changed marks is no longer the current one."""


LATER: Final = ("smallest_share", "judged", "when_nothing", "awaited")
"""Parts of a published content that earlier versions lack."""


@dataclass(frozen=True)
class Difference:
    """A student's published mark beside the mark that would be published now. `before` is a mark or a state; None
    for a student without a publication. If `before` equals the current mark, only its facts differ.
    """

    row: Row
    before: str | None

    @property
    def before_text(self) -> str:
        """The published mark or state in the current language."""
        return mark_state_words(self.before or "") or localized_mark(self.before or "")

    @property
    def moves(self) -> bool:
        """Does the final mark, or the state in its place, differ?"""
        return self.before != self.row.outcome


def content_of(sheet: MarkTable, row: Row) -> dict[str, Any]:
    """The content to publish: each line with weight, points and facts, and changes by hand with their reasons."""
    told: dict[str, Any] = {
        "scale": sheet.book.scale,
        "decimals": sheet.book.decimals,
        "smallest_share": sheet.book.smallest_share,
        "judged": row.judged_percent,
        "lines": [_line(cell, awaited=cell.line in row.pending) for cell in row.cells],
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


def _line(cell: Cell, *, awaited: bool) -> dict[str, Any]:
    line, mark = cell.line, cell.mark
    told: dict[str, Any] = {
        "kind": line.kind,
        "title": line.title,
        "weight": line.weight,
        "params": line.params,
        "when_nothing": line.when_nothing,
        "points": cell.points,
        "awaited": awaited,
        "facts": mark.facts if mark is not None else {},
    }
    if mark is not None and mark.changed_points is not None:
        told["changed"] = {"computed": mark.points, "reason": mark.changed_reason}
    return told


def differences(sheet: MarkTable) -> list[Difference]:
    """Students whose publication would change, in the order of the sheet."""
    told = {row.user_id: row for row in PublishedGrade.objects.filter(book=sheet.book)}
    found = []
    for row in sheet.rows:
        old = told.get(row.enrolment.user_id)
        if (
            old is None
            or (old.final or old.state) != row.outcome
            or not _is_same_content(old.content, content_of(sheet, row))
        ):
            found.append(Difference(row, None if old is None else old.final or old.state))
    return found


def _is_same_content(old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    """Are both contents equal? Parts that earlier versions lack do not count as a difference."""
    if len(old["lines"]) != len(new["lines"]):
        return False
    pairs = [(old, new), *zip(old["lines"], new["lines"], strict=True)]
    return all(_known(one, one) == _known(other, one) for one, other in pairs)


def _known(content: Mapping[str, Any], old: Mapping[str, Any]) -> dict[str, Any]:
    dropped = {"lines", *(name for name in LATER if name not in old)}
    return {name: value for name, value in content.items() if name not in dropped}


def is_waiting(sheet: MarkTable) -> bool:
    """Will a mark change when the bots have played?"""
    return any(cell.why == "bots" for row in sheet.rows for cell in row.cells)


def grades_publish(
    *, play_session: Session, incomplete: bool = False, seen: int | None = None, now: datetime | None = None
) -> list[Difference]:
    """Compute once more, then publish the marks to every student of the course; returns the students whose publication
    changed. `seen` is the confirmed number of changes. Safe to repeat. Raises NothingToPublish, MarksMoved if the
    number is not `seen`, or GradesIncomplete unless missing marks may be left out.
    """
    now = now or clock.now()
    grades_compute(play_session=play_session, now=now)
    with transaction.atomic():
        book = GradeBook.objects.select_for_update().get(session=play_session)
        sheet = mark_table_of(play_session)
        if not any(row.final or row.mark_state not in ("", "unfinished") for row in sheet.rows):
            raise NothingToPublish
        if is_waiting(sheet) and not incomplete:
            raise GradesIncomplete
        found = differences(sheet)
        if seen is not None and seen != len(found):
            raise MarksMoved(seen=seen, now=len(found))
        PublishedGrade.objects.bulk_create(
            [_new_published_grade(book, sheet, difference, now) for difference in found],
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
        hooks.PUBLISHED.all(play_session, now)
    return found


def _new_published_grade(book: GradeBook, sheet: MarkTable, difference: Difference, now: datetime) -> PublishedGrade:
    row = difference.row
    before = difference.before or ""
    return PublishedGrade(
        book=book,
        user_id=row.enrolment.user_id,
        final=row.final,
        state=row.mark_state,
        content=content_of(sheet, row),
        published_at=now,
        previous_final="" if before in MARK_STATES else before,
        previous_state=before if before in MARK_STATES else "",
        changed_at=None if difference.before is None else now,
    )

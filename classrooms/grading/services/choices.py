"""What an instructor does about a final mark before publishing: keep it, set it by hand, leave it empty."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from classrooms.grading.points import FULL
from classrooms.grading.queries.sheet import sheet_of
from classrooms.grading.services.grades import REASON_LENGTH
from classrooms.models import FinalChoice, GradeBook, Session
from games import clock
from games.errors import BadRequest

Kind = FinalChoice.Kind


@transaction.atomic
def final_choose(
    *,
    play_session: Session,
    user_id: int,
    kind: str,
    points: int | None = None,
    reason: str = "",
    by: Any,
    now: datetime | None = None,
) -> FinalChoice:
    """Note what is done about somebody's final mark; what was noted before stays in the record. Raises BadRequest for
    somebody who is not graded here, for a mark by hand without points in bounds or without a reason, and for a reason
    that is not one short line.
    """
    reason = reason.strip()
    book = GradeBook.objects.select_for_update().get(session=play_session)
    row = next((row for row in sheet_of(play_session).rows if row.enrolment.user_id == user_id), None)
    if row is None:
        raise BadRequest(field=_("Student"), reason=user_id)
    if kind not in Kind.values:
        raise BadRequest(field=_("Choice"), reason=kind[:20])
    if len(reason) > REASON_LENGTH or (reason and not reason.isprintable()) or (kind == Kind.SET and not reason):
        raise BadRequest(field=_("Reason"), reason=_("say in up to 300 characters, on one line, why"))
    if kind == Kind.SET and (points is None or not 0 <= points <= FULL):
        raise BadRequest(field=_("Mark"), reason=_("it is out of bounds"))
    book.revision += 1
    book.save(update_fields=["revision"])
    return FinalChoice.objects.create(
        book=book,
        user_id=user_id,
        kind=kind,
        points=points if kind == Kind.SET else None,
        about=row.outcome,
        reason=reason,
        by=by,
        created_at=now or clock.now(),
    )

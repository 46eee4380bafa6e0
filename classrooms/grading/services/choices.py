"""What an instructor does about a final mark before publishing: keep it, set it by hand, leave it empty."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from classrooms.grading.points import FULL
from classrooms.grading.queries.sheet import sheet_of
from classrooms.grading.queries.taking_part import by_hand, participation_take_back
from classrooms.grading.services.grades import REASON_LENGTH
from classrooms.models import FinalChoice, GradeBook, Participation, Session
from classrooms.sessions.queries.screens import screen_read
from classrooms.sessions.services.common import locked
from classrooms.sessions.services.together import table_together
from games import clock
from games.errors import BadRequest
from games.services.interventions import Press

Kind = FinalChoice.Kind
State = Participation.State


@transaction.atomic
def played_at_screen(*, play_session: Session, user: Any, screen: str, press: Press) -> None:
    """Note that somebody without moves of their own played at another's `screen` (a choice of `screens_of`), from the
    start of the match, and take back what was said of them by hand: their part in the moves speaks for itself. Locks
    the session, then the match, then the grade book, as all do who lock several of them. Raises BadRequest for a screen
    that is none, and what `table_together` raises.
    """
    found = screen_read(locked(play_session.pk), screen)
    if found is None:
        raise BadRequest(field=_("Whose screen?"), reason=_("choose somebody"))
    table, seat, owner = found
    table_together(session_team_id=table, seat=seat, user=user, owner=owner, press=press, from_start=True)
    participation_take_back(play_session=play_session, user_id=user.pk)


@transaction.atomic
def choice_take_back(*, play_session: Session, user_id: int, by: Any) -> None:
    """Take back what was said of somebody's part and of their final mark."""
    participation_take_back(play_session=play_session, user_id=user_id)
    final_choose(play_session=play_session, user_id=user_id, kind=Kind.OPEN, by=by)


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
    that is not one short line. An excuse goes where something else is done.
    """
    reason = reason.strip()
    book = GradeBook.objects.select_for_update().get(session=play_session)
    if kind != Kind.OPEN and by_hand(play_session).get(user_id) == State.EXCUSED:
        participation_take_back(play_session=play_session, user_id=user_id)
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

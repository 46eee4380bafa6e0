"""An instructor's choices about final marks before publishing: keep a mark, set it by hand, or leave it empty."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from classrooms.assess.grading.points import FULL
from classrooms.assess.grading.queries.mark_table import mark_table_of
from classrooms.assess.grading.queries.taking_part import by_hand, participation_take_back
from classrooms.assess.grading.services.grades import REASON_LENGTH
from classrooms.models import FinalChoice, GradeBook, Participation, Session
from classrooms.play.sessions.queries.screens import screen_read
from classrooms.play.sessions.services.common import locked
from classrooms.play.sessions.services.together import table_together
from games.public.base import BadRequest, clock
from games.public.steering import Actor
from games.ui.one_line import is_shown, one_line

Kind = FinalChoice.Kind
State = Participation.State


@transaction.atomic
def played_at_screen(*, play_session: Session, user: Any, screen: str, actor: Actor) -> None:
    """Record that a person without moves of their own played at another's `screen` (a choice of `screens_of`), from the
    start of the match. Choices about them by hand are removed, since the moves now show their part. Locks the session,
    then the match, then the grade book, like all functions that lock several of them. Raises BadRequest for an unknown
    screen, and the errors of `table_together`.
    """
    found = screen_read(locked(play_session.pk), screen)
    if found is None:
        raise BadRequest(field=_("Whose screen?"), reason=_("choose somebody"))
    table, seat, owner = found
    table_together(session_team_id=table, seat=seat, user=user, owner=owner, actor=actor, from_start=True)
    participation_take_back(play_session=play_session, user_id=user.pk)


@transaction.atomic
def choices_take_back(*, play_session: Session, user_ids: Collection[int], by: Any) -> None:
    """Delete choices about people's participation and final marks."""
    for user_id in user_ids:
        participation_take_back(play_session=play_session, user_id=user_id)
    finals_choose(play_session=play_session, user_ids=user_ids, kind=Kind.OPEN, by=by)


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
    """Record a choice about one final mark, as `finals_choose` does for several people. Also raises BadRequest for a
    mark by hand without points in bounds or without a reason.
    """
    if kind == Kind.SET and (points is None or not 0 <= points <= FULL):
        raise BadRequest(field=_("Mark"), reason=_("it is out of bounds"))
    said: dict[str, Any] = {"kind": kind, "points": points, "reason": reason, "by": by, "now": now}
    return finals_choose(play_session=play_session, user_ids=[user_id], **said)[0]


@transaction.atomic
def finals_choose(
    *,
    play_session: Session,
    user_ids: Collection[int],
    kind: str,
    points: int | None = None,
    reason: str = "",
    by: Any,
    now: datetime | None = None,
) -> list[FinalChoice]:
    """Record choices about people's final marks; earlier choices stay in the record. Raises BadRequest for people who
    are not graded here and for a reason that is not one short line. An excuse is removed by any other choice.
    """
    reason = one_line(reason)
    book = GradeBook.objects.select_for_update().get(session=play_session)
    said = by_hand(play_session)
    for user_id in user_ids:
        if kind != Kind.OPEN and said.get(user_id) == State.EXCUSED:
            participation_take_back(play_session=play_session, user_id=user_id)
    rows = {row.enrolment.user_id: row for row in mark_table_of(play_session).rows}
    for user_id in user_ids:
        if user_id not in rows:
            raise BadRequest(field=_("Student"), reason=user_id)
    if kind not in Kind.values:
        raise BadRequest(field=_("Choice"), reason=kind[:20])
    if len(reason) > REASON_LENGTH or not is_shown(reason) or (kind == Kind.SET and not reason):
        raise BadRequest(field=_("Reason"), reason=_("say in up to 300 characters, on one line, why"))
    book.revision += 1
    book.save(update_fields=["revision"])
    return FinalChoice.objects.bulk_create(
        [
            FinalChoice(
                book=book,
                user_id=user_id,
                kind=kind,
                points=points if kind == Kind.SET else None,
                about=rows[user_id].outcome,
                reason=reason,
                by=by,
                created_at=now or clock.now(),
            )
            for user_id in user_ids
        ]
    )

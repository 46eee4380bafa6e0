"""Rubrics: the usual rubric and its lines. Marks are made in `queries.mark_table`."""

from typing import Final

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy

from classrooms.assess.grading import criteria
from classrooms.assess.grading.criteria.project import is_common
from classrooms.models import GradeBook, RubricLine, Session, SessionStatus
from classrooms.play.sessions.queries.set_up import face_of
from games.public.base import refusal

MOST_LINES: Final = 20


RehearsalHasNoGrades = refusal(
    "rehearsal_has_no_grades", gettext_lazy("A rehearsal counts nowhere, so it has no grades.")
)
"""A rehearsal is deleted afterwards, so it has no grades."""


NoRubric = refusal("no_rubric", gettext_lazy("This session has no rubric yet."))
"""Nothing was computed yet, and nobody has made a rubric."""


@transaction.atomic
def book_ensure(*, play_session: Session) -> GradeBook:
    """The grade book of a session, with the usual rubric if there was none; a draft then gets the options that its game
    wants where it is graded, unless others were chosen. Safe to repeat. Raises RehearsalHasNoGrades.
    """
    if play_session.is_rehearsal:
        raise RehearsalHasNoGrades
    book, created = GradeBook.objects.get_or_create(session=play_session)
    if created:
        RubricLine.objects.bulk_create(usual_lines(book))
        _options_for_grades(play_session)
    return book


def usual_lines(book: GradeBook) -> list[RubricLine]:
    """The lines of a new rubric, not stored yet. Own objectives are not among them if there is a project result: a
    class that shares a project should not compete against it. In other games they replace it.
    """
    column = 0 if is_common(book.session) else 1
    usual = [each for each in criteria.every() if each.usual_weights[column]]
    return [
        RubricLine(
            book=book,
            kind=criterion.kind,
            weight=criterion.usual_weights[column],
            position=position,
            params=criterion.usual_params(),
        )
        for position, criterion in enumerate(usual)
    ]


def _options_for_grades(play_session: Session) -> None:
    """Set the options for graded sessions once, when a draft becomes graded. An option that staff remove
    afterwards stays removed.
    """
    row = Session.objects.select_for_update().get(pk=play_session.pk)
    try:
        wanted = face_of(row).graded_options
    except LookupError:
        return
    missing = {name: value for name, value in wanted.items() if name not in row.options}
    if row.status == SessionStatus.DRAFT and missing:
        row.options = play_session.options = {**row.options, **missing}
        row.revision = F("revision") + 1
        row.save(update_fields=["options", "revision"])


def is_fixed(play_session: Session) -> bool:
    """Has the session opened? After that, a curve shown to students is changed only with a reason."""
    return play_session.status != SessionStatus.DRAFT


def sources(play_session: Session) -> frozenset[str]:
    """Kinds of line that can have points in this session. Others are hidden and never count."""
    return frozenset(each.kind for each in criteria.every() if each.applies(play_session))

"""Questions that instructors write for a course."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from classrooms.models import Course, OwnQuestion, QuizAnswer, SessionQuestion, Study
from classrooms.play.questions.files.parsed_questions import FileQuestion, LeftOut
from classrooms.play.questions.services.refusals import BadQuestion, InStudy, IsAsked, WasAnswered
from games.public.base import clock

FEWEST_OPTIONS: Final = 2
MOST_OPTIONS: Final = 6
OPTION_LENGTH: Final = 200


def own_question_create(
    *,
    course: Course,
    by: Any,
    text: str,
    options: Sequence[str],
    right: int,
    explanation: str = "",
    now: datetime | None = None,
) -> OwnQuestion:
    """A question of the course. `right` is an index into `options`. Raises BadQuestion or ValidationError."""
    question = OwnQuestion(course=course, created_by=by, created_at=now or clock.now())
    _fill(question, text, options, right, explanation)
    question.save()
    return question


@transaction.atomic
def own_questions_import(
    *, course: Course, by: Any, questions: Sequence[FileQuestion], now: datetime | None = None
) -> tuple[list[OwnQuestion], list[LeftOut]]:
    """Import questions of a file into the course; returns the new ones and the skipped ones. Remarks on options are not
    stored.
    """
    added: list[OwnQuestion] = []
    refused: list[LeftOut] = []
    for each in questions:
        try:
            added.append(
                own_question_create(
                    course=course,
                    by=by,
                    text=each.text,
                    options=each.options,
                    right=each.right,
                    explanation=each.explanation,
                    now=now,
                )
            )
        except BadQuestion as reason:
            refused.append(LeftOut(each.text[:60], str(reason), each.line, each.file))
        except ValidationError as reason:
            refused.append(LeftOut(each.text[:60], " ".join(reason.messages), each.line, each.file))
    return added, refused


@transaction.atomic
def own_question_edit(
    *, question_id: int, text: str, options: Sequence[str], right: int, explanation: str = ""
) -> OwnQuestion:
    """Change a question in all its sessions. Raises WasAnswered for a question with answers, whose meaning would
    change, and InStudy for a question of a study whose plan is frozen. Raises BadQuestion or ValidationError.
    """
    question = OwnQuestion.objects.select_for_update().get(pk=question_id)
    if QuizAnswer.objects.filter(question__own=question).exists():
        raise WasAnswered
    _check_studies(question)
    _fill(question, text, options, right, explanation)
    question.save(update_fields=["text", "options", "right", "explanation"])
    return question


def own_question_copy(*, question: OwnQuestion, by: Any, now: datetime | None = None) -> OwnQuestion:
    """A copy of the question that can be changed freely."""
    return OwnQuestion.objects.create(
        course=question.course,
        text=question.text,
        options=question.options,
        right=question.right,
        explanation=question.explanation,
        created_by=by,
        created_at=now or clock.now(),
    )


@transaction.atomic
def own_question_delete(*, question_id: int) -> None:
    """Remove a question that no session and no study asks. Raises IsAsked or InStudy otherwise."""
    question = OwnQuestion.objects.select_for_update().get(pk=question_id)
    _check_studies(question)
    rows = SessionQuestion.objects.filter(own=question).order_by("session__title")
    titles = list(rows.values_list("session__title", flat=True).distinct())
    titles += Study.objects.filter(questions__own=question).order_by("title").values_list("title", flat=True)
    if titles:
        raise IsAsked(sessions=", ".join(titles))
    question.delete()


def _check_studies(question: OwnQuestion) -> None:
    frozen = Study.objects.filter(questions__own=question, frozen_at__isnull=False).first()
    if frozen is not None:
        raise InStudy(study=frozen.title)


def _fill(question: OwnQuestion, text: str, options: Sequence[str], right: int, explanation: str) -> None:
    given = [option.strip() for option in options]
    if not FEWEST_OPTIONS <= len(given) <= MOST_OPTIONS or not all(given):
        raise BadQuestion(reason=_("Give at least two answers to choose from, and at most six."))
    if len(set(given)) < len(given):
        raise BadQuestion(reason=_("The same answer is there twice."))
    if any(len(option) > OPTION_LENGTH for option in given):
        raise BadQuestion(reason=_("An answer may have at most %(most)s characters.") % {"most": OPTION_LENGTH})
    if not 0 <= right < len(given):
        raise BadQuestion(reason=_("Tick the right answer; it must not be empty."))
    question.text, question.options, question.right = text.strip(), given, right
    question.explanation = explanation.strip()
    question.full_clean(exclude=["created_by"])

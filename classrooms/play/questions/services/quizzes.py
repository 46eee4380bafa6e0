"""Choosing the questions of a quiz, and answering it."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from classrooms.models import OwnQuestion, QuizAnswer, Session, SessionQuestion, SessionStatus, When
from classrooms.play.questions.queries.moments import Moment
from classrooms.play.questions.queries.quizzes import Line, quiz_of
from classrooms.play.questions.queries.session_questions import offered_in, turns_in
from classrooms.play.questions.services.refusals import (
    BadQuestion,
    MomentOver,
    NotAllChosen,
    NotAskedYet,
    NothingChosen,
    SessionArchived,
    TooLateToAsk,
    WasAnswered,
)
from classrooms.play.sessions.services.common import tables_touch
from games.public.base import clock
from games.ui.quiz import Question

NOT_BEGUN = (SessionStatus.DRAFT, SessionStatus.OPEN)


@transaction.atomic
def quiz_answer(
    *, play_session: Session, user: Any, when: str, chosen: Mapping[int, int], now: datetime | None = None
) -> int:
    """Store a person's choices (by question, indices in the stored order); returns the number of new answers. The first
    answer to a question stays. Answers before the match are stored all together or not at all. Raises MomentOver,
    NotAskedYet, NothingChosen or NotAllChosen.
    """
    lines = [line for line in quiz_of(play_session, user) if line.asked.row.when == when]
    waiting = [line for line in lines if line.waits]
    if not waiting:
        _refuse(play_session, [line for line in lines if line.answer is None])
        return 0
    given = [line for line in waiting if line.asked.row.pk in chosen]
    if when == When.BEFORE and len(given) < len(waiting):
        raise NotAllChosen(missing=len(waiting) - len(given))
    if not given:
        raise NothingChosen
    now = now or clock.now()
    answers = [_answer(line, user, chosen[line.asked.row.pk], now) for line in given]
    QuizAnswer.objects.bulk_create(answers, ignore_conflicts=True)
    tables_touch(play_session.pk, user)
    return len(answers)


def _answer(line: Line, user: Any, choice: int, now: datetime) -> QuizAnswer:
    if not 0 <= choice < len(line.options):
        raise BadQuestion(reason=_("This question has no such answer."))
    is_right = choice == line.asked.words.right
    return QuizAnswer(question=line.asked.row, user=user, choice=choice, is_right=is_right, created_at=now)


def _refuse(play_session: Session, unanswered: list[Line]) -> None:
    """Raise the error for answers when no question is open. If all are answered, that is no error."""
    if play_session.status == SessionStatus.ARCHIVED and unanswered:
        raise SessionArchived
    if any(line.moment == Moment.EARLY for line in unanswered):
        raise NotAskedYet
    if unanswered:
        reason = _("These questions belonged before the match: they closed with your first move.")
        if unanswered[0].asked.row.when != When.BEFORE:
            reason = _("The match ended before these questions came.")
        raise MomentOver(reason=reason)


@transaction.atomic
def questions_add(
    *,
    session_id: int,
    when: str,
    bank_keys: Collection[str] = (),
    own_ids: Collection[int] = (),
    turn: int | None = None,
) -> int:
    """Add these questions at a moment, in the order of the bank; returns the number of new ones. A question is asked
    once per moment. During the game each is asked after `turn`, or after its own turn. Raises BadQuestion, TooLateToAsk
    or SessionArchived, and then nothing is added.
    """
    play_session = _open_for_change(session_id)
    if when not in When.values:
        raise BadQuestion(reason=_("Choose when to ask."))
    if when == When.BEFORE and play_session.status not in NOT_BEGUN:
        raise TooLateToAsk
    chosen = [question for question in offered_in(play_session) if question.key in bank_keys]
    own = list(OwnQuestion.objects.filter(course=play_session.course_id, pk__in=own_ids).order_by("pk"))
    if len(chosen) < len(set(bank_keys)) or len(own) < len(set(own_ids)):
        raise BadQuestion(reason=_("One of these questions is not there any more."))
    there = set(play_session.questions.filter(when=when).values_list("bank_key", "own"))
    rows = [
        SessionQuestion(bank_key=question.key, turn=_turn(play_session, when, turn, question))
        for question in chosen
        if (question.key, None) not in there
    ]
    rows += [
        SessionQuestion(own=each, turn=_turn(play_session, when, turn, None))
        for each in own
        if ("", each.pk) not in there
    ]
    _append(play_session, when, rows)
    return len(rows)


def _append(play_session: Session, when: str, rows: list[SessionQuestion]) -> None:
    last = play_session.questions.order_by("-position").values_list("position", flat=True).first() or 0
    for position, row in enumerate(rows, start=last + 1):
        row.session, row.when, row.position = play_session, when, position
    SessionQuestion.objects.bulk_create(rows)
    tables_touch(play_session.pk)


def _turn(play_session: Session, when: str, turn: int | None, question: Question | None) -> int | None:
    """The turn after which a question is asked; None before and after the match."""
    if when != When.DURING:
        return None
    after = turn or (question.turn if question else 0)
    last = turns_in(play_session)
    if not after or (last and after > last):
        name = question.localized().text if question else _("an own question")
        raise BadQuestion(reason=_("Choose the turn after which to ask: %(question)s") % {"question": name})
    return after


@transaction.atomic
def questions_usual(*, session_id: int) -> int:
    """Add the usual questions of the game's bank for future moments and existing turns; returns the number of new
    questions. Raises SessionArchived.
    """
    play_session = _open_for_change(session_id)
    offered, last = offered_in(play_session), turns_in(play_session)
    added = 0
    for when in When.values:
        if when == When.BEFORE and play_session.status not in NOT_BEGUN:
            continue
        usual = [question for question in offered if question.usual == when]
        keys = [q.key for q in usual if when != When.DURING or (q.turn and (not last or q.turn <= last))]
        added += questions_add(session_id=session_id, when=when, bank_keys=keys) if keys else 0
    return added


@transaction.atomic
def questions_remove(*, session_id: int, question_ids: Collection[int]) -> int:
    """Remove questions from a quiz; returns their number. Raises WasAnswered if one of them has an answer, and then all
    stay.
    """
    play_session = _open_for_change(session_id)
    rows = play_session.questions.filter(pk__in=question_ids)
    if QuizAnswer.objects.filter(question__in=rows).exists():
        raise WasAnswered
    removed = rows.count()
    rows.delete()
    tables_touch(session_id)
    return removed


def _open_for_change(session_id: int) -> Session:
    """The session with its row locked. Raises SessionArchived."""
    play_session = Session.objects.select_for_update().get(pk=session_id)
    if play_session.status == SessionStatus.ARCHIVED:
        raise SessionArchived
    return play_session

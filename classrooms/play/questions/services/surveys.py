"""Choosing the items of a survey, and answering it."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from classrooms.models import Session, SessionStatus, SurveyAnswer, SurveyItem, When
from classrooms.play.questions.queries.moments import Moment
from classrooms.play.questions.queries.survey_bank import BY_KEY, SHIPPED
from classrooms.play.questions.queries.surveys import MOMENTS, STEPS, SurveyPart, survey_of
from classrooms.play.questions.services.refusals import (
    BadQuestion,
    MomentOver,
    NotAskedYet,
    SessionArchived,
    TooLateToAsk,
    WasAnswered,
)
from classrooms.play.sessions.services.common import tables_touch
from games.public.base import clock

NOT_BEGUN = (SessionStatus.DRAFT, SessionStatus.OPEN)
TEXT_LENGTH = 2000


@transaction.atomic
def survey_answer(
    *, play_session: Session, user: Any, when: str, said: Mapping[int, int | str], now: datetime | None = None
) -> bool:
    """Send in the survey of one moment: steps and texts by item. Omitted items are stored as omitted, so that the
    survey counts as done. Safe to repeat: the first answers stay, and a repetition returns False. Raises MomentOver,
    NotAskedYet, SessionArchived or BadQuestion.
    """
    part = next((part for part in survey_of(play_session, user) if part.when == when), None)
    if part is None:
        raise BadQuestion(reason=_("This session has no such survey."))
    if part.done:
        return False
    _check_open(play_session, part)
    now = now or clock.now()
    rows = [_answer(item, user, said.get(item.pk), now) for item in part.items]
    SurveyAnswer.objects.bulk_create(rows, ignore_conflicts=True)
    tables_touch(play_session.pk, user)
    return True


def _check_open(play_session: Session, part: SurveyPart) -> None:
    if part.moment == Moment.EARLY:
        raise NotAskedYet
    if play_session.status == SessionStatus.ARCHIVED:
        raise SessionArchived
    if part.moment == Moment.CLOSED:
        raise MomentOver(reason=_("This survey belonged before the match: it closed with your first move."))


def _answer(item: SurveyItem, user: Any, said: int | str | None, now: datetime) -> SurveyAnswer:
    value, text = None, ""
    if item.kind == SurveyItem.Kind.LIKERT and said is not None:
        if said not in STEPS:
            raise BadQuestion(reason=_("Choose a step from 1 to 5."))
        value = int(said)
    elif item.kind == SurveyItem.Kind.TEXT and said is not None:
        text = str(said).strip()
        if len(text) > TEXT_LENGTH:
            raise BadQuestion(reason=_("A text may have at most %(most)s characters.") % {"most": TEXT_LENGTH})
    return SurveyAnswer(item=item, user=user, value=value, text=text, created_at=now)


@transaction.atomic
def survey_items_add(*, session_id: int, when: str, keys: Collection[str]) -> int:
    """Ask shipped items at a moment; returns how many are new. Raises BadQuestion, TooLateToAsk or SessionArchived."""
    play_session = _open_for_change(session_id, when)
    if not set(keys) <= set(BY_KEY):
        raise BadQuestion(reason=_("One of these statements is not there any more."))
    there = set(play_session.survey_items.filter(when=when).values_list("bank_key", flat=True))
    rows = [
        SurveyItem(bank_key=item.key, kind=item.kind) for item in SHIPPED if item.key in keys and item.key not in there
    ]
    _append(play_session, when, rows)
    return len(rows)


@transaction.atomic
def survey_item_write(*, session_id: int, when: str, kind: str, text: str) -> int:
    """Add an own item; if `when` is "both", at two moments with the same words. Returns the number of new items. Raises
    BadQuestion, TooLateToAsk or SessionArchived.
    """
    text = text.strip()
    if not text or len(text) > 300 or kind not in SurveyItem.Kind.values:
        raise BadQuestion(reason=_("Write a statement or a question of at most 300 characters."))
    moments = MOMENTS if when == "both" else (when,)
    added = 0
    for each in moments:
        play_session = _open_for_change(session_id, each)
        if not play_session.survey_items.filter(when=each, text__iexact=text, kind=kind).exists():
            _append(play_session, each, [SurveyItem(kind=kind, text=text)])
            added += 1
    return added


@transaction.atomic
def survey_usual(*, session_id: int) -> int:
    """Add the usual items of moments that are still to come; returns the number of new items."""
    added = 0
    for when in MOMENTS:
        try:
            keys = [item.key for item in SHIPPED if when in item.moments]
            added += survey_items_add(session_id=session_id, when=when, keys=keys)
        except TooLateToAsk:
            continue
    return added


@transaction.atomic
def survey_item_remove(*, session_id: int, item_id: int) -> None:
    """Remove an item; an unknown one is no error. Raises WasAnswered for an item with answers, and SessionArchived."""
    play_session = _open_for_change(session_id, When.AFTER)
    item = play_session.survey_items.filter(pk=item_id).first()
    if item is None:
        return
    if item.answers.exists():
        raise WasAnswered
    item.delete()
    tables_touch(session_id)


def _append(play_session: Session, when: str, rows: list[SurveyItem]) -> None:
    last = play_session.survey_items.order_by("-position").values_list("position", flat=True).first() or 0
    for position, row in enumerate(rows, start=last + 1):
        row.session, row.when, row.position = play_session, when, position
    SurveyItem.objects.bulk_create(rows)
    tables_touch(play_session.pk)


def _open_for_change(session_id: int, when: str) -> Session:
    """The session with its row locked."""
    play_session = Session.objects.select_for_update().get(pk=session_id)
    if play_session.status == SessionStatus.ARCHIVED:
        raise SessionArchived
    if when not in MOMENTS:
        raise BadQuestion(reason=_("Choose when to ask."))
    if when == When.BEFORE and play_session.status not in NOT_BEGUN:
        raise TooLateToAsk
    return play_session

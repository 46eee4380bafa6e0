"""Copies: a draft from an earlier session, and a course for the next year from an earlier one."""

import logging
from collections.abc import Collection
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction

from classrooms.models import (
    Course,
    Enrolment,
    GradeBook,
    OwnQuestion,
    RubricLine,
    SeatPlan,
    Session,
    SessionQuestion,
    SessionStatus,
    SessionTeam,
    SurveyItem,
)
from classrooms.people.courses.services import course_create
from classrooms.play.sessions.queries.set_up import pace_of
from classrooms.play.sessions.services.copied import Dates, same_of
from classrooms.play.sessions.services.drafts import LAST_STEP, stored_pace
from games.public.base import clock

logger = logging.getLogger(__name__)


@transaction.atomic
def session_clone(
    *,
    session_id: int,
    by: Any,
    course: Course | None = None,
    weeks: int | None = None,
    now: datetime | None = None,
) -> Session:
    """Create a draft with the same game, options, pace, questions and rubric. It has the same tables, with people who
    are still in the course. Results are not copied, and of dates only future holidays; with `weeks`, planned dates move
    by so many weeks. In another course its time zone applies, own questions are copied too, and there are no teams.
    """
    source = Session.objects.select_related("course").get(pk=session_id)
    draft = _copy_session(source, course or source.course, by, Dates(weeks, now or clock.now()))
    logger.info("session %d was copied to session %d by person %d", source.pk, draft.pk, by.pk)
    return draft


@transaction.atomic
def course_copy(
    *,
    course_id: int,
    by: Any,
    name: str,
    term: str = "",
    sessions: Collection[int],
    weeks: int | None = None,
    now: datetime | None = None,
) -> Course:
    """Create a course for the next year: settings and own questions of an earlier one, and a draft from each of the
    given `sessions`. `by` is its instructor; no other person is copied. Dates are those of `session_clone`. Raises
    NotAllowed for people who may not create courses, ValidationError for invalid fields.
    """
    source, dates = Course.objects.get(pk=course_id), Dates(weeks, now or clock.now())
    target = course_create(by=by, name=name, term=term, time_zone=source.time_zone)
    for field, value in same_of(source).items():
        setattr(target, field, value)
    target.ends_on = dates.day(source.ends_on, source)
    target.save()
    for question in source.own_questions.order_by("pk"):
        _own_in(target, question, by, dates.now)
    rows = source.sessions.filter(pk__in=sessions).select_related("course").order_by("created_at", "pk")
    drafts = [_copy_session(row, target, by, dates) for row in rows]
    logger.info(
        "course %d was copied to course %d with %d sessions by person %d", source.pk, target.pk, len(drafts), by.pk
    )
    return target


def _copy_session(source: Session, target: Course, by: Any, dates: Dates) -> Session:
    limits = pace_of(source)
    ahead = tuple(day for day in limits.holidays if day >= dates.today(target))
    draft = Session.objects.create(
        course=target,
        created_by=by,
        created_at=dates.now,
        cloned_from=source,
        step=LAST_STEP,
        status=SessionStatus.DRAFT,
        pace=stored_pace(msgspec.structs.replace(limits, time_zone=target.time_zone, holidays=ahead)),
        starts_at=dates.moment(source.starts_at, source.course, target),
        debrief_at=dates.moment(source.debrief_at, source.course, target),
        **same_of(source),
    )
    if target.pk == source.course_id:
        _copy_tables(source, draft)
    _copy_questions(source, draft, by)
    _copy_rubric(source, draft)
    return draft


def _copy_tables(source: Session, draft: Session) -> None:
    """Copy the tables. A renamed team has its new name; the table of a deleted team stays, under the old name."""
    here = set(Enrolment.objects.filter(course=draft.course, left_at__isnull=True).values_list("user_id", flat=True))
    for table in source.session_teams.select_related("team").prefetch_related("seat_plans").order_by("position"):
        name = table.team.name if table.team is not None else table.name
        copy = SessionTeam.objects.create(session=draft, name=name, **same_of(table))
        SeatPlan.objects.bulk_create(
            SeatPlan(session_team=copy, **same_of(plan)) for plan in table.seat_plans.all() if plan.user_id in here
        )


def _copy_questions(source: Session, draft: Session, by: Any) -> None:
    for question in source.questions.select_related("own").order_by("position", "pk"):
        own = question.own
        if own is not None and draft.course_id != source.course_id:
            own = _own_in(draft.course, own, by, draft.created_at)
        SessionQuestion.objects.create(session=draft, own=own, **same_of(question))
    SurveyItem.objects.bulk_create(
        SurveyItem(session=draft, **same_of(item)) for item in source.survey_items.order_by("position", "pk")
    )


def _own_in(course: Course, question: OwnQuestion, by: Any, now: datetime) -> OwnQuestion:
    """The same question in another course: an existing one, else a copy."""
    same = same_of(question)
    for there in course.own_questions.filter(text=question.text).order_by("pk"):
        if same_of(there) == same:
            return there
    return OwnQuestion.objects.create(course=course, created_by=by, created_at=now, **same)


def _copy_rubric(source: Session, draft: Session) -> None:
    """Copy the rubric, without marks."""
    book = GradeBook.objects.filter(session=source).prefetch_related("lines").first()
    if book is None:
        return
    copy = GradeBook.objects.create(session=draft, **same_of(book))
    RubricLine.objects.bulk_create(RubricLine(book=copy, **same_of(line)) for line in book.lines.all())

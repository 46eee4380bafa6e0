"""A new draft from an earlier session, of the same course or for another one."""

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
from classrooms.sessions.queries.set_up import pace_of
from classrooms.sessions.services.drafts import LAST_STEP, stored_pace
from games import clock

SAME = (
    "title",
    "game",
    "scenario_key",
    "scenario",
    "options",
    "late_policy",
    "expected",
    "undo",
    "unfinished",
    "luck",
    "bot",
)
SWITCHES = ("is_rehearsal", "late_join", "checks_claims", "has_forecasts", "shows_league")


@transaction.atomic
def session_clone(*, session_id: int, by: Any, course: Course | None = None, now: datetime | None = None) -> Session:
    """A draft with the same game, options, pace, questions and rubric; with the same tables, and on them those people
    who are still in the course. Nothing that happened is copied, and no dates but holidays.

    In another course its own time zone holds, own questions are copied with it, and there are no teams.
    """
    source = Session.objects.select_related("course").get(pk=session_id)
    target = course or source.course
    draft = Session.objects.create(
        course=target,
        created_by=by,
        created_at=now or clock.now(),
        cloned_from=source,
        step=LAST_STEP,
        status=SessionStatus.DRAFT,
        pace=stored_pace(msgspec.structs.replace(pace_of(source), time_zone=target.time_zone)),
        **{name: getattr(source, name) for name in (*SAME, *SWITCHES)},
    )
    if target.pk == source.course_id:
        _copy_tables(source, draft)
    _copy_questions(source, draft, by)
    _copy_rubric(source, draft)
    return draft


def _copy_tables(source: Session, draft: Session) -> None:
    """A team that was renamed has its new name; the table of one that was deleted stays, under the old name."""
    here = set(Enrolment.objects.filter(course=draft.course, left_at__isnull=True).values_list("user_id", flat=True))
    for table in source.session_teams.select_related("team").prefetch_related("seat_plans").order_by("position"):
        copy = SessionTeam.objects.create(
            session=draft,
            team=table.team,
            name=table.team.name if table.team is not None else table.name,
            position=table.position,
        )
        SeatPlan.objects.bulk_create(
            SeatPlan(session_team=copy, seat=plan.seat, user_id=plan.user_id)
            for plan in table.seat_plans.all()
            if plan.user_id in here
        )


def _copy_questions(source: Session, draft: Session, by: Any) -> None:
    own: dict[int, OwnQuestion] = {}
    for question in source.questions.select_related("own").order_by("position", "pk"):
        mine = question.own
        if mine is not None and draft.course_id != source.course_id:
            mine = (
                own.setdefault(mine.pk, mine) if mine.pk in own else own.setdefault(mine.pk, _copy_own(mine, draft, by))
            )
        SessionQuestion.objects.create(
            session=draft,
            bank_key=question.bank_key,
            own=mine,
            when=question.when,
            turn=question.turn,
            position=question.position,
        )
    SurveyItem.objects.bulk_create(
        SurveyItem(
            session=draft,
            when=item.when,
            kind=item.kind,
            bank_key=item.bank_key,
            text=item.text,
            position=item.position,
        )
        for item in source.survey_items.order_by("position", "pk")
    )


def _copy_own(question: OwnQuestion, draft: Session, by: Any) -> OwnQuestion:
    return OwnQuestion.objects.create(
        course=draft.course,
        text=question.text,
        options=question.options,
        right=question.right,
        explanation=question.explanation,
        created_by=by,
        created_at=draft.created_at,
    )


def _copy_rubric(source: Session, draft: Session) -> None:
    """What counts and how much; no marks."""
    book = GradeBook.objects.filter(session=source).prefetch_related("lines").first()
    if book is None:
        return
    copy = GradeBook.objects.create(
        session=draft,
        scale=book.scale,
        decimals=book.decimals,
        smallest_share=book.smallest_share,
        shows_distribution=book.shows_distribution,
    )
    RubricLine.objects.bulk_create(
        RubricLine(
            book=copy,
            kind=line.kind,
            title=line.title,
            weight=line.weight,
            position=line.position,
            params=line.params,
            when_nothing=line.when_nothing,
        )
        for line in book.lines.all()
    )

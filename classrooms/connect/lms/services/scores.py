"""Marks for platforms: the wanted mark of each student, stored as rows until it has been sent. This module sends
no requests.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

from django.db import transaction
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from classrooms.assess.grading.queries.mark_table import mark_state_words, to_come_words
from classrooms.assess.grading.queries.mine import awaited_in
from classrooms.assess.grading.rubric import book_ensure
from classrooms.connect.lms.faults import LmsFault
from classrooms.connect.lms.mark_states import Event, NotInThisState, mark_change, marks_change
from classrooms.connect.lms.services.ways_in import mark_url
from classrooms.models import (
    Enrolment,
    LmsCourse,
    LmsLineItem,
    LmsLink,
    LmsPerson,
    LmsScore,
    PublishedGrade,
    RubricLine,
    Session,
)
from games.public.base import NotAllowed, clock
from games.public.work import in_words_of

State = LmsScore.State
HUNDRED: Final = 100
LINE_MAXIMUM: Final = 100
"""The best mark of a column for one line of a rubric, in percent."""
LONGEST: Final = 600


def maximum_of(item: LmsLineItem) -> int:
    """The best mark of a column."""
    return LINE_MAXIMUM if item.line_id is not None else item.session.grade_book.scale


def title_of(item: LmsLineItem) -> str:
    """The title of the column on the platform."""
    return f"{item.session.title}: {item.line.name}" if item.line is not None else item.session.title


@transaction.atomic
def line_item_open(
    *,
    lms_course: LmsCourse,
    play_session: Session,
    line: RubricLine | None = None,
    url: str = "",
    now: datetime | None = None,
) -> LmsLineItem:
    """Open a column for a session, which has a rubric then, or for one line of the rubric. It is at `url` if the
    platform made it with a link; else it is made with the first mark. A stopped column continues. Published marks are
    queued. Raises NotAllowed for another course's session or another session's line.
    """
    if play_session.course_id != lms_course.course_id or play_session.is_rehearsal:
        raise NotAllowed
    if line is not None and line.book.session_id != play_session.pk:
        raise NotAllowed
    now = now or clock.now()
    book_ensure(play_session=play_session)
    item, made = LmsLineItem.objects.get_or_create(
        lms_course=lms_course,
        session=play_session,
        line=line,
        defaults={"url": url, "is_ours": not url, "created_at": now},
    )
    if not made and item.stopped_at is not None:
        item.stopped_at = None
        item.save(update_fields=["stopped_at"])
    if not made and url and not item.url:
        line_item_move(item=item, url=url, now=now)
    scores_note(play_session=play_session, now=now)
    return item


def line_item_of_launch(*, link: LmsLink, now: datetime) -> bool:
    """Note the link's own column, whose address comes with each launch. Marks of its session go there if they have no
    column, or a deleted one. True if they have another column, which may be deleted by now.
    """
    url = link.line_item_url
    if not url or link.session is None or link.session.is_rehearsal or link.page == LmsLink.Page.DEBRIEF:
        return False
    item = LmsLineItem.objects.filter(lms_course=link.lms_course, session=link.session, line=None).first()
    if item is None or (not item.url and item.stopped_at is None):
        line_item_open(lms_course=link.lms_course, play_session=link.session, url=url, now=now)
        return False
    return item.url != url and item.stopped_at is None


def links_with_column(item: LmsLineItem) -> Sequence[LmsLink]:
    """Links of a column's session that have a column of their own, newest first; none for a line of the rubric."""
    if item.line_id is not None:
        return ()
    rows = LmsLink.objects.filter(lms_course=item.lms_course_id, session=item.session_id).exclude(line_item_url="")
    return list(rows.exclude(page=LmsLink.Page.DEBRIEF).order_by("-pk"))


@transaction.atomic
def line_item_move(
    *, item: LmsLineItem, url: str, is_ours: bool = False, fault: LmsFault | None = None, now: datetime | None = None
) -> None:
    """Give the column another address. All marks are queued for it, except stopped ones; with a `fault` they wait
    to be sent again by hand. Marks in the old column stay.
    """
    now = now or clock.now()
    item.url, item.is_ours = url, is_ours
    LmsLineItem.objects.filter(pk=item.pk).update(url=url, is_ours=is_ours)
    rows = LmsScore.objects.filter(line_item=item)
    rows.update(sent=None, sent_comment="", sent_at=None, tried=None, found="")
    marks_change(rows, Event.COLUMN_GONE if fault else Event.COLUMN_MOVED, now=now, fault=fault)


def line_item_choose(*, item: LmsLineItem, link: LmsLink, now: datetime | None = None) -> None:
    """Send marks to the column of this link from now on. Raises NotAllowed for a link of another session, or
    without a column.
    """
    if not any(each.pk == link.pk for each in links_with_column(item)):
        raise NotAllowed
    line_item_move(item=item, url=link.line_item_url, now=now)


@transaction.atomic
def line_item_stop(*, item: LmsLineItem, now: datetime | None = None) -> None:
    """Stop sending to this column. Marks on the platform stay."""
    LmsLineItem.objects.filter(pk=item.pk).update(stopped_at=now or clock.now())


@transaction.atomic
def scores_note(*, play_session: Session, now: datetime | None = None) -> int:
    """Queue the marks whose published value differs from the one on the platform; returns the number of queued marks. A
    mark that no longer exists here is not deleted there automatically. Safe to repeat.
    """
    now = now or clock.now()
    items = LmsLineItem.objects.filter(session=play_session, stopped_at__isnull=True).select_related(
        "session__grade_book", "line", "lms_course__deployment"
    )
    told = list(PublishedGrade.objects.filter(book__session=play_session).select_related("user"))
    return sum(_note(item, told, now) for item in items)


def _note(item: LmsLineItem, told: Sequence[PublishedGrade], now: datetime) -> int:
    people = _people(item)
    known = {row.person_id: row for row in item.scores.select_for_update()}
    waiting = 0
    for grade in told:
        for person in people.get(grade.user_id, ()):
            row = known.get(person.pk) or LmsScore(line_item=item, person=person, state=State.NONE, asked_at=now)
            if row.pk is None or (row.wanted, row.comment) != _wanted(item, grade):
                row.wanted, row.comment = _wanted(item, grade)
                row.asked_at = now
                _publish(row, now)
                row.save()
            waiting += row.state == State.WAITING
    return waiting


def _people(item: LmsLineItem) -> dict[int, list[LmsPerson]]:
    """By user, the person of this platform in this course."""
    rows = LmsPerson.objects.filter(
        members__lms_course=item.lms_course, members__role=Enrolment.Role.STUDENT, is_test=False
    )
    found: dict[int, list[LmsPerson]] = {}
    for person in rows:
        found.setdefault(person.user_id, []).append(person)
    return found


def _wanted(item: LmsLineItem, grade: PublishedGrade) -> tuple[int | None, str]:
    """The mark in hundredths, with its comment; None for absent, excused, or too little to judge."""
    with in_words_of(grade.user):
        if item.line is None:
            number = int(Decimal(grade.final) * HUNDRED) if grade.final else None
        else:
            lines = grade.content.get("lines", [])
            same = [each for each in lines if (each["kind"], each["title"]) == (item.line.kind, item.line.title)]
            number = same[0]["points"] if same and grade.final else None
        url = mark_url(lms_course=item.lms_course, play_session=item.session)
        more = _("More in %(url)s") % {"url": url}
        reasons = " ".join(_reasons(grade))[: LONGEST - len(more) - 1]
    return number, f"{reasons} {more}".strip()


def _reasons(grade: PublishedGrade) -> list[str]:
    """The word in place of the mark, the lines that it waits for, and the reason for a mark by hand."""
    found = [str(mark_state_words(grade.state)).capitalize() + "."] if not grade.final and grade.state else []
    choice = grade.content.get("choice") or {}
    reasons = [choice.get("reason", "")]
    reasons += [(line.get("changed") or {}).get("reason", "") for line in grade.content.get("lines", [])]
    waits = to_come_words(awaited_in(grade.content))
    found += [f"{capfirst(waits)}."] if waits else []
    return found + [f"{reason.rstrip('.')}." for reason in reasons if reason]


def _publish(row: LmsScore, now: datetime) -> None:
    """Set the state of a row whose wanted mark changed."""
    if row.wanted is None:
        event = Event.PUBLISHED if row.sent is None else Event.WITHDRAWN
    else:
        is_there = (row.wanted, row.comment) == (row.sent, row.sent_comment)
        event = Event.MATCHED if is_there else Event.PUBLISHED
    mark_change(row, event, now=now)


def score_change(*, score: LmsScore, event: Event, now: datetime | None = None) -> None:
    """An instructor sends a mark again at once, overwrites or removes the platform's, or keeps it. Raises
    NotInThisState if the mark has another state by now.
    """
    is_sure = event in (Event.OVERWRITE, Event.TAKE_BACK)
    rows = LmsScore.objects.filter(pk=score.pk)
    if not marks_change(rows, event, now=now or clock.now(), is_sure=is_sure):
        raise NotInThisState


def scores_resend(*, item: LmsLineItem, states: Iterable[str], now: datetime | None = None) -> int:
    """Send all refused or waiting marks of a column at once; returns their number."""
    rows = LmsScore.objects.filter(line_item=item, state__in=list(states))
    return marks_change(rows, Event.RESEND, now=now or clock.now())


def item_check(item: LmsLineItem) -> None:
    """Raises LmsFault if nothing can be sent to a column now."""
    if not item.lms_course.line_items_url and not item.url:
        raise LmsFault("no_service")


def words_of(score: LmsScore, maximum: int) -> dict[str, Any]:
    """The numbers of a row as texts."""
    return {name: written(getattr(score, name)) for name in ("wanted", "sent")} | {"maximum": maximum}


def written(hundredths: int | None) -> str:
    """A mark without zeros at its end."""
    if hundredths is None:
        return ""
    text = f"{hundredths // HUNDRED}.{hundredths % HUNDRED:02}"
    return text.rstrip("0").rstrip(".")

"""Marks for platforms: what each is to show, kept as rows until it shows it. Nothing here asks a platform."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from classrooms.grading.queries.sheet import standing_words
from classrooms.lms.faults import LmsFault
from classrooms.lms.services.ways_in import mark_url
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
from games import clock
from games.errors import NotAllowed
from games.work.mail import in_words_of

State = LmsScore.State
HUNDRED: Final = 100
LINE_MAXIMUM: Final = 100
"""Lines of a rubric are told in percent."""
LONGEST: Final = 600


def maximum_of(item: LmsLineItem) -> int:
    """The best mark of a column."""
    return LINE_MAXIMUM if item.line_id is not None else item.session.grade_book.scale


def title_of(item: LmsLineItem) -> str:
    """What the column is called there."""
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
    """A column for a session, or for one line of its rubric: at `url` where the platform has made it with a link, else
    it is made when the first mark is sent. One that was stopped goes on. What is published already is to be sent.
    Raises NotAllowed for a session or line of something else.
    """
    if play_session.course_id != lms_course.course_id or play_session.is_rehearsal:
        raise NotAllowed
    if line is not None and line.book.session_id != play_session.pk:
        raise NotAllowed
    now = now or clock.now()
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
    """A link that has a column of its own, whose address the platform says with each launch: marks of its session go
    there where they have no column, or one that is gone. True where they have another column, which may be gone by now.
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
    """The column has another address: nothing of ours stands there yet, so that all its marks are to be sent, but those
    that somebody stopped. With a `fault` they wait for somebody to send them again. What the old column has stays.
    """
    now = now or clock.now()
    item.url, item.is_ours = url, is_ours
    LmsLineItem.objects.filter(pk=item.pk).update(url=url, is_ours=is_ours)
    fresh: dict[str, Any] = {"sent": None, "sent_comment": "", "sent_at": None, "tried": None, "found": ""}
    rows = LmsScore.objects.filter(line_item=item)
    rows.update(**fresh, fault="", fault_params={}, attempts=0, is_sure=False)
    rows = rows.exclude(state=State.STOPPED)
    rows.filter(wanted__isnull=True).update(state=State.NONE, next_at=None)
    rows = rows.filter(wanted__isnull=False)
    if fault is None:
        rows.update(state=State.WAITING, next_at=now, asked_at=now)
    else:
        rows.update(state=State.REFUSED, next_at=None, fault=fault.kind, fault_params=fault.params)


def line_item_choose(*, item: LmsLineItem, link: LmsLink, now: datetime | None = None) -> None:
    """Marks go to the column of this link from now on. Raises NotAllowed for one of another session, or without."""
    if not any(each.pk == link.pk for each in links_with_column(item)):
        raise NotAllowed
    line_item_move(item=item, url=link.line_item_url, now=now)


@transaction.atomic
def line_item_stop(*, item: LmsLineItem, now: datetime | None = None) -> None:
    """Nothing is sent to this column any more. What is there stays there."""
    LmsLineItem.objects.filter(pk=item.pk).update(stopped_at=now or clock.now())


@transaction.atomic
def scores_note(*, play_session: Session, now: datetime | None = None) -> int:
    """Bring what platforms are to show in line with what students were told; returns how many marks are on their way.
    A mark that there is none for any more is not taken back there by itself. Safe to repeat.
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
                _decide(row, now)
                row.save()
            waiting += row.state == State.WAITING
    return waiting


def _people(item: LmsLineItem) -> dict[int, list[LmsPerson]]:
    """By person of ours who they are on this platform, in this course."""
    rows = LmsPerson.objects.filter(
        members__lms_course=item.lms_course, members__role=Enrolment.Role.STUDENT, is_test=False
    )
    found: dict[int, list[LmsPerson]] = {}
    for person in rows:
        found.setdefault(person.user_id, []).append(person)
    return found


def _wanted(item: LmsLineItem, grade: PublishedGrade) -> tuple[int | None, str]:
    """In hundredths, and the words beside it; no number for who was absent, excused or left too little to judge."""
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
    """What stands in the place of a mark, and why it was set by hand."""
    found = [str(standing_words(grade.state)).capitalize() + "."] if not grade.final and grade.state else []
    choice = grade.content.get("choice") or {}
    reasons = [choice.get("reason", "")]
    reasons += [(line.get("changed") or {}).get("reason", "") for line in grade.content.get("lines", [])]
    return found + [f"{reason.rstrip('.')}." for reason in reasons if reason]


def _decide(row: LmsScore, now: datetime) -> None:
    """What becomes of a row whose mark is another one."""
    row.is_sure, row.fault, row.fault_params, row.attempts = False, "", {}, 0
    if row.state == State.STOPPED:
        return
    if row.wanted is None:
        row.state, row.next_at = (State.NONE if row.sent is None else State.ASKS), None
    elif (row.wanted, row.comment) == (row.sent, row.sent_comment):
        row.state, row.next_at = State.SENT, None
    else:
        row.state, row.next_at = State.WAITING, now


def score_resend(*, score: LmsScore, is_sure: bool = False, now: datetime | None = None) -> None:
    """Send a mark again, at once. With `is_sure` over whatever stands there, and the taking back of one that is none
    any more.
    """
    now = now or clock.now()
    if score.wanted is None and not (is_sure and score.sent is not None):
        return
    LmsScore.objects.filter(pk=score.pk).update(
        state=State.WAITING, next_at=now, asked_at=now, is_sure=is_sure, attempts=0, fault="", fault_params={}
    )


def score_leave(*, score: LmsScore) -> None:
    """What stands there is right, or is nobody's business here: nothing is sent for this student any more."""
    LmsScore.objects.filter(pk=score.pk).update(state=State.STOPPED, next_at=None, is_sure=False)


def scores_resend(*, item: LmsLineItem, states: Iterable[str], now: datetime | None = None) -> int:
    """All marks of a column that were refused or wait, at once; returns how many."""
    now = now or clock.now()
    rows = LmsScore.objects.filter(line_item=item, state__in=list(states), wanted__isnull=False)
    return rows.update(
        state=State.WAITING, next_at=now, asked_at=now, is_sure=False, attempts=0, fault="", fault_params={}
    )


def item_check(item: LmsLineItem) -> None:
    """Raises LmsFault where nothing may be sent to a column now."""
    if not item.lms_course.line_items_url and not item.url:
        raise LmsFault("no_service")


def words_of(score: LmsScore, maximum: int) -> dict[str, Any]:
    """Numbers of a row as they are written."""
    return {name: written(getattr(score, name)) for name in ("wanted", "sent")} | {"maximum": maximum}


def written(hundredths: int | None) -> str:
    """A mark without zeros at its end."""
    if hundredths is None:
        return ""
    text = f"{hundredths // HUNDRED}.{hundredths % HUNDRED:02}"
    return text.rstrip("0").rstrip(".")

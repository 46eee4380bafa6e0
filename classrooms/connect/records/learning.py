"""Sending learning records: the sweep finds new data of matches and marks, and a worker sends it and stores its
progress.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.core.cache import cache
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from classrooms.connect.records import lrs
from classrooms.connect.records.statements import Span, Statement, is_kept, mark_statements, statements_of
from classrooms.models import GradeBook, PublishedGrade, RecordMark, Session
from games.public import hooks
from games.public.base import clock
from games.public.models import OVER, Job, Match
from games.public.work import outbox

logger = logging.getLogger(__name__)

MATCH_JOB: Final = "records"
MARKS_JOB: Final = "mark-records"
LOOK_EVERY: Final = 5
"""Seconds between two searches for new data."""
STANDS_AFTER: Final = timedelta(seconds=30)
"""The age after which a decision can no longer be undone."""
NEW_FOR: Final = timedelta(days=7)
"""Older ends and publications are sent only on request: a new store does not get the past."""
MOST: Final = 200
REST: Final = timedelta(seconds=30)
"""The least time between two transmissions of a match."""
LONGEST_REST: Final = timedelta(hours=6)
"""The longest wait if the store is unreachable. Records are never given up."""


def _look(now: datetime) -> None:
    if lrs.is_on() and cache.add("records-looked", 1, LOOK_EVERY):
        records_request(now=now)


@transaction.atomic
def records_request(*, now: datetime) -> list[Job]:
    """Request a job for each match and grade book with new data."""
    jobs = [
        outbox.job_request(kind=MATCH_JOB, match=match, now=now, again=True) for match in matches_with_news(now)[:MOST]
    ]
    for book in books_with_news(now)[:MOST]:
        jobs.append(outbox.job_request(kind=MARKS_JOB, subject=str(book.pk), now=now, again=True))
    return jobs


def matches_with_news(now: datetime) -> QuerySet[Match]:
    """Matches of sessions with unsent moves that can no longer be undone, and ended matches. Old ones are included only
    on request. A failed job waits for a person.
    """
    rows = Match.objects.filter(is_kept(), started_at__isnull=False).exclude(record_mark__is_whole=True)
    is_new = Q(ended_at__isnull=True) | Q(ended_at__gte=now - NEW_FOR)
    asked = Q(record_mark__is_asked=True)
    rested = Q(record_mark__isnull=True) | Q(record_mark__next_at__isnull=True) | Q(record_mark__next_at__lte=now)
    unsent = Q(record_mark__isnull=True) | Q(status__in=OVER) | Q(record_mark__number__lt=F("number"))
    busy = Job.objects.filter(kind=MATCH_JOB, match=OuterRef("pk")).exclude(state=Job.State.DONE)
    return rows.filter(is_new | asked, unsent, rested).exclude(Exists(busy)).order_by("pk")


def books_with_news(now: datetime) -> QuerySet[GradeBook]:
    """Grade books that were published since their marks were sent."""
    rows = GradeBook.objects.filter(published_at__isnull=False, session__is_rehearsal=False)
    asked = Q(record_mark__is_asked=True)
    later = Q(record_mark__at__isnull=True) | Q(record_mark__at__lt=F("published_at"))
    rested = Q(record_mark__next_at__isnull=True) | Q(record_mark__next_at__lte=now)
    return rows.filter(later, rested, Q(published_at__gte=now - NEW_FOR) | asked).order_by("pk")


def _send_match(job: Job) -> None:
    if job.match_id is not None and lrs.is_on():
        match_send(match_id=job.match_id)


def match_send(*, match_id: int, now: datetime | None = None) -> int:
    """Send new data of a match and store the progress; returns the number of statements. After a crash in between, the
    same statements are sent again under the same ids. Returns 0 if the store refuses them, to be sent later.
    """
    now = now or clock.now()
    match = Match.objects.select_related("session_team__session").get(pk=match_id)
    mark = RecordMark.objects.get_or_create(match=match)[0]
    if mark.is_whole:
        return 0
    until = match.number if match.is_over else _kept_number(match, now)
    try:
        found = statements_of(match, Span(mark.number, until, mark.at, ended=match.is_over))
    except LookupError:
        logger.warning("the game of match %s is no longer there: its records are not sent", match_id)
        found = []
    if not _taken(mark, found, now):
        return 0
    values = {"number": until, "at": now, "is_whole": match.is_over, "losses": 0, "next_at": now + REST}
    RecordMark.objects.filter(pk=mark.pk).update(**values)
    return len(found)


def _taken(mark: RecordMark, statements: Sequence[Statement], now: datetime) -> bool:
    """Send the statements; False if the store did not accept them. The job does not fail: the store is asked again at
    growing intervals.
    """
    try:
        lrs.send(statements)
    except lrs.NotTaken as fault:
        rest = min(REST * 2 ** min(mark.losses, 20), LONGEST_REST)
        logger.warning("%s: %s; next try in %d s", mark, fault, rest.total_seconds())
        RecordMark.objects.filter(pk=mark.pk).update(losses=min(mark.losses + 1, 1000), next_at=now + rest)
        return False
    return True


def _kept_number(match: Match, now: datetime) -> int:
    """The last move that can no longer be undone."""
    old = match.moves.filter(created_at__lte=now - STANDS_AFTER).order_by("-number")
    return old.values_list("number", flat=True).first() or 0


def _send_marks(job: Job) -> None:
    if lrs.is_on():
        marks_send(book_id=int(job.subject))


def marks_send(*, book_id: int, now: datetime | None = None) -> int:
    """Send the marks published since the last time; returns their number, 0 if the store accepts none."""
    now = now or clock.now()
    book = GradeBook.objects.filter(pk=book_id).first()
    if book is None:
        return 0
    mark = RecordMark.objects.get_or_create(book=book)[0]
    rows = PublishedGrade.objects.filter(book=book).select_related("user", "book__session").order_by("pk")
    if mark.at is not None:
        rows = rows.filter(published_at__gt=mark.at)
    found = list(rows)
    if not _taken(mark, mark_statements(found), now):
        return 0
    through = max((row.published_at for row in found), default=mark.at or book.published_at)
    RecordMark.objects.filter(pk=mark.pk).update(
        at=max(filter(None, (through, book.published_at))), losses=0, next_at=None
    )
    return len(found)


@transaction.atomic
def records_ask(*, sessions: QuerySet[Session]) -> int:
    """Send all records of old sessions again; the store ignores those it has. Returns the number of matches."""
    matches = Match.objects.filter(is_kept(), session_team__session__in=sessions, started_at__isnull=False)
    fresh = {"number": 0, "at": None, "is_whole": False, "is_asked": True, "losses": 0, "next_at": None}
    count = 0
    for match in matches.order_by("pk"):
        RecordMark.objects.update_or_create(match=match, defaults=fresh)
        outbox.job_request(kind=MATCH_JOB, match=match, now=clock.now(), again=True)
        count += 1
    for book in GradeBook.objects.filter(session__in=sessions, published_at__isnull=False, session__is_rehearsal=False):
        RecordMark.objects.update_or_create(book=book, defaults=fresh)
        outbox.job_request(kind=MARKS_JOB, subject=str(book.pk), now=clock.now(), again=True)
    return count


hooks.JOBS[MATCH_JOB] = hooks.Work(_send_match)
hooks.JOBS[MARKS_JOB] = hooks.Work(_send_marks)
hooks.SWEEPS.fill(_look)

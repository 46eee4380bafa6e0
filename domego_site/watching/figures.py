"""Figures of background work, read from the database. Each takes a few queries at most."""

from datetime import datetime, timedelta
from itertools import chain
from typing import Final

from django.db.models import Count, F, Min, Q, QuerySet

from classrooms.assess.grading import mails as grade_mails
from classrooms.care.privacy import deletion_notices
from classrooms.models import PasswordRequest, PublishedGrade, RetentionNotice, TeamMailCopy
from domego_site.models import LastRun
from games.public.matches import pace
from games.public.models import Decision, Job, Notification, Status
from games.public.work import STUCK_AFTER, mails_due, outbox

WAITS_LONG: Final = timedelta(minutes=15)
"""The waiting time of an untouched job after which a worker counts as missing."""
MAIL_WAITS_LONG: Final = timedelta(minutes=30)
_LATELY: Final = timedelta(days=1)


def last_sweep() -> datetime | None:
    """The time of the last complete sweep."""
    return _last(LastRun.What.SWEEP)


def note_sweep(now: datetime) -> None:
    """Store the time of a complete sweep."""
    _note(LastRun.What.SWEEP, now)


def last_backup() -> datetime | None:
    """The moment of the newest backup; None if `manage.py backup` never made one of this database."""
    return _last(LastRun.What.BACKUP)


def note_backup(at: datetime) -> None:
    """Store the moment of a complete backup."""
    _note(LastRun.What.BACKUP, at)


def _last(what: LastRun.What) -> datetime | None:
    return LastRun.objects.filter(what=what).values_list("at", flat=True).first()


def _note(what: LastRun.What, at: datetime) -> None:
    LastRun.objects.update_or_create(what=what, defaults={"at": at})


def open_decisions() -> QuerySet[Decision]:
    """Open mandatory decisions in running matches."""
    return Decision.objects.filter(closed_at__isnull=True, optional=False, match__status=Status.RUNNING)


def overdue_decisions(now: datetime) -> QuerySet[Decision]:
    """Open decisions whose deadline has passed, if only a moment ago, and is enforced."""
    return open_decisions().filter(due_at__lte=now).exclude(match__late_policy="wait")


def jobs_by_kind() -> list[tuple[str, str, int, datetime]]:
    """Unfinished jobs by kind and state: (kind, state, count, time of the oldest request)."""
    rows = Job.objects.exclude(state=Job.State.DONE).order_by().values_list("kind", "state")
    return list(rows.annotate(count=Count("pk"), oldest=Min("created_at")))


def queues_without_worker(now: datetime) -> dict[str, int]:
    """Overdue jobs by queue, for queues in which no job runs and none finished meanwhile. An analysis that waits for
    three hundred others has a worker.
    """
    waiting = Job.objects.filter(state=Job.State.PENDING, attempts=0, created_at__lte=now - WAITS_LONG)
    counts: dict[str, int] = {}
    for kind, count in waiting.order_by().values_list("kind").annotate(Count("pk")):
        counts[outbox.queue_of(kind)] = counts.get(outbox.queue_of(kind), 0) + count
    if not counts:
        return {}
    alive = Q(state=Job.State.RUNNING, lease_until__gt=now) | Q(done_at__gt=now - WAITS_LONG)
    at_work = {outbox.queue_of(kind) for kind in Job.objects.filter(alive).values_list("kind", flat=True).distinct()}
    return {queue: count for queue, count in counts.items() if queue not in at_work}


def mails_unsent(now: datetime) -> int:
    """The number of mails of the last day that were claimed and not sent: about turns, marks, retention, and to teams.
    Mails for new passwords leave no row.
    """
    lately = (now - _LATELY, now - STUCK_AFTER)
    turns = Notification.objects.filter(
        Q(mail_claimed_at__range=lately, mail_sent_at__isnull=True)
        | Q(reminder_claimed_at__range=lately, reminder_sent_at__isnull=True)
    )
    # A mark that was published again keeps when its first mail went out.
    never_since = Q(mail_sent_at__isnull=True) | Q(mail_sent_at__lt=F("mail_claimed_at"))
    marks = PublishedGrade.objects.filter(never_since, mail_claimed_at__range=lately)
    courses = RetentionNotice.objects.filter(mail_claimed_at__range=lately, mail_sent_at__isnull=True)
    teams = TeamMailCopy.objects.filter(claimed_at__range=lately, sent_at__isnull=True, dropped_at__isnull=True)
    return turns.count() + marks.count() + courses.count() + teams.count()


def mails_waiting(now: datetime) -> int:
    """The number of due mails that were not claimed outside quiet times, and of unanswered password requests. Any such
    mail means that the mail server is unreachable. At most 200 of each kind are counted.
    """
    long_ago = now - MAIL_WAITS_LONG
    turns = mails_due(long_ago).values_list("decision__match__pace", flat=True)[:200]
    marks = grade_mails.mails_due(long_ago).values_list("book__session__pace", flat=True)[:200]
    copies = TeamMailCopy.objects.filter(claimed_at__isnull=True, mail__created_at__lte=long_ago)
    teams = copies.values_list("mail__session__pace", flat=True)[:200]
    paces = map(pace.parse_pace, chain(turns, marks, teams))
    awake = sum(not pace.is_quiet(each, now) and not pace.is_quiet(each, long_ago) for each in paces)
    told = deletion_notices.mails_due(now).filter(deed__at__lte=long_ago)[:200]
    by_day = sum(deletion_notices.is_by_day(each, now) and deletion_notices.is_by_day(each, long_ago) for each in told)
    return awake + by_day + PasswordRequest.objects.filter(asked_at__lte=long_ago)[:200].count()

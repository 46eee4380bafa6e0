"""How the work stands, read from the database. Each costs one query."""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, Min, Q, QuerySet

from domego_site.models import LastRun
from games import outbox, pace
from games.models import Decision, Job, Notification, Status
from games.notifications import STUCK_AFTER, mails_due

WAITS_LONG: Final = timedelta(minutes=15)
"""After which a job that nobody began tells of a worker that is missing."""
MAIL_WAITS_LONG: Final = timedelta(minutes=30)
_LATELY: Final = timedelta(days=1)


def last_sweep() -> datetime | None:
    """When a sweep last went through."""
    return LastRun.objects.filter(what=LastRun.What.SWEEP).values_list("at", flat=True).first()


def note_sweep(now: datetime) -> None:
    """A sweep went through."""
    LastRun.objects.update_or_create(what=LastRun.What.SWEEP, defaults={"at": now})


def open_decisions() -> QuerySet[Decision]:
    """What is owed in running matches."""
    return Decision.objects.filter(closed_at__isnull=True, optional=False, match__status=Status.RUNNING)


def overdue_decisions(now: datetime) -> QuerySet[Decision]:
    """Those whose deadline is to be played and has passed, if only a moment ago."""
    return open_decisions().filter(due_at__lte=now).exclude(match__late_policy="wait")


def jobs_by_kind() -> list[tuple[str, str, int, datetime]]:
    """(kind, state, count, when the oldest was asked for) of the jobs that are not done."""
    rows = Job.objects.exclude(state=Job.State.DONE).order_by().values_list("kind", "state")
    return list(rows.annotate(count=Count("pk"), oldest=Min("created_at")))


def queues_without_worker(now: datetime) -> dict[str, int]:
    """Jobs that have waited for long, by queue, where nothing is in work and nothing was done meanwhile: an analysis
    that waits for three hundred others has a worker.
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
    """Mails of the last day that were claimed and did not go out."""
    lately = (now - _LATELY, now - STUCK_AFTER)
    return Notification.objects.filter(
        Q(mail_claimed_at__range=lately, mail_sent_at__isnull=True)
        | Q(reminder_claimed_at__range=lately, reminder_sent_at__isnull=True)
    ).count()


def mails_waiting(now: datetime) -> int:
    """Mails that nobody claimed although they have been due for long, at no quiet time: the mail server is away. At
    most 200.
    """
    long_ago = now - MAIL_WAITS_LONG
    paces = map(pace.read, mails_due(long_ago).values_list("decision__match__pace", flat=True)[:200])
    return sum(not pace.is_quiet(each, now) and not pace.is_quiet(each, long_ago) for each in paces)

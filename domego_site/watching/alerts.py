"""Alerts for the operator: a row while the fault lasts, shown at the top of the admin site. Mails are sent at its
beginning and end. Web processes check for faults, because a dead worker notices nothing.
"""

import logging
import shutil
import socket
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from msgspec import to_builtins

from domego_site import paths
from domego_site.models import Alert, LastRun
from domego_site.watching import figures
from games.public.base import clock, conf, site_url
from games.public.models import Job
from games.public.work import mail_server
from games.ui.scenario_faults import all_left_out, none_left

logger = logging.getLogger(__name__)

Found = Mapping[str, dict[str, Any]]
"""Faults: the subject of each alert with its params."""

NEXT_MAIL: Final = timedelta(minutes=10)
"""The time in which alerts of one kind share a mail."""
MEGABYTE: Final = 1_000_000


def between_looks() -> timedelta:
    """The interval of checks, for all processes together."""
    return timedelta(seconds=min(10, settings.SWEEP_ALERT_SECONDS))


def look(*, now: datetime | None = None) -> bool:
    """Open and end alerts, and send their mails; False if another process checked a moment ago."""
    now = now or clock.now()
    machine, before = socket.gethostname()[:80], now - between_looks()
    # Each machine has a disk of its own.
    _settle(Alert.Kind.DISK, open_alerts().filter(subject=machine), _disk(machine), now)
    LastRun.objects.get_or_create(what=LastRun.What.LOOK, defaults={"at": before})
    if not LastRun.objects.filter(what=LastRun.What.LOOK, at__lte=before).update(at=now):
        return False
    for kind, condition in _CONDITIONS.items():
        _settle(kind, open_alerts(), condition(now), now)
    send_alerts(now)
    return True


def open_alerts() -> QuerySet[Alert]:
    """Current alerts, dismissed or not."""
    return Alert.objects.filter(ended_at__isnull=True)


def _settle(kind: Alert.Kind, mine: QuerySet[Alert], found: Found, now: datetime) -> None:
    """Bring the rows of a kind in line with the faults found. Two processes at once open each alert only once."""
    rows = dict(mine.filter(kind=kind).values_list("subject", "params"))
    known = rows.keys()
    if kind == Alert.Kind.SCENARIO:
        # A corrected file may have other faults.
        for subject in (each for each in known & found.keys() if rows[each] != found[each]):
            mine.filter(kind=kind, subject=subject).update(params=found[subject])
    new = [
        Alert(kind=kind, subject=subject, params=params, opened_at=now)
        for subject, params in found.items()
        if subject not in known
    ]
    for alert in new:
        logger.error("Alert: %s %s %s", kind.value, alert.subject, alert.params)
    Alert.objects.bulk_create(new, ignore_conflicts=True)
    if over := known - found.keys():
        mine.filter(kind=kind, subject__in=over).update(ended_at=now)


def _sweep(now: datetime) -> Found:
    last = figures.last_sweep()
    if last is None:
        # A site in which no sweep ever ran is waited for as long as one in which it stopped.
        figures.note_sweep(now)
    elif now - last > timedelta(seconds=settings.SWEEP_ALERT_SECONDS):
        return {"": {"since": last.isoformat()}}
    return {}


def _failed_jobs(now: datetime) -> Found:
    failed = Job.objects.filter(state=Job.State.FAILED).values_list("pk", "kind")
    return {str(pk): {"kind": kind} for pk, kind in failed}


def _queues(now: datetime) -> Found:
    return {queue: {"count": count} for queue, count in figures.queues_without_worker(now).items()}


def _mails(now: datetime) -> Found:
    count = figures.mails_unsent(now) + figures.mails_waiting(now)
    return {"": {"count": count}} if count else {}


def _backup(now: datetime) -> Found:
    if not settings.BACKUP_ALERT_DAYS:
        return {}
    last = figures.last_backup()
    if last is None:
        return {"": {"since": None}}
    return {"": {"since": last.isoformat()}} if now - last > timedelta(days=settings.BACKUP_ALERT_DAYS) else {}


def _scenarios(now: datetime) -> Found:
    return {
        f"{game.key}/{each.key}"[:80]: {
            "file": each.file,
            "faults": to_builtins(each.faults),
            "alone": none_left(game, each),
        }
        for game, each in all_left_out()
    }


def _disk(machine: str) -> Found:
    free = shutil.disk_usage(paths.VAR_DIR).free // MEGABYTE
    return {machine: {"megabytes": free}} if free < settings.DISK_FREE_MB else {}


_CONDITIONS: Final[Mapping[Alert.Kind, Callable[[datetime], Found]]] = {
    Alert.Kind.SWEEP: _sweep,
    Alert.Kind.JOB: _failed_jobs,
    Alert.Kind.QUEUE: _queues,
    Alert.Kind.MAILS: _mails,
    Alert.Kind.BACKUP: _backup,
    Alert.Kind.SCENARIO: _scenarios,
}


def send_alerts(now: datetime) -> bool:
    """Send one mail to the operator about all alerts that began and ended since the last one; True if it was sent.
    Nothing is claimed while the mail server is unreachable. An alert that ended before its mail was sent is not mailed
    at all.
    """
    if not settings.OPERATOR_EMAIL:
        return False
    lately = Alert.objects.filter(mail_claimed_at__gt=now - NEXT_MAIL).values("kind")
    begun = open_alerts().filter(mail_claimed_at__isnull=True, set_aside_at__isnull=True).exclude(kind__in=lately)
    over = Alert.objects.filter(ended_at__isnull=False, mail_claimed_at__isnull=False, end_mail_claimed_at__isnull=True)
    if not begun.exists() and not over.exists():
        return False
    with mail_server() as connection:
        if connection is None:
            return False
        mine = _claim(begun, "mail_claimed_at", now), _claim(over, "end_mail_claimed_at", now)
        if not any(mine):
            return False
        return _send(*mine, connection)


def _claim(rows: QuerySet[Alert], column: str, now: datetime) -> list[Alert]:
    unclaimed = {f"{column}__isnull": True}
    return [row for row in list(rows) if Alert.objects.filter(pk=row.pk, **unclaimed).update(**{column: now})]


def _send(begun: list[Alert], over: list[Alert], connection: Any) -> bool:
    with translation.override(settings.LANGUAGE_CODE), timezone.override(settings.TIME_ZONE):
        told = begun or over
        subject = begun[0].title if begun else over[0].over
        more = len(told) - 1
        if more:
            subject += " " + _("And %(count)d more.") % {"count": more}
        context = {"begun": begun, "over": over, "url": site_url("admin:index")}
        text = render_to_string("site/alert_mail.txt", context)
    mail = EmailMessage(f"[{conf.SITE_NAME}] {subject}", text, to=settings.OPERATOR_EMAIL, connection=connection)
    try:
        mail.send()
    except OSError as refused:  # also the base of smtplib's errors
        logger.warning("A mail to the operator failed: %s", refused)
        return False
    return True

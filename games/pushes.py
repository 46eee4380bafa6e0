"""Telling people on the devices that they chose: once for each decision, grouped, not in quiet times, and not while
they have the table open.
"""

import logging
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import clock, pace, presence, web_push
from games.kit import plugins
from games.models import Notification, PushSubscription, Status

logger = logging.getLogger(__name__)

GROUP_FOR: Final = timedelta(seconds=20)
"""Decisions that open one after the other share an alert."""
PEOPLE_AT_A_TIME: Final = 20
KEPT_FOR: Final = timedelta(hours=24)
"""How long a push service keeps an alert for a device that is off, unless the answer is due before."""
REST: Final = timedelta(minutes=2)
LONGEST_REST: Final = timedelta(hours=6)
FAILURES: Final = 10
"""After so many in a row a device is forgotten."""


def _awake(now: datetime) -> QuerySet[PushSubscription]:
    return PushSubscription.objects.filter(Q(rests_until__isnull=True) | Q(rests_until__lte=now))


def pushes_due(now: datetime) -> QuerySet[Notification]:
    """Notices that were not read, of people with a device that may be told. Live matches push none: the room is the
    notice.
    """
    return Notification.objects.filter(
        Exists(_awake(now).filter(user=OuterRef("user"))),
        decision__closed_at__isnull=True,
        decision__optional=False,
        decision__passive=False,
        decision__match__status=Status.RUNNING,
        decision__match__pace__mode="async",
        user__is_active=True,
        push_claimed_at__isnull=True,
        read_at__isnull=True,
        created_at__lte=now - GROUP_FOR,
    )


def send_pushes(*, now: datetime | None = None) -> int:
    """Claim and send what is due, one alert per person on each of their devices; returns how many people were told.
    Nothing while the operator gave no keys.
    """
    if not web_push.is_on():
        return 0
    now = now or clock.now()
    due = pushes_due(now)
    users = list(due.order_by().values_list("user_id", flat=True).distinct()[:PEOPLE_AT_A_TIME])
    return sum(_push_to(due.filter(user_id=user_id), now) for user_id in users)


def _push_to(due: QuerySet[Notification], now: datetime) -> int:
    """Claim first, then send: a crash in between loses an alert and never doubles one."""
    rows = due.select_related("decision__match", "user").defer("decision__match__state")
    wanted = [row for row in rows.order_by("decision__due_at", "pk") if _may_be_told(row, now)]
    claimed = [
        row
        for row in wanted
        if Notification.objects.filter(pk=row.pk, push_claimed_at__isnull=True).update(push_claimed_at=now)
    ]
    if not claimed:
        return 0
    due_at = min((row.decision.due_at for row in claimed if row.decision.due_at), default=now + KEPT_FOR)
    seconds = int(min(due_at - now, KEPT_FOR).total_seconds())
    devices = list(_awake(now).filter(user=claimed[0].user_id))
    told = [_push_on(device, message_of(claimed, device.language), seconds, now) for device in devices]
    if not any(told):
        return 0
    Notification.objects.filter(pk__in=[row.pk for row in claimed]).update(push_sent_at=now)
    return 1


def _may_be_told(row: Notification, now: datetime) -> bool:
    match = row.decision.match
    if pace.is_quiet(pace.read(match.pace), now):
        return False
    here = (presence.last_seen([match.pk]) or {}).get(match.pk, {})
    return not presence.is_here(here.get(row.user_id), now)


def message_of(notices: list[Notification], language: str) -> dict[str, str]:
    """What a device shows, in its owner's language, else in its own: the game and where to press, no name of a person,
    a team or a session.
    """
    user: Any = notices[0].user
    matches = {row.decision.match_id: row.decision.match for row in notices}
    with translation.override(user.language or language or settings.LANGUAGE_CODE):
        if len(matches) > 1:
            words = ngettext("%(n)d game waits for you.", "%(n)d games wait for you.", len(matches))
            return {"body": words % {"n": len(matches)}, "url": reverse("games:home"), "tag": "turns"}
        (match,) = matches.values()
        return {
            "title": str(plugins.get(match.game).title),
            "body": _("It is your turn."),
            "url": reverse("games:match", args=[match.pk]) + f"?seat={notices[0].decision.seat}",
            "tag": f"match-{match.pk}",
        }


def _push_on(device: PushSubscription, message: dict[str, str], seconds: int, now: datetime) -> bool:
    """Send to one device and note what became of it: one that is gone is forgotten, one that fails rests, longer each
    time.
    """
    try:
        sent = web_push.send(
            endpoint=device.endpoint, p256dh=device.p256dh, auth=device.auth, message=message, seconds=seconds
        )
    except Exception:  # noqa: BLE001  a fault with one device must not end the round for everybody
        logger.exception("device %s of user %s could not be told", device.pk, device.user_id)
        sent = web_push.Sent.LATER
    mine = PushSubscription.objects.filter(pk=device.pk)
    failures = device.failures + 1
    if sent is web_push.Sent.DELIVERED:
        mine.update(failures=0, rests_until=None, told_at=now)
    elif sent is web_push.Sent.GONE or failures >= FAILURES:
        logger.info("device %s of user %s is gone", device.pk, device.user_id)
        mine.delete()
    else:
        mine.update(failures=failures, rests_until=now + min(REST * 2 ** (failures - 1), LONGEST_REST))
    return sent is web_push.Sent.DELIVERED

"""Push alerts on people's devices: once for each decision, grouped, not in quiet times, and not while the table is
open.
"""

import logging
import time
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.core.cache import cache
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Notification, PushSubscription, Status
from games.platform import clock, pace
from games.platform.addresses import plain_path
from games.platform.work import outbox, presence, web_push
from games.ui import faces
from games.ui.languages import speak_to_pupils

logger = logging.getLogger(__name__)

GROUP_FOR: Final = timedelta(seconds=20)
"""The time in which successive decisions share an alert."""
ROUND: Final = 60.0
"""Seconds after which a round leaves the rest to the next one."""
BETWEEN: Final = 5
"""Seconds between two rounds; one round runs at a time."""
UNDER_WAY: Final = 90
"""Seconds after which a round without a sign of life is started again."""
_KEY: Final = "push-round"
KEPT_FOR: Final = timedelta(hours=24)
"""The time for which a push service keeps an alert for a switched-off device, at most until the deadline."""
REST: Final = timedelta(minutes=2)
LONGEST_REST: Final = timedelta(hours=6)
FAILURES: Final = 10
"""The number of failures in a row after which a device is forgotten."""


def _awake(now: datetime) -> QuerySet[PushSubscription]:
    return PushSubscription.objects.filter(Q(rests_until__isnull=True) | Q(rests_until__lte=now))


def pushes_due(now: datetime) -> QuerySet[Notification]:
    """Unread notices of people with a device that may be notified. Live matches push none: everybody is in the room."""
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


def ask_for_round(*, now: datetime | None = None) -> bool:
    """Queue a round for the `heavy` worker: push services may be slow, and turns must not wait for them. While the
    cache is away no alert is sent.
    """
    if not web_push.is_on() or not pushes_due(now or clock.now()).exists():
        return False
    if not cache.add(_KEY, 1, UNDER_WAY):
        return False
    outbox.after_commit("games.send_pushes", queue="heavy")
    return True


def round_of_pushes() -> None:
    """Run a round that `ask_for_round` queued."""
    try:
        send_pushes()
    finally:
        cache.touch(_KEY, BETWEEN)


def send_pushes(*, now: datetime | None = None) -> int:
    """Claim and send the due alerts, one per person on each device; returns the number of people reached. Nothing
    without the operator's keys. Alerts left at the end of a round stay due.
    """
    if not web_push.is_on():
        return 0
    until = time.monotonic() + ROUND
    now = now or clock.now()
    due = pushes_due(now)
    told = 0
    for user_id in due.order_by("user_id").values_list("user_id", flat=True).distinct():
        if time.monotonic() >= until:
            break
        told += _push_to(due.filter(user_id=user_id), now, until)
    return told


def _push_to(due: QuerySet[Notification], now: datetime, until: float) -> int:
    """Claim first, then send: a crash in between loses an alert and never sends it twice. If no device took it and
    one may later, the claim is released, for a day. Failing devices rest longer each time and are forgotten after
    some failures, so the attempts end.
    """
    rows = due.select_related("decision__match", "user").defer("decision__match__state")
    wanted = [row for row in rows.order_by("decision__due_at", "pk") if _may_notify(row, now)]
    claimed = [
        row
        for row in wanted
        if Notification.objects.filter(pk=row.pk, push_claimed_at__isnull=True).update(push_claimed_at=now)
    ]
    if not claimed:
        return 0
    due_at = min((row.decision.due_at for row in claimed if row.decision.due_at), default=now + KEPT_FOR)
    seconds = int(min(due_at - now, KEPT_FOR).total_seconds())
    awake = list(_awake(now).filter(user=claimed[0].user_id))
    sent = [_push_on(device, claimed, seconds, now) for device in awake if time.monotonic() < until]
    mine = Notification.objects.filter(pk__in=[row.pk for row in claimed])
    if any(sent):
        mine.update(push_sent_at=now)
        return 1
    if PushSubscription.objects.filter(user=claimed[0].user_id).exists():
        mine.filter(created_at__gt=now - KEPT_FOR).update(push_claimed_at=None)
    return 0


def _may_notify(row: Notification, now: datetime) -> bool:
    match = row.decision.match
    if pace.is_quiet(pace.parse_pace(match.pace), now):
        return False
    here = (presence.last_seen([match.pk]) or {}).get(match.pk, {})
    return not presence.is_here(here.get(row.user_id), now)


def message_of(notices: list[Notification], language: str) -> dict[str, str]:
    """The content of an alert, in the person's language, else in the device's. It holds the game and a link, no name
    of a person, a team or a session.
    """
    user: Any = notices[0].user
    matches = {row.decision.match_id: row.decision.match for row in notices}
    with translation.override(user.language or language or settings.LANGUAGE_CODE):
        if len(matches) > 1:
            words = ngettext("%(n)d match waits for you.", "%(n)d matches wait for you.", len(matches))
            return {"body": words % {"n": len(matches)}, "url": plain_path("games:home"), "tag": "turns"}
        (match,) = matches.values()
        face = faces.get(match.game)
        if face.for_pupils:
            speak_to_pupils()
        return {
            "title": str(face.title),
            "body": _("It is your turn."),
            "url": plain_path("games:match", match.pk) + f"?seat={notices[0].decision.seat}",
            "tag": f"match-{match.pk}",
        }


def _push_on(device: PushSubscription, notices: list[Notification], seconds: int, now: datetime) -> bool:
    """Send to one device and record the result: a device that is gone is forgotten, one that fails rests, longer each
    time. A push service that was not asked is no failure of the device.
    """
    try:
        message = message_of(notices, device.language)
        sent = web_push.send(
            endpoint=device.endpoint, p256dh=device.p256dh, auth=device.auth, message=message, seconds=seconds
        )
    except Exception:  # noqa: BLE001  a fault with one device must not end the round for everybody
        logger.exception("device %s of user %s could not be told", device.pk, device.user_id)
        sent = web_push.PushResult.LATER
    mine = PushSubscription.objects.filter(pk=device.pk)
    failures = device.failures + 1
    if sent is web_push.PushResult.DELIVERED:
        mine.update(failures=0, rests_until=None, told_at=now)
    elif sent is web_push.PushResult.NOT_ASKED:
        mine.update(rests_until=now + REST)
    elif sent is web_push.PushResult.GONE or failures >= FAILURES:
        logger.info("device %s of user %s is gone", device.pk, device.user_id)
        mine.delete()
    else:
        mine.update(failures=failures, rests_until=now + min(REST * 2 ** (failures - 1), LONGEST_REST))
    return sent is web_push.PushResult.DELIVERED

"""The devices on which a person gets push alerts."""

import re
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.models import PushSubscription
from games.models.notification_channels import ENDPOINT_LENGTH
from games.platform import clock
from games.platform.errors import BadRequest
from games.platform.work import web_push

MOST_DEVICES: Final = 10
BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS: Final = (
    *(("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows")),
    *(("Mac OS X", "Mac"), ("CrOS", "ChromeOS"), ("Linux", "Linux")),
)
KEY: Final = re.compile(r"[A-Za-z0-9_=-]{16,100}")


@transaction.atomic
def device_add(
    *, user: Any, endpoint: str, p256dh: str, auth: str, agent: str = "", now: datetime | None = None
) -> PushSubscription:
    """Send alerts to this browser from now on. A browser has one subscription, which belongs to the last person who
    signed in. An eleventh device replaces the oldest one. Raises BadRequest for an invalid subscription, and while
    push is off.
    """
    if not web_push.is_on():
        raise BadRequest(field="endpoint", reason=_("alerts are off on this site"))
    try:
        if len(endpoint) > ENDPOINT_LENGTH or not (KEY.fullmatch(p256dh) and KEY.fullmatch(auth)):
            raise web_push.Refused("length")
        web_push.check_subscription(endpoint, p256dh, auth)
    except web_push.Refused:
        raise BadRequest(field="endpoint", reason=_("no browser's address")) from None
    fresh = {
        "user": user,
        "language": get_language() or "",
        "p256dh": p256dh,
        "auth": auth,
        "device": device_name(agent),
        "failures": 0,
    }
    row, _created = PushSubscription.objects.update_or_create(
        endpoint=endpoint, defaults={**fresh, "rests_until": None, "created_at": now or clock.now()}
    )
    kept = PushSubscription.objects.filter(user=user).order_by("-created_at", "-pk").values_list("pk", flat=True)
    PushSubscription.objects.filter(pk__in=list(kept[MOST_DEVICES:])).delete()
    return row


def device_remove(*, user: Any, pk: int) -> None:
    """Stop alerts to this device. Safe to repeat; devices of other people are not affected."""
    PushSubscription.objects.filter(user=user, pk=pk).delete()


def device_forget(*, user: Any, endpoint: str) -> None:
    """Stop alerts to a device by its endpoint: a browser knows no other key of itself. Safe to repeat."""
    PushSubscription.objects.filter(user=user, endpoint=endpoint).delete()


def device_name(agent: str) -> str:
    """The name of a browser for the list of devices; empty if it is unknown."""
    found = [next((name for sign, name in signs if sign in agent), "") for signs in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, found))

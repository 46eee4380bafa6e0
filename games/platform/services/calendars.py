"""The secret link of a person's calendar."""

import secrets
from datetime import datetime
from typing import Any

from django.core import signing

from games.models import CalendarLink
from games.models.people import person_model
from games.platform import clock

SALT = "games.calendar"


def calendar_renew(*, user: Any, now: datetime | None = None) -> CalendarLink:
    """A link for the person's calendar program; an earlier one becomes invalid."""
    fresh = {"nonce": secrets.token_hex(16), "created_at": now or clock.now(), "read_at": None}
    return CalendarLink.objects.update_or_create(user=user, defaults=fresh)[0]


def calendar_stop(*, user: Any) -> None:
    """Remove the person's link. Safe to repeat."""
    CalendarLink.objects.filter(user=user).delete()


def calendar_token(link: CalendarLink) -> str:
    """The secret part of the link. The stored nonce alone does not open it."""
    return signing.Signer(salt=SALT).sign(link.nonce)


def calendar_link_of(token: str) -> CalendarLink | None:
    """The link of a token; None for a forged or renewed one, and for an inactive person."""
    try:
        nonce = signing.Signer(salt=SALT).unsign(token)
    except signing.BadSignature:
        return None
    if "\0" in nonce:
        return None
    people = person_model().objects.filter(is_active=True)
    return CalendarLink.objects.select_related("user").filter(nonce=nonce, user__in=people).first()

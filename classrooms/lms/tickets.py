"""A way from a frame, or from a launch without cookies, into a tab of its own: once, within a minute or few."""

import secrets
from typing import Any, Final

from django.core import signing
from django.core.cache import cache

from classrooms.lms.faults import LmsFault
from classrooms.models import User

SALT: Final = "classrooms.lms-ticket"
SECONDS: Final = 60
SECONDS_UNHURRIED: Final = 600
"""Where somebody reads a page before they press its button."""


def ticket_make(user: Any, login_id: int, *, unhurried: bool = False) -> str:
    """For one person, who is let in with it."""
    most = SECONDS_UNHURRIED if unhurried else SECONDS
    return signing.dumps([user.pk, login_id, most, secrets.token_hex(8)], salt=SALT)


def ticket_use(ticket: str) -> tuple[Any, int]:
    """Whose it is, and of which launch. Raises LmsFault for one that is forged, too old, or was used."""
    try:
        pk, login_id, most, nonce = signing.loads(ticket, salt=SALT, max_age=SECONDS_UNHURRIED)
        signing.loads(ticket, salt=SALT, max_age=int(most))
    except (signing.BadSignature, ValueError, TypeError):
        raise LmsFault("ticket_used") from None
    user = User.objects.filter(pk=pk, is_active=True).first()
    if user is None or not cache.add(f"lms-ticket:{nonce}", 1, SECONDS_UNHURRIED + SECONDS):
        raise LmsFault("ticket_used")
    return user, int(login_id)

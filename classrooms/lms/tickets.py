"""A way from a frame, or from a launch without cookies, into a tab of its own: once, within a minute or few."""

import secrets
from dataclasses import dataclass
from typing import Any, Final

from django.core import signing
from django.core.cache import cache
from django.utils.crypto import constant_time_compare, salted_hmac

from classrooms.lms.faults import LmsFault
from classrooms.models import User

SALT: Final = "classrooms.lms-ticket"
SECONDS: Final = 60
SECONDS_UNHURRIED: Final = 600
"""Where somebody reads a page before they press its button."""


@dataclass(frozen=True)
class Ticket:
    """Its owner, its launch, and whether they were signed in already where it was made."""

    user: Any
    login_id: int
    is_proven: bool


def ticket_make(user: Any, login_id: int, *, unhurried: bool = False, is_proven: bool = False) -> str:
    """For one person. A new password, or a second factor set up or taken away, ends it."""
    most = SECONDS_UNHURRIED if unhurried else SECONDS
    said = [user.pk, login_id, most, secrets.token_hex(8), _mark(user), is_proven]
    return signing.dumps(said, salt=SALT)


def _mark(user: Any) -> str:
    return salted_hmac(SALT, user.get_session_auth_hash(), algorithm="sha256").hexdigest()[:32]


def ticket_use(ticket: str) -> Ticket:
    """Raises LmsFault for one that is forged, too old, ended, or was used."""
    try:
        pk, login_id, most, nonce, mark, is_proven = signing.loads(ticket, salt=SALT, max_age=SECONDS_UNHURRIED)
        signing.loads(ticket, salt=SALT, max_age=int(most))
    except (signing.BadSignature, ValueError, TypeError):
        raise LmsFault("ticket_used") from None
    user = User.objects.filter(pk=pk, is_active=True).first()
    if user is None or not constant_time_compare(mark, _mark(user)):
        raise LmsFault("ticket_used")
    if not cache.add(f"lms-ticket:{nonce}", 1, SECONDS_UNHURRIED + SECONDS):
        raise LmsFault("ticket_used")
    return Ticket(user, int(login_id), is_proven is True)

"""Tickets from a frame, or from a launch without cookies, into a tab: usable once, within one or a few minutes."""

import secrets
from dataclasses import dataclass
from typing import Any, Final

from django.core import signing
from django.core.cache import cache
from django.utils.crypto import constant_time_compare, salted_hmac

from classrooms.connect.lms.faults import LmsFault
from classrooms.models import User

SALT: Final = "classrooms.lms-ticket"
SECONDS: Final = 60
SECONDS_UNHURRIED: Final = 600
"""The lifetime of tickets on pages that people read before they press the button."""


@dataclass(frozen=True)
class Ticket:
    """The owner of a ticket, their launch, and whether they were signed in where it was made."""

    user: Any
    login_id: int
    is_proven: bool


def ticket_make(user: Any, login_id: int, *, unhurried: bool = False, is_proven: bool = False) -> str:
    """A ticket for one person. A changed password or second factor ends it."""
    most = SECONDS_UNHURRIED if unhurried else SECONDS
    said = [user.pk, login_id, most, secrets.token_hex(8), _mark(user), is_proven]
    return signing.dumps(said, salt=SALT)


def _mark(user: Any) -> str:
    return salted_hmac(SALT, user.get_session_auth_hash(), algorithm="sha256").hexdigest()[:32]


def ticket_use(ticket: str) -> Ticket:
    """Use a ticket. Raises LmsFault for one that is forged, too old, ended, or used."""
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

"""How often passwords may be tried, from one address and on the whole site, whichever way they come in."""

from typing import Any

from django.contrib.auth.signals import user_login_failed
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from classrooms import hashing
from classrooms.throttling import address_of, has_room, may_go_on

WINDOW = 900
TRIES = 1000
"""Passwords tried from one address in a window: 300 people behind one address who mistype theirs three times, or a
ninth of what one machine can check."""
WRONG = 3000
"""Wrong passwords on the whole site in a window: guesses from many addresses end here. Sessions go on."""
ALL_WRONG = "wrong passwords"


class TooManyTries(hashing.TryLater):
    """An address, or everybody together, tried too many passwords."""

    code = "too_many_tries"
    message = _("Too many passwords were tried. Wait a quarter of an hour, then sign in.")


class LimitsBackend:
    """Signs nobody in. It stands before the backends that do, and stops a sign-in before anything is hashed."""

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> None:
        """Raises TryLater."""
        if request is None:
            return
        hashing.gate.check()
        if not has_room(ALL_WRONG, limit=WRONG):
            raise TooManyTries(seconds=WINDOW)
        if not may_go_on(f"sign-in {address_of(request)}", limit=TRIES, seconds=WINDOW):
            raise TooManyTries(seconds=WINDOW)


def register() -> None:
    """Count wrong passwords."""
    user_login_failed.connect(_count_wrong, dispatch_uid="classrooms.signing_in")


def _count_wrong(**given: Any) -> None:
    may_go_on(ALL_WRONG, limit=WRONG, seconds=WINDOW)

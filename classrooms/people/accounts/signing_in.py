"""Limits on password attempts, per address and for the whole site, for every way to sign in."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.signals import user_login_failed
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from classrooms.people.access.throttling import address_of, has_room, may_go_on
from classrooms.people.accounts import hashing
from classrooms.people.accounts.second_factors import WrongCode, code_check
from games.public.base import refusal

WINDOW = 900
TRIES = 1000
"""The greatest number of passwords from one address in a window. That is three failures of 300 people behind one
address, or a ninth of one machine's capacity.
"""
WRONG = 3000
"""Wrong passwords on the whole site in a window. From there on guesses from many addresses get few each: an address
with `FEW` wrong ones is refused. Everybody else still signs in.
"""
FEW = 100
ALL_WRONG = "wrong passwords"
_LOOKED_AT = "password_was_looked_at"


TooManyTries = hashing.TryLater.refusal(
    "too_many_tries", _("Too many passwords were tried. Wait a quarter of an hour, then sign in.")
)
"""An address, or everybody together, tried too many passwords."""


class LimitsBackend:
    """A backend that signs nobody in. It comes before the others and stops a refused sign-in before anything is
    hashed.
    """

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> None:
        """Raises TryLater."""
        if request is None:
            return
        hashing.gate.check()
        address = address_of(request)
        if not has_room(ALL_WRONG, limit=WRONG) and not has_room(_wrong_of(address), limit=FEW):
            raise TooManyTries(seconds=WINDOW)
        if not may_go_on(f"sign-in {address}", limit=TRIES, seconds=WINDOW):
            raise TooManyTries(seconds=WINDOW)


NeedsSecondFactor = refusal(
    "needs_second_factor",
    _("This site requires a second factor of you. Sign in with a browser and set it up."),
    status=403,
)
"""The site requires a second factor of a person without one: a program gets no token for them."""

NeedsCode = refusal(
    "needs_code", _("Send the code of your authenticator app, or a recovery code, as code."), status=403
)
"""The password was right, and there is a second factor."""


class ProgramsBackend:
    """Programs send name, password and code at once. The sign-in page asks for the code on a page of its own and never
    gets here.
    """

    def authenticate(
        self, request: HttpRequest | None, username: str = "", password: str = "", code: str | None = None
    ) -> Any:
        """Raises NeedsCode, NeedsSecondFactor and TryLater; PermissionDenied, so that nothing is hashed twice."""
        if request is not None:
            setattr(request, _LOOKED_AT, True)
        if code is None:
            return None
        user: Any = ModelBackend().authenticate(request, username=username, password=password)
        if user is None:
            raise PermissionDenied
        if user.needs_second_factor():
            raise NeedsSecondFactor
        if user.second_factor_since is None:
            return user
        if not code:
            raise NeedsCode
        try:
            code_check(user=user, code=code)
        except WrongCode:
            raise PermissionDenied from None
        return user


def _count_wrong(request: HttpRequest | None = None, **given: Any) -> None:
    """Count a wrong password. Attempts refused because the name is locked for that address are not counted: they
    were never checked.
    """
    if not getattr(request, _LOOKED_AT, False):
        return
    may_go_on(ALL_WRONG, limit=WRONG, seconds=WINDOW)
    if request is not None:
        may_go_on(_wrong_of(address_of(request)), limit=FEW, seconds=WINDOW)


def _wrong_of(address: str) -> str:
    return f"{ALL_WRONG} from {address}"


user_login_failed.connect(_count_wrong, dispatch_uid="classrooms.people.accounts.signing_in")

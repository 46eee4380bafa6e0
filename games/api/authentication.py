"""Tokens for programs: signed, not stored, good for ninety days or until the password changes."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.core import signing
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from games.models.people import person_model

SALT = "games.api-token"
TOKEN_FOR = timedelta(days=90)
KEYWORD = "Bearer"
MAX_LENGTH = 600


def token_create(user: Any, now: datetime, scopes: Sequence[str] | None = None) -> tuple[str, datetime]:
    """A token for these scopes, None for all, and until when it works. A new password, or a second factor set up or
    taken away, ends all tokens of its owner.
    """
    said = [user.pk, _mark(user), *([] if scopes is None else [list(scopes)])]
    return signing.TimestampSigner(salt=SALT).sign_object(said), now + TOKEN_FOR


@dataclass(frozen=True)
class Bearer:
    """Whom a token stands for, and for what; None is everything: tokens of before there were scopes."""

    user: Any
    scopes: frozenset[str] | None


def user_of_token(token: str) -> Any | None:
    """Whom a token stands for; None for a forged, old or revoked one."""
    bearer = bearer_of(token)
    return bearer.user if bearer is not None else None


def bearer_of(token: str) -> Bearer | None:
    """What a token says; None for a forged, old or revoked one."""
    try:
        pk, mark, *more = signing.TimestampSigner(salt=SALT).unsign_object(token, max_age=TOKEN_FOR)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    user = person_model().objects.filter(pk=pk, is_active=True).first()
    if user is None or not secrets.compare_digest(mark, _mark(user)):
        return None
    return None if user.owes_second_factor() else Bearer(user, frozenset(more[0]) if more else None)


def _mark(user: Any) -> str:
    """Changes with the password and with the second factor, and tells nothing about them."""
    since = user.second_factor_since
    secrets_of = user.password if since is None else f"{user.password} {since.timestamp()}"
    return salted_hmac(SALT, secrets_of, algorithm="sha256").hexdigest()[:32]


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer TOKEN`."""

    def authenticate(self, request: Request) -> tuple[Any, frozenset[str] | None] | None:
        """The person and the token's scopes; None without the header: the session decides."""
        keyword, _space, token = get_authorization_header(request).partition(b" ")
        if keyword.lower() != KEYWORD.lower().encode():
            return None
        bearer = bearer_of(token.decode(errors="replace")) if len(token) <= MAX_LENGTH else None
        if bearer is None:
            raise AuthenticationFailed(_("This token is not valid any more."))
        return bearer.user, bearer.scopes

    def authenticate_header(self, request: Request) -> str:
        """What makes REST framework say 401 rather than 403."""
        return KEYWORD

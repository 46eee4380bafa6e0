"""Signed tokens for programs. They are not stored and end after 90 days or when the password changes."""

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
    """A token for these scopes (None: all), and its expiry. A change of the owner's password or second factor revokes
    it.
    """
    said = [user.pk, _mark(user), *([] if scopes is None else [list(scopes)])]
    return signing.TimestampSigner(salt=SALT).sign_object(said), now + TOKEN_FOR


@dataclass(frozen=True)
class Bearer:
    """The owner and the scopes of a token; None means all scopes, as in tokens older than scopes."""

    user: Any
    scopes: frozenset[str] | None


def user_of_token(token: str) -> Any | None:
    """The owner of a token; None for a forged, expired or revoked one."""
    bearer = bearer_of(token)
    return bearer.user if bearer is not None else None


def bearer_of(token: str) -> Bearer | None:
    """The owner and the scopes of a token; None for a forged, expired or revoked one."""
    try:
        pk, mark, *more = signing.TimestampSigner(salt=SALT).unsign_object(token, max_age=TOKEN_FOR)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    user = person_model().objects.filter(pk=pk, is_active=True).first()
    if user is None or not secrets.compare_digest(mark, _mark(user)):
        return None
    return None if user.needs_second_factor() else Bearer(user, frozenset(more[0]) if more else None)


def _mark(user: Any) -> str:
    """A digest that changes with the password and the second factor, and reveals neither."""
    since = user.second_factor_since
    secrets_of = user.password if since is None else f"{user.password} {since.timestamp()}"
    return salted_hmac(SALT, secrets_of, algorithm="sha256").hexdigest()[:32]


class TokenAuthentication(BaseAuthentication):
    """Authentication by the header `Authorization: Bearer TOKEN`."""

    def authenticate(self, request: Request) -> tuple[Any, frozenset[str] | None] | None:
        """The person and the token's scopes; None without the header, so that session authentication is tried."""
        keyword, _space, token = get_authorization_header(request).partition(b" ")
        if keyword.lower() != KEYWORD.lower().encode():
            return None
        bearer = bearer_of(token.decode(errors="replace")) if len(token) <= MAX_LENGTH else None
        if bearer is None:
            raise AuthenticationFailed(_("This token is not valid any more."))
        return bearer.user, bearer.scopes

    def authenticate_header(self, request: Request) -> str:
        """The WWW-Authenticate header, which makes REST framework answer 401 rather than 403."""
        return KEYWORD

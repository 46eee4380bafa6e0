"""Tokens for programs: signed, not stored, good for ninety days or until the password changes."""

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.core import signing
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

SALT = "games.api-token"
TOKEN_FOR = timedelta(days=90)
KEYWORD = "Bearer"
MAX_LENGTH = 400


def token_create(user: Any, now: datetime) -> tuple[str, datetime]:
    """A token, and until when it works. A new password, or a second factor set up or taken away, ends all tokens of
    its owner.
    """
    return signing.TimestampSigner(salt=SALT).sign_object([user.pk, _mark(user)]), now + TOKEN_FOR


def user_of_token(token: str) -> Any | None:
    """Whom a token stands for; None for a forged, old or revoked one."""
    try:
        pk, mark = signing.TimestampSigner(salt=SALT).unsign_object(token, max_age=TOKEN_FOR)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    user = get_user_model().objects.filter(pk=pk, is_active=True).first()
    if user is None or not secrets.compare_digest(mark, _mark(user)):
        return None
    return None if user.owes_second_factor() else user


def _mark(user: Any) -> str:
    """Changes with the password and with the second factor, and tells nothing about them."""
    since = user.second_factor_since
    secrets_of = user.password if since is None else f"{user.password} {since.timestamp()}"
    return salted_hmac(SALT, secrets_of, algorithm="sha256").hexdigest()[:32]


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer TOKEN`."""

    def authenticate(self, request: Request) -> tuple[Any, None] | None:
        """None without the header: the session decides."""
        keyword, _space, token = get_authorization_header(request).partition(b" ")
        if keyword.lower() != KEYWORD.lower().encode():
            return None
        user = user_of_token(token.decode(errors="replace")) if len(token) <= MAX_LENGTH else None
        if user is None:
            raise AuthenticationFailed(_("This token is not valid any more."))
        return user, None

    def authenticate_header(self, request: Request) -> str:
        """What makes REST framework say 401 rather than 403."""
        return KEYWORD

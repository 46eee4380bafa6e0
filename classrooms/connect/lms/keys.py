"""Signing keys of the tool: one signs, earlier ones are published until nothing signed with them can be valid."""

import json
import secrets
from datetime import datetime, timedelta
from typing import Any, Final

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from django.db import transaction
from jwt.algorithms import RSAAlgorithm

from classrooms.models import LmsKey
from games.public.base import clock

BITS: Final = 2048
PUBLISHED_FOR: Final = timedelta(days=7)
"""The time for which a retired key is published. Platforms cache the key set for hours, so a day would suffice."""


def key_current(*, now: datetime | None = None) -> LmsKey:
    """The key that signs, made for the first platform that is registered."""
    key = LmsKey.objects.filter(retired_at__isnull=True).first()
    return key or _made(now or clock.now())


@transaction.atomic
def key_rotate(*, now: datetime | None = None) -> LmsKey:
    """Make a new signing key; the previous one stays published for a week, older ones are deleted."""
    now = now or clock.now()
    LmsKey.objects.filter(retired_at__lt=now - PUBLISHED_FOR).delete()
    LmsKey.objects.filter(retired_at__isnull=True).update(retired_at=now)
    return _made(now)


def _made(now: datetime) -> LmsKey:
    private = rsa.generate_private_key(public_exponent=65537, key_size=BITS)
    pem = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    return LmsKey.objects.create(kid=secrets.token_hex(12), private_pem=pem, created_at=now)


def published(*, now: datetime | None = None) -> dict[str, Any]:
    """The key set that platforms read: empty until a platform was registered."""
    rows = LmsKey.objects.exclude(retired_at__lt=(now or clock.now()) - PUBLISHED_FOR)
    return {"keys": [_public(row) for row in rows]}


def _public(key: LmsKey) -> dict[str, Any]:
    private: Any = load_pem_private_key(key.private_pem.encode(), None)
    found: dict[str, Any] = json.loads(RSAAlgorithm.to_jwk(private.public_key()))
    return {"kty": found["kty"], "n": found["n"], "e": found["e"], "kid": key.kid, "alg": "RS256", "use": "sig"}


def signed(claims: dict[str, Any]) -> str:
    """A token signed by this site."""
    key = key_current()
    return jwt.encode(claims, key.private_pem, algorithm="RS256", headers={"kid": key.kid})

"""Tokens: ID tokens of platforms, which are verified completely, and access tokens for their services."""

import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlsplit

import jwt
from django.core.cache import cache
from jwt import PyJWK, PyJWKSet
from jwt.types import Options

from classrooms.connect.lms.calling import Answer, call
from classrooms.connect.lms.claims import CLAIM
from classrooms.connect.lms.faults import LmsFault
from classrooms.connect.lms.keys import signed
from classrooms.models import LmsPlatform

ALGORITHMS: Final = ("RS256", "RS384", "RS512", "PS256", "ES256")
"""Algorithms with a key of the platform only: shared secrets and unsigned tokens are not accepted."""
SKEW: Final = 300
"""Seconds by which clocks may differ."""
OLDEST: Final = 600
LONGEST_TOKEN: Final = 64 * 1024
KEYS_KEPT: Final = 3600
ASSERTION_SECONDS: Final = 300
SCORE: Final = "https://purl.imsglobal.org/spec/lti-ags/scope/score"
RESULT: Final = "https://purl.imsglobal.org/spec/lti-ags/scope/result.readonly"
LINE_ITEM: Final = "https://purl.imsglobal.org/spec/lti-ags/scope/lineitem"
MEMBERS: Final = "https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly"
GROUPS: Final = "https://purl.imsglobal.org/spec/lti-gs/scope/contextgroup.readonly"
SCOPES: Final = (SCORE, RESULT, LINE_ITEM, MEMBERS)


def id_token_read(token: str, platform: LmsPlatform, nonce: str, now: datetime) -> dict[str, Any]:
    """The claims of a launch, after all checks of the token. Raises LmsFault."""
    if not token:
        raise LmsFault("token_missing")
    claims = _decoded(token, platform)
    if claims.get("iss") != platform.issuer:
        raise LmsFault("wrong_issuer")
    _check_audience(claims, platform.client_id)
    _check_times(claims, int(now.timestamp()))
    if not isinstance(claims.get("nonce"), str) or not secrets.compare_digest(
        str(claims["nonce"]).encode(), nonce.encode()
    ):
        raise LmsFault("wrong_nonce")
    deployment = claims.get(CLAIM + "deployment_id")
    if not isinstance(deployment, str) or not platform.deployments.filter(deployment_id=deployment).exists():
        raise LmsFault("wrong_deployment", deployment=str(deployment)[:80])
    return claims


def _decoded(token: str, platform: LmsPlatform) -> dict[str, Any]:
    """The claims of a token verified with the platform's key. An unknown key is looked up once more."""
    try:
        if len(token) > LONGEST_TOKEN:
            raise jwt.DecodeError
        head = jwt.get_unverified_header(token)
    except jwt.PyJWTError:
        raise LmsFault("token_unreadable") from None
    if head.get("alg") not in ALGORITHMS:
        raise LmsFault("bad_algorithm")
    key = _key(platform, str(head.get("kid") or ""))
    try:
        claims: dict[str, Any] = jwt.decode(token, key.key, algorithms=[head["alg"]], options=_ONLY_SIGNATURE)
    except jwt.InvalidSignatureError:
        raise LmsFault("bad_signature") from None
    except (jwt.PyJWTError, TypeError, ValueError):
        raise LmsFault("token_unreadable") from None
    return claims


_ONLY_SIGNATURE: Final[Options] = {
    "verify_signature": True,
    "verify_exp": False,
    "verify_nbf": False,
    "verify_iat": False,
    "verify_aud": False,
    "verify_iss": False,
    "verify_sub": False,
    "verify_jti": False,
}
"""Options for checking the signature only. All other checks follow below, each with its own error."""


def _check_audience(claims: Mapping[str, Any], client_id: str) -> None:
    audience = claims.get("aud")
    names = [audience] if isinstance(audience, str) else audience if isinstance(audience, list) else []
    if client_id not in names:
        raise LmsFault("wrong_audience")
    azp = claims.get("azp")
    if (azp is not None and azp != client_id) or (len(names) > 1 and azp is None):
        raise LmsFault("wrong_azp")


def _check_times(claims: Mapping[str, Any], now: int) -> None:
    made, ends = _moment(claims, "iat"), _moment(claims, "exp")
    starts = claims.get("nbf", made)
    if made > now + SKEW or (isinstance(starts, int | float) and starts > now + SKEW):
        raise LmsFault("token_early")
    if ends < now - SKEW:
        raise LmsFault("token_expired")
    if made < now - OLDEST - SKEW:
        raise LmsFault("token_old")


def _moment(claims: Mapping[str, Any], name: str) -> float:
    found = claims.get(name)
    if isinstance(found, bool) or not isinstance(found, int | float):
        raise LmsFault("claim_missing", claim=name)
    return found


def _key(platform: LmsPlatform, kid: str) -> PyJWK:
    """The key named by a token. Known keys are cached for an hour. For an unknown key the platform is asked again, at
    most once in ten seconds, since anybody can send a token with a key name.
    """
    place = f"lms-keys:{platform.pk}:{platform.jwks_url}"
    known = cache.get(place)
    found = _named(known, kid) if known else None
    if found is None and (not known or cache.add(f"{place}:again", 1, 10)):
        answer = keys_fetch(platform)
        cache.set(place, answer, KEYS_KEPT)
        found = _named(answer, kid)
    if found is None:
        raise LmsFault("unknown_key")
    return found


def keys_fetch(platform: LmsPlatform) -> dict[str, Any]:
    """The platform's current key set. Raises LmsFault."""
    answer = call(platform.jwks_url)
    content = answer.record()
    if not isinstance(content.get("keys"), list):
        raise LmsFault("unexpected", host=answer.host)
    return content


def _named(content: dict[str, Any], kid: str) -> PyJWK | None:
    try:
        keys = PyJWKSet.from_dict(content).keys
    except (jwt.PyJWTError, ValueError, TypeError, AttributeError):
        return None
    # No secret shared by both sides, and none that is there to encrypt.
    keys = [key for key in keys if key.key_type != "oct" and key.public_key_use in (None, "sig")]
    if not kid and len(keys) == 1:
        return keys[0]
    return next((key for key in keys if key.key_id == kid), None)


def access(platform: LmsPlatform, scopes: Iterable[str], now: datetime) -> str:
    """An access token for services, cached until shortly before its end. Raises LmsFault."""
    wanted = " ".join(sorted(set(scopes)))
    place = f"lms-token:{platform.pk}:{platform.client_id}:{wanted}"
    known = cache.get(place)
    if isinstance(known, str):
        return known
    moment = int(now.timestamp())
    claims = {
        "iss": platform.client_id,
        "sub": platform.client_id,
        "aud": platform.audience or platform.token_url,
        "iat": moment - 5,
        "exp": moment + ASSERTION_SECONDS,
        "jti": secrets.token_hex(16),
    }
    form = {
        "grant_type": "client_credentials",
        "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        "client_assertion": signed(claims),
        "scope": wanted,
    }
    answer = call(platform.token_url, method="POST", form=form, good=(200, 201, 400, 401, 403))
    content = answer.record()
    token = content.get("access_token")
    if answer.status >= 400 or not isinstance(token, str) or not token:
        error = content.get("error")
        host = urlsplit(platform.token_url).netloc
        raise LmsFault("no_token", host=host, error=error[:60] if isinstance(error, str) else str(answer.status))
    seconds = content.get("expires_in")
    life = int(seconds) if isinstance(seconds, int | float) and not isinstance(seconds, bool) else 600
    cache.set(place, token, max(1, min(life, 3600) - 60))
    return token


def call_service(platform: LmsPlatform, address: str, scopes: Iterable[str], now: datetime, **more: Any) -> Answer:
    """Send a request to a service of the platform, with an access token. A refused token is renewed once. Raises
    LmsFault.
    """
    scopes = sorted(set(scopes))
    for last in (False, True):
        headers = {**more.pop("headers", {}), "Authorization": f"Bearer {access(platform, scopes, now)}"}
        try:
            return call(address, headers=headers, **more)
        except LmsFault as fault:
            if last or fault.params.get("status") != 401:
                raise
            cache.delete(f"lms-token:{platform.pk}:{platform.client_id}:{' '.join(scopes)}")
            more["headers"] = {name: value for name, value in headers.items() if name != "Authorization"}
    raise AssertionError  # pragma: no cover - the second try returns or raises

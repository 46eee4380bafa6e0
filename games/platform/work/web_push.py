"""Messages to a browser through its maker's push service (RFC 8030, 8188, 8291, 8292). They are encrypted for that
browser, signed by the site, and never sent to an address inside a network.
"""

import binascii
import enum
import ipaddress
import json
import time
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from py_vapid.utils import b64urldecode, b64urlencode

from games.platform.conf import conf
from games.platform.work import outside

PATIENCE: Final = 5.0
"""Seconds for a push service, from the look-up of its name to its complete answer."""
LONGEST: Final = 3000
"""Bytes of a message. Push services take 4096, including the encryption's own."""
SIGNED_FOR: Final = 12 * 3600
POINT: Final = 65
SECRET: Final = 16


class PushResult(enum.Enum):
    """The result of a message: sent, subscription gone, a failure that may pass, or the push service was not asked."""

    DELIVERED = enum.auto()
    GONE = enum.auto()
    LATER = enum.auto()
    NOT_ASKED = enum.auto()


class Refused(ValueError):
    """An endpoint or keys that no browser would give."""


def is_on() -> bool:
    """Has the operator configured signing keys?"""
    return bool(conf.VAPID_PRIVATE_KEY and conf.VAPID_SUBJECT)


def public_key() -> str:
    """The public key for browsers' subscriptions, in URL-safe base64; empty while push is off. Raises ValueError for
    an unreadable private key.
    """
    return _public(_signer()) if is_on() else ""


def _signer() -> Any:
    return Vapid02.from_string(conf.VAPID_PRIVATE_KEY)


def _public(signer: Any) -> str:
    text: str = b64urlencode(signer.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
    return text


def new_private_key() -> str:
    """A new key for VAPID_PRIVATE_KEY."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    text: str = b64urlencode(number.to_bytes(32, "big"))
    return text


def check_subscription(endpoint: str, p256dh: str, auth: str) -> None:
    """Raises Refused for data that cannot be a browser's subscription. Names are looked up only when a message is
    sent.
    """
    parts = _parts(endpoint)
    try:
        number = ipaddress.ip_address(parts.hostname or "")
    except ValueError:
        number = None  # a name
    if number is not None and not (outside.is_public(number) or conf.PUSH_ANYWHERE):
        raise Refused("address")
    try:
        point, secret = b64urldecode(p256dh.encode()), b64urldecode(auth.encode())
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except (ValueError, binascii.Error):
        raise Refused("keys") from None
    if (len(point), len(secret)) != (POINT, SECRET):
        raise Refused("keys")


def _parts(endpoint: str) -> SplitResult:
    """The parts of an endpoint. Raises Refused for all but https at the usual port."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise Refused("address") from None
    if not parts.hostname or parts.username is not None or not endpoint.isascii() or not endpoint.isprintable():
        raise Refused("address")
    if " " in endpoint or (not conf.PUSH_ANYWHERE and (parts.scheme != "https" or port not in (None, 443))):
        raise Refused("address")
    return parts


def send(*, endpoint: str, p256dh: str, auth: str, message: Mapping[str, str], seconds: int) -> PushResult:
    """Encrypt and send a message. The push service keeps it for `seconds` while the browser is away. Redirects are
    not followed. A subscription that is refused here counts as gone.
    """
    try:
        check_subscription(endpoint, p256dh, auth)
        parts = _parts(endpoint)
        body = _encrypted(json.dumps(message).encode(), p256dh, auth)
        status = _post(parts, body, _headers(parts, seconds))
    except (Refused, outside.Refused):
        return PushResult.GONE
    except (outside.Crowded, outside.Resting):
        return PushResult.NOT_ASKED
    except outside.CallFault:
        return PushResult.LATER
    if status in (404, 410):
        return PushResult.GONE
    return PushResult.DELIVERED if 200 <= status < 300 else PushResult.LATER


def _encrypted(content: bytes, p256dh: str, auth: str) -> bytes:
    if len(content) > LONGEST:
        raise ValueError(f"a message of {len(content)} bytes is too long to push")
    body: bytes = http_ece.encrypt(
        content,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=b64urldecode(p256dh.encode()),
        auth_secret=b64urldecode(auth.encode()),
        version="aes128gcm",
    )
    return body


def _headers(parts: SplitResult, seconds: int) -> dict[str, str]:
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + SIGNED_FOR,
        "sub": conf.VAPID_SUBJECT,
    }
    signer = _signer()
    # The library writes headers for several drafts; the one of RFC 8292 has this form.
    signed: str = signer.sign(claims)["Authorization"]
    return {
        "Authorization": signed,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(max(0, seconds)),
        "Urgency": "normal",
    }


def _post(parts: SplitResult, body: bytes, headers: Mapping[str, str]) -> int:
    return outside.call(
        parts,
        method="POST",
        body=body,
        headers=headers,
        patience=PATIENCE,
        anywhere=conf.PUSH_ANYWHERE,
        content=False,
    ).status

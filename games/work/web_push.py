"""Sending one message to a browser through the push service of its maker (RFC 8030, 8188, 8291, 8292): encrypted for
that browser alone, signed by the site, and never to an address inside a network.
"""

import binascii
import enum
import http.client
import ipaddress
import json
import re
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02
from py_vapid.utils import b64urldecode, b64urlencode

PATIENCE: Final = 5.0
"""Seconds that a push service has from the look-up of its name to its whole answer, however it drips."""
LONGEST_STATUS: Final = 1024
"""Bytes of an answer in which its status must stand; nothing after it is read."""
STATUS: Final = re.compile(rb"HTTP/1\.[01] ([2-5]\d\d)[ \r\n]")
TRANSLATED: Final = tuple(
    map(ipaddress.IPv6Network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96"))
)
"""IPv6 addresses that stand for an IPv4 one behind a gateway: NAT64, 6to4, Teredo, and the old compatible form."""
LONGEST: Final = 3000
"""Bytes of a message. Push services take 4096 with the encryption's own."""
SIGNED_FOR: Final = 12 * 3600
POINT: Final = 65
SECRET: Final = 16


class Sent(enum.Enum):
    """What became of a message: taken, the browser does not want any more, or it may work later."""

    DELIVERED = enum.auto()
    GONE = enum.auto()
    LATER = enum.auto()


class Refused(ValueError):
    """An address or keys that no browser would give."""


def is_on() -> bool:
    """Did the operator give the site keys to sign with?"""
    return bool(settings.VAPID_PRIVATE_KEY and settings.VAPID_SUBJECT)


def public_key() -> str:
    """What browsers bind their subscription to, in URL-safe base64; empty while push is off. Raises ValueError for
    a private key that cannot be read.
    """
    return _public(_signer()) if is_on() else ""


def _signer() -> Any:
    return Vapid02.from_string(settings.VAPID_PRIVATE_KEY)


def _public(signer: Any) -> str:
    text: str = b64urlencode(signer.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
    return text


def new_private_key() -> str:
    """A key for VAPID_PRIVATE_KEY."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    text: str = b64urlencode(number.to_bytes(32, "big"))
    return text


def check_subscription(endpoint: str, p256dh: str, auth: str) -> None:
    """Raises Refused for what cannot be a browser's subscription. Names are looked up only when something is sent."""
    parts = _parts(endpoint)
    try:
        number = ipaddress.ip_address(parts.hostname or "")
    except ValueError:
        number = None  # a name
    if number is not None and not (_is_public(number) or settings.PUSH_ANYWHERE):
        raise Refused("address")
    try:
        point, secret = b64urldecode(p256dh.encode()), b64urldecode(auth.encode())
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except (ValueError, binascii.Error):
        raise Refused("keys") from None
    if (len(point), len(secret)) != (POINT, SECRET):
        raise Refused("keys")


def _parts(endpoint: str) -> SplitResult:
    """An endpoint taken apart. Raises Refused for all but https at the usual port."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise Refused("address") from None
    if not parts.hostname or parts.username is not None or not endpoint.isascii() or not endpoint.isprintable():
        raise Refused("address")
    if " " in endpoint or (not settings.PUSH_ANYWHERE and (parts.scheme != "https" or port not in (None, 443))):
        raise Refused("address")
    return parts


def _is_public(number: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Is this the address of one machine in the open Internet, by its own number and not by that of a gateway?"""
    if isinstance(number, ipaddress.IPv6Address):
        if number.ipv4_mapped is not None:
            return _is_public(number.ipv4_mapped)
        if number.is_site_local or any(number in each for each in TRANSLATED):
            return False
    return number.is_global and not (number.is_multicast or number.is_reserved or number.is_unspecified)


def _address_of(host: str, port: int, until: float) -> str:
    """Where a host is, looked up once: what is checked is what is called. Raises Refused unless each of its addresses
    is a public one and for what cannot be a name, OSError if it is not found in time.
    """
    try:
        found = _looked_up(host, port, until)
    except ValueError:  # a label that is empty or too long
        raise Refused("address") from None
    if not settings.PUSH_ANYWHERE and not all(_is_public(ipaddress.ip_address(each)) for each in found):
        raise Refused("address")
    return found[0]


def _looked_up(host: str, port: int, until: float) -> list[str]:
    """The look-up of the system knows no limit of time: one that takes too long is left to end by itself."""
    found: list[str] = []
    faults: list[OSError | ValueError] = []

    def look_up() -> None:
        try:
            found.extend(str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except (OSError, ValueError) as fault:
            faults.append(fault)

    thread = threading.Thread(target=look_up, daemon=True)
    thread.start()
    thread.join(_left(until))
    if faults:
        raise faults[0]
    if thread.is_alive() or not found:
        raise TimeoutError("look-up")
    return found


def _left(until: float) -> float:
    """Seconds until a moment of the monotonic clock. Raises TimeoutError after it."""
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError("push service")
    return left


def send(*, endpoint: str, p256dh: str, auth: str, message: Mapping[str, str], seconds: int) -> Sent:
    """Encrypt and send. The push service keeps the message for so many `seconds` while the browser is away. Follows no
    redirection. A subscription that is refused here counts as gone.
    """
    try:
        check_subscription(endpoint, p256dh, auth)
        parts = _parts(endpoint)
        body = _encrypted(json.dumps(message).encode(), p256dh, auth)
        status = _post(parts, body, _headers(parts, seconds))
    except Refused:
        return Sent.GONE
    except (OSError, http.client.HTTPException):
        return Sent.LATER
    if status in (404, 410):
        return Sent.GONE
    return Sent.DELIVERED if 200 <= status < 300 else Sent.LATER


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
        "sub": settings.VAPID_SUBJECT,
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
    until = time.monotonic() + PATIENCE
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    address = _address_of(host, port, until)
    connection = _Connection(host, port, address, with_tls=parts.scheme == "https", until=until)
    try:
        connection.request("POST", parts._replace(scheme="", netloc="", fragment="").geturl() or "/", body, headers)
        return connection.status()
    finally:
        connection.close()


class _Connection(http.client.HTTPConnection):
    """To an address that was looked up before; the certificate must be the host's. Each step has what is left of the
    time until `until`.
    """

    def __init__(self, host: str, port: int, address: str, *, with_tls: bool, until: float) -> None:
        super().__init__(host, port)
        self._address, self._with_tls, self._until = address, with_tls, until

    def connect(self) -> None:
        self.sock = socket.create_connection((self._address, self.port), _left(self._until))
        if self._with_tls:
            context = ssl.create_default_context()
            self.sock.settimeout(_left(self._until))
            self.sock = context.wrap_socket(self.sock, server_hostname=self.host)

    def send(self, data: Any) -> None:
        if self.sock is None:
            self.connect()
        self.sock.settimeout(_left(self._until))
        super().send(data)

    def status(self) -> int:
        """The number of the answer; its headers and content are left unread."""
        got = b""
        while b"\n" not in got and len(got) < LONGEST_STATUS:
            self.sock.settimeout(_left(self._until))
            piece = self.sock.recv(LONGEST_STATUS)
            if not piece:
                break
            got += piece
        found = STATUS.match(got) if b"\n" in got else None
        if found is None:
            raise http.client.BadStatusLine("push service")
        return int(found[1])

"""HTTP calls to other servers. An answer is limited in bytes, and in time from the name's look-up to its last byte. A
typed address never leads inside a network, whatever its name resolves to.
"""

import http.client
import io
import ipaddress
import logging
import socket
import ssl
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import SplitResult, urljoin, urlsplit

from django.utils.translation import gettext_lazy as _

from games.platform.work import hosts
from games.platform.work.hosts import CallFault, Crowded, Resting

__all__ = ["Answer", "Away", "CallFault", "Crowded", "Refused", "Resting", "TooLong", "TooSlow", "call", "is_public"]

logger = logging.getLogger(__name__)

LONGEST: Final = 4 * 2**20
"""The maximal number of bytes of an answer with its headers."""
PIECE: Final = 16 * 1024
REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
TRANSLATED: Final = tuple(
    map(ipaddress.IPv6Network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96"))
)
"""IPv6 ranges that embed an IPv4 address behind a gateway: NAT64, 6to4, Teredo, and the old compatible form."""

UNKNOWN_TO_OLD_PYTHONS: Final[tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]] = (
    *map(ipaddress.IPv4Network, ("192.0.0.0/24", "192.88.99.0/24")),
    *map(ipaddress.IPv6Network, ("3fff::/20", "5f00::/16")),
)
"""Special-purpose ranges that `is_global` of some Python version takes for public."""


Refused = CallFault.refusal("address", _("The address of %(host)s is not one that this site may ask."))
"""An address outside the public Internet, or no address at all."""

Away = CallFault.refusal("away", _("%(host)s does not answer."))
"""No connection, no secure one, or no HTTP."""

TooSlow = CallFault.refusal("too_slow", _("%(host)s did not answer in time."))
"""The time was up before the answer was complete."""

TooLong = CallFault.refusal("too_long", _("%(host)s answered with more than can be read."))
"""The answer has more bytes than the caller allows."""


@dataclass(frozen=True)
class Answer:
    """The answer, with header names in lower case; `content` is empty if it was not requested."""

    status: int
    headers: Mapping[str, str]
    content: bytes


def is_public(number: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Is this the address of one machine in the public Internet, and not of a gateway's inside?"""
    if isinstance(number, ipaddress.IPv6Address):
        if number.ipv4_mapped is not None:
            return is_public(number.ipv4_mapped)
        if number.is_site_local or any(number in each for each in TRANSLATED):
            return False
    if any(number in each for each in UNKNOWN_TO_OLD_PYTHONS):
        return False
    return number.is_global and not (number.is_multicast or number.is_reserved or number.is_unspecified)


def _addresses_of(host: str, port: int, until: float, *, anywhere: bool) -> list[str]:
    """The IP addresses of a host, looked up once, so that the checked ones are called. Raises Refused for an invalid
    name and unless all addresses are public (or `anywhere`). Raises OSError if the name is not found in time.
    """
    try:
        found = _looked_up(host, port, until)
    except ValueError:  # a label that is empty or too long
        raise Refused(host=host) from None
    if not anywhere and not all(is_public(ipaddress.ip_address(each)) for each in found):
        raise Refused(host=host)
    return found


def _looked_up(host: str, port: int, until: float) -> list[str]:
    """The system's look-up in a thread, as it has no time limit. One that takes too long is left to end by itself."""
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
        raise TimeoutError("too slow")
    return left


def call(
    parts: SplitResult,
    *,
    method: str = "GET",
    body: bytes | None = None,
    headers: Mapping[str, str] | None = None,
    patience: float,
    longest: int = LONGEST,
    redirects: int = 0,
    anywhere: bool = False,
    content: bool = True,
) -> Answer:
    """Call a server within `patience` seconds in all; at most half of them are spent on waiting for a turn. The name
    is looked up once, so that the checked address is called. `anywhere` allows addresses inside a network. Up to
    `redirects` redirects of a GET are followed, on the same host alone. Without `content` the answer is read up to
    its headers. Raises Refused, Away, TooSlow, TooLong, Crowded or Resting.
    """
    host, until = hosts.name_of(parts), time.monotonic() + patience
    if not parts.hostname or parts.scheme not in hosts.PORTS:
        raise Refused(host=host)
    try:
        with hosts.turn(host, patience / 2):
            answer = _noted(_Call(method, body, headers or {}, until, longest, anywhere, content), parts, redirects)
    except CallFault as fault:
        logger.log(
            logging.INFO if isinstance(fault, Resting) else logging.WARNING,
            "call to %s: %s",
            host,
            f"{fault.code} {fault.detail}".strip(),
        )
        raise
    return answer


@dataclass(frozen=True)
class _Call:
    method: str
    body: bytes | None
    headers: Mapping[str, str]
    until: float
    longest: int
    anywhere: bool
    content: bool


def _noted(asked: _Call, parts: SplitResult, redirects: int) -> Answer:
    """The answer, with the result reported to the host's circuit breaker. A too long answer is no failure."""
    host = hosts.name_of(parts)
    try:
        answer = _followed(asked, parts, redirects)
    except TimeoutError as fault:
        hosts.unanswered(host)
        raise TooSlow(host=host) from fault
    except (OSError, http.client.HTTPException, ValueError) as fault:
        hosts.unanswered(host)
        raise Away(host=host, detail=type(fault).__name__) from fault
    except TooLong:
        hosts.answered(host)
        raise
    hosts.answered(host)
    return answer


def _followed(asked: _Call, parts: SplitResult, redirects: int) -> Answer:
    answer = _once(asked, parts)
    for _each in range(redirects if asked.method == "GET" else 0):
        place = answer.headers.get("location", "")
        target = urlsplit(urljoin(parts.geturl(), place))
        if answer.status not in REDIRECTS or not place or target[:2] != parts[:2]:
            break
        answer = _once(asked, target)
    return answer


def _once(asked: _Call, parts: SplitResult) -> Answer:
    host = parts.hostname or ""
    port = parts.port or hosts.PORTS[parts.scheme]
    addresses = _addresses_of(host, port, asked.until, anywhere=asked.anywhere)
    connection = _Connection(host, port, addresses, with_tls=parts.scheme == "https", until=asked.until)
    target = parts._replace(scheme="", netloc="", fragment="").geturl() or "/"
    try:
        connection.request(asked.method, target, asked.body, {"Connection": "close", **asked.headers})
        bytes_of = _Within(connection.sock, asked.until, asked.longest, hosts.name_of(parts))
        return _read_response(bytes_of, asked)
    finally:
        connection.close()


def _read_response(bytes_of: Any, asked: _Call) -> Answer:
    answer = http.client.HTTPResponse(bytes_of, method=asked.method)
    answer.begin()
    headers = {name.lower(): value for name, value in answer.getheaders()}
    got = bytearray()
    while asked.content and (piece := answer.read1(PIECE)):
        got += piece
    if asked.content and answer.length:
        raise http.client.IncompleteRead(bytes(got), answer.length)
    return Answer(answer.status, headers, bytes(got))


class _Within(io.RawIOBase):
    """The bytes of a socket up to a moment and up to a number."""

    def __init__(self, sock: socket.socket, until: float, longest: int, host: str) -> None:
        self._sock, self._until, self._rest, self._host = sock, until, longest, host

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._sock.settimeout(_left(self._until))
        got = self._sock.recv_into(buffer)
        self._rest -= got
        if self._rest < 0:
            raise TooLong(host=self._host)
        return got

    def makefile(self, _mode: str) -> io.BufferedReader:
        """The reader through which http.client reads from a socket."""
        return io.BufferedReader(self)


class _Connection(http.client.HTTPConnection):
    """A connection to the first looked-up address that accepts it; the certificate must be the host's. Each step has
    the time left until `until`, each address an equal part of it.
    """

    def __init__(self, host: str, port: int, addresses: Sequence[str], *, with_tls: bool, until: float) -> None:
        super().__init__(host, port)
        self._addresses, self._with_tls, self._until = addresses, with_tls, until
        self.default_port = 443 if with_tls else 80

    def connect(self) -> None:
        for others in reversed(range(len(self._addresses))):
            place = (self._addresses[-1 - others], self.port)
            try:
                self.sock = socket.create_connection(place, _left(self._until) / (others + 1))
                break
            except OSError:
                if not others:
                    raise
        if self._with_tls:
            context = ssl.create_default_context()
            self.sock.settimeout(_left(self._until))
            self.sock = context.wrap_socket(self.sock, server_hostname=self.host)

    def send(self, data: Any) -> None:
        if self.sock is None:
            self.connect()
        for at in range(0, len(data), PIECE):
            self.sock.settimeout(_left(self._until))
            self.sock.sendall(data[at : at + PIECE])

"""Asking a server outside whose address somebody typed: never one inside a network, whatever its name leads to, without
following redirections, and within a time.
"""

import http.client
import ipaddress
import re
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import SplitResult

LONGEST_STATUS: Final = 1024
"""Bytes of an answer in which its status must stand; nothing after it is read."""
STATUS: Final = re.compile(rb"HTTP/1\.[01] ([2-5]\d\d)[ \r\n]")
TRANSLATED: Final = tuple(
    map(ipaddress.IPv6Network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96"))
)
"""IPv6 addresses that stand for an IPv4 one behind a gateway: NAT64, 6to4, Teredo, and the old compatible form."""

UNKNOWN_TO_OLD_PYTHONS: Final[tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]] = (
    *map(ipaddress.IPv4Network, ("192.0.0.0/24", "192.88.99.0/24")),
    *map(ipaddress.IPv6Network, ("3fff::/20", "5f00::/16")),
)
"""Special purposes that `is_global` of some version takes for the open Internet."""


class Refused(ValueError):
    """An address that is not in the open Internet, or none at all."""


def is_public(number: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Is this the address of one machine in the open Internet, by its own number and not by that of a gateway?"""
    if isinstance(number, ipaddress.IPv6Address):
        if number.ipv4_mapped is not None:
            return is_public(number.ipv4_mapped)
        if number.is_site_local or any(number in each for each in TRANSLATED):
            return False
    if any(number in each for each in UNKNOWN_TO_OLD_PYTHONS):
        return False
    return number.is_global and not (number.is_multicast or number.is_reserved or number.is_unspecified)


def _address_of(host: str, port: int, until: float, *, anywhere: bool) -> str:
    """Where a host is, looked up once: what is checked is what is called. Raises Refused unless each of its addresses
    is a public one and for what cannot be a name, OSError if it is not found in time.
    """
    try:
        found = _looked_up(host, port, until)
    except ValueError:  # a label that is empty or too long
        raise Refused("address") from None
    if not anywhere and not all(is_public(ipaddress.ip_address(each)) for each in found):
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
        raise TimeoutError("too slow")
    return left


def post(
    parts: SplitResult, body: bytes, headers: Mapping[str, str], *, patience: float, anywhere: bool = False
) -> int:
    """The status of the answer; nothing else of it is read. The name is looked up once, so that what is checked is what
    is called. `anywhere` lets it be inside a network. Raises Refused, OSError or HTTPException.
    """
    until = time.monotonic() + patience
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    address = _address_of(host, port, until, anywhere=anywhere)
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
            raise http.client.BadStatusLine("no status")
        return int(found[1])

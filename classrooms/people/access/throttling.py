"""Rate limits, counted in the cache. While the cache server is unreachable, no limit applies."""

import hashlib
from ipaddress import IPv6Address, ip_address, ip_network

from django.core.cache import cache
from django.http import HttpRequest

from games.public.base import client_address

GUESTS_OF_ADDRESS = 3


def may_go_on(what: str, *, limit: int, seconds: int) -> bool:
    """Count one more of `what`; False once there were more than `limit` since the first of the last `seconds`."""
    key = _key(what)
    if cache.add(key, 1, seconds):
        return True
    try:
        return cache.incr(key) <= limit
    except ValueError:
        return True


def has_room(what: str, *, limit: int) -> bool:
    """Would one more of `what` be let through? Counts nothing."""
    counted: int = cache.get(_key(what), 0)
    return counted < limit


def mail_typed(email: str) -> str:
    """The mail address that a visitor typed as their own; empty once it was typed for three guests in a day. Notices go
    to it, and nobody has proved whose it is.
    """
    return email if may_go_on(f"mail typed {email.casefold()}", limit=GUESTS_OF_ADDRESS, seconds=86400) else ""


def _key(what: str) -> str:
    return "limit:" + hashlib.sha256(what.encode()).hexdigest()


def address_of(request: HttpRequest) -> str:
    """The network address of a request, for counting. A whole class may share one address. An IPv6 address is cut
    to its first 64 bits, since one holder has all addresses below them.
    """
    address = client_address(request) or ""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if isinstance(known, IPv6Address) and known.ipv4_mapped is None:
        return str(ip_network((known, 64), strict=False))
    return address

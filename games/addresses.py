"""The address that a request came from, for limits by address, and ours in full, as they are passed on to others."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from django.http import HttpRequest
from django.urls import get_script_prefix, reverse

from games.conf import conf

_outside: Final[ContextVar[str | None]] = ContextVar("prefix of the site outside a page's frame", default=None)


def client_address(request: HttpRequest) -> str | None:
    """The last hop's address. Behind the proxy that BEHIND_PROXY declares, the address that proxy saw: the last one
    in X-Forwarded-For, because a client may send any others itself."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
    if conf.BEHIND_PROXY and forwarded:
        return forwarded.rpartition(",")[2].strip()
    return request.META.get("REMOTE_ADDR")


@contextmanager
def inside_a_frame(prefix: str) -> Iterator[None]:
    """Meanwhile pages may have addresses that only one browser can open, and below `prefix` all others have theirs."""
    before = _outside.set(prefix)
    try:
        yield
    finally:
        _outside.reset(before)


def plain_path(name: str, *args: object) -> str:
    """Where a page is for everybody, for what leaves the page on which it is made: never below the address of a frame,
    which is one browser's alone.
    """
    path, outside = reverse(name, args=args), _outside.get()
    return path if outside is None else outside + path.removeprefix(get_script_prefix())


def site_url(name: str, *args: object) -> str:
    """The same in full, below the site's own address: for mails, files, feeds and other systems."""
    return f"{conf.SITE_URL}{plain_path(name, *args)}"


def full_url(request: HttpRequest, name: str, *args: object) -> str:
    """The same in full, below the address under which the reader asked: for links to copy, share and scan."""
    return request.build_absolute_uri(plain_path(name, *args))

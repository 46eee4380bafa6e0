"""Client addresses for rate limits, and absolute URLs of this site for mails, files and links."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from django.http import HttpRequest
from django.urls import get_script_prefix, reverse

from games.platform.conf import conf

_outside: Final[ContextVar[str | None]] = ContextVar("prefix of the site outside a page's frame", default=None)


def client_address(request: HttpRequest) -> str | None:
    """The IP address of the client. Behind the proxy that BEHIND_PROXY declares, it is the last one in
    X-Forwarded-For: a client may forge the others."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
    if conf.BEHIND_PROXY and forwarded:
        return forwarded.rpartition(",")[2].strip()
    return request.META.get("REMOTE_ADDR")


@contextmanager
def inside_a_frame(prefix: str) -> Iterator[None]:
    """In this context, `plain_path` gives paths below `prefix`. The request's own paths are those of a frame, which
    only one browser can open.
    """
    before = _outside.set(prefix)
    try:
        yield
    finally:
        _outside.reset(before)


def plain_path(name: str, *args: object) -> str:
    """The path of a page that every browser can open. Inside a frame it is not the frame's own address."""
    path, outside = reverse(name, args=args), _outside.get()
    return path if outside is None else outside + path.removeprefix(get_script_prefix())


def site_url(name: str, *args: object) -> str:
    """The absolute URL of a page below the site's configured address, for mails, files, feeds and other systems."""
    return f"{conf.SITE_URL}{plain_path(name, *args)}"


def full_url(request: HttpRequest, name: str, *args: object) -> str:
    """The absolute URL of a page below the address of this request, for links to copy, share and scan."""
    return request.build_absolute_uri(plain_path(name, *args))

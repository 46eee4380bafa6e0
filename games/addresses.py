"""The address a request came from, for limits by address."""

from django.http import HttpRequest

from games.conf import conf


def client_address(request: HttpRequest) -> str | None:
    """The last hop's address. Behind the proxy that BEHIND_PROXY declares, the address that proxy saw: the last one
    in X-Forwarded-For, because a client may send any others itself."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
    if conf.BEHIND_PROXY and forwarded:
        return forwarded.rpartition(",")[2].strip()
    return request.META.get("REMOTE_ADDR")

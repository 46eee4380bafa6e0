"""The address a request came from, for limits on sign-in and on the API."""

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str | None:
    """The last hop's address. Behind the proxy that BEHIND_PROXY declares, the address that proxy saw: the last one
    in X-Forwarded-For, because a client may send any others itself."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
    if settings.BEHIND_PROXY and forwarded:
        return forwarded.rpartition(",")[2].strip()
    return request.META.get("REMOTE_ADDR")

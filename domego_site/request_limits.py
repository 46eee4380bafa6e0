"""Requests refused before any view: bodies, addresses and texts that no page of this site uses."""

import io
from collections.abc import Callable, Mapping
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, QueryDict

from domego_site.refusals import is_for_programs, refused
from games.public.base import options_of

BODY_LIMIT: Final = 2**20
"""The greatest size of a body in bytes. A view that accepts files has its own `body_limit`."""
ADDRESS_LIMIT: Final = 8 * 1024
"""The greatest number of characters of path and query."""
LARGEST_NUMBER: Final = 2**63 - 1
LONGEST_PART: Final = 1000
"""The greatest number of characters in one part of a path: signed links are the longest."""


class BodyLimitMiddleware:
    """Middleware before everything that reads a body. It refuses by the declared length. Without one it reads up to the
    limit, if the server marks the end of a body.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        own = options_of(view).body_limit
        most = BODY_LIMIT if own is None else own
        if "HTTP_TRANSFER_ENCODING" in request.META and not request.META.get("CONTENT_LENGTH"):
            return self._count(request, most)
        declared = request.META.get("CONTENT_LENGTH") or "0"
        if not (declared.isascii() and declared.isdecimal()):
            return refused(request, 400)
        return refused(request, 413) if len(declared) > 15 or int(declared) > most else None

    def _count(self, request: HttpRequest, most: int) -> HttpResponse | None:
        """Count the body, since Django takes a body without a length for an empty one."""
        if not request.META.get("wsgi.input_terminated"):
            return refused(request, 411)
        body = request.META["wsgi.input"].read(most + 1)
        if len(body) > most:
            return refused(request, 413)
        request.META["CONTENT_LENGTH"] = str(len(body))
        request._stream = io.BytesIO(body)
        return None


class ReadableMiddleware:
    """Refuses NUL, which databases reject, and numbers above 64 bits, in addresses, queries, forms and cookies."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if len(request.path) + len(request.META.get("QUERY_STRING", "")) > ADDRESS_LIMIT:
            return refused(request, 414)
        if "\0" in "".join(request.COOKIES.values()):
            return refused(request, 400)
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, args: Any, kwargs: Mapping[str, Any]
    ) -> HttpResponse | None:
        if not all(_is_possible(part) for part in kwargs.values()):
            raise Http404
        if _has_nul(request.GET) or (not is_for_programs(request) and _has_nul(request.POST)):
            return refused(request, 400)
        return None


def _is_possible(part: object) -> bool:
    if isinstance(part, int):
        return part <= LARGEST_NUMBER
    return not isinstance(part, str) or ("\0" not in part and len(part) <= LONGEST_PART)


def _has_nul(sent: QueryDict) -> bool:
    return any("\0" in text for name, texts in sent.lists() for text in (name, *texts))

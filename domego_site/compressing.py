"""Pages travel compressed, where nothing before them does it."""

from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

KINDS: Final = {
    "text/html",
    "text/css",
    "text/csv",
    "text/javascript",
    "text/plain",
    "application/json",
    "image/svg+xml",
}


class TextGZipMiddleware(GZipMiddleware):
    """Django's, for text alone: papers and archives are compressed in themselves, and are sent as they are read. It
    makes tags weak, and pages longer by some bytes of chance, so that their length betrays no secret (BREACH).
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        kind = response.headers.get("Content-Type", "").partition(";")[0]
        if response.streaming or kind not in KINDS:
            return response
        return super().process_response(request, response)

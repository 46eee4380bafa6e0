"""Request numbers: each is in the answer and in every log line of the request. ACCESS_LOG=1 adds an access log line per
request.
"""

import logging
import re
import time
import uuid
from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.core.signals import request_finished
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse

from domego_site.log_lines import request_id, request_now
from games.public.base import conf

HEADER: Final = "X-Request-ID"
_GIVEN: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")
logger = logging.getLogger("domego_site.access")


class RequestNumberMiddleware:
    """Middleware around everything that logs. The number set by the reverse proxy is used if BEHIND_PROXY is set. A
    line has no personal data: neither address nor account.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        number = _number(request)
        request_id.set(number)
        request_now.set(request)
        response = self.get_response(request)
        response[HEADER] = number
        if settings.ACCESS_LOG:
            _tell(request, response, round(1000 * (time.perf_counter() - began)))
        return response


@receiver(request_finished)
def _forget(**_: Any) -> None:
    """Forget the number when the request has ended, since Django logs the answer after the middleware."""
    request_id.set("-")
    request_now.set(None)


def _number(request: HttpRequest) -> str:
    given = request.headers.get(HEADER, "") if conf.BEHIND_PROXY else ""
    return given if _GIVEN.fullmatch(given) else uuid.uuid4().hex


def _tell(request: HttpRequest, response: HttpResponse, milliseconds: int) -> None:
    size = response.get("Content-Length", "-")
    fields = {"method": request.method, "path": request.path, "status": response.status_code, "ms": milliseconds}
    logger.info(
        "%s %s %s %s B %s ms",
        request.method,
        request.path,
        response.status_code,
        size,
        milliseconds,
        extra={"fields": fields | ({"bytes": int(size)} if size.isdecimal() else {})},
    )

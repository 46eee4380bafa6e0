"""Request metrics, loaded only if `METRICS_PORT` is set."""

import time
from collections.abc import Callable, Mapping
from typing import Final

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse

METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def start() -> None:
    """Begin to serve metrics. Web servers call it in each of their processes, after any fork."""
    if settings.METRICS_PORT:
        from domego_site.watching import metrics

        metrics.serve(settings.METRICS_HOST, settings.METRICS_PORT)


def connections(phases: Mapping[str, int]) -> None:
    """Set the number of connections of this process in each phase."""
    if settings.METRICS_PORT:
        from domego_site.watching import metrics

        metrics.connections(phases)


class MetricsMiddleware:
    """Middleware around everything but the probes. A request is counted by the name of its page, since paths contain
    ids and secrets.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.METRICS_PORT:
            raise MiddlewareNotUsed
        from domego_site.watching import metrics

        self.get_response = get_response
        self._count = metrics.count

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = self.get_response(request)
        # A stranger may send any word as a method.
        method = request.method if request.method in METHODS else "other"
        self._count(page_of(request), str(method), response.status_code, time.perf_counter() - began)
        return response


def page_of(request: HttpRequest) -> str:
    """The name of the requested address; one word for all static files, and one for unknown addresses."""
    if request.resolver_match is not None:
        return request.resolver_match.view_name or "unnamed"
    return "static" if request.path_info.startswith(settings.STATIC_URL) else "unknown"

"""Probes for load balancers and monitoring. An answer names the missing service but not the reason, since these
addresses are public.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache

from domego_site import probes


@never_cache
def livez(request: HttpRequest) -> JsonResponse:
    """This process answers. No service is checked, since a restart of this process would repair none."""
    return JsonResponse({"process": "ok"})


@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Can requests be sent here? The site works without its broker, so a missing broker is reported but gives no
    failure.
    """
    needed = {"database": probes.database_fault(), "migrations": probes.migrations_fault()}
    return _answer({**needed, "broker": probes.broker_fault()}, is_well=not any(needed.values()))


@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """The state of all services that the site needs."""
    faults = {"database": probes.database_fault(), "broker": probes.broker_fault()}
    return _answer(faults, is_well=not any(faults.values()))


def _answer(faults: dict[str, str | None], *, is_well: bool) -> JsonResponse:
    state = {name: "ok" if fault is None else "away" for name, fault in faults.items()}
    return JsonResponse(state, status=200 if is_well else 503)


class ProbesMiddleware:
    """The first middleware: load balancers ask by an address outside ALLOWED_HOSTS, without TLS, and every few
    seconds.
    """

    VIEWS = {"/livez": livez, "/readyz": readyz, "/healthz": healthz}

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        view = self.VIEWS.get(request.path_info)
        return view(request) if view else self.get_response(request)

"""What machines ask the site. An answer says what is missing and not why: these addresses are open to everybody."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache

from domego_site import probes


@never_cache
def livez(request: HttpRequest) -> JsonResponse:
    """This process answers. Nothing else is asked: starting it again would mend nothing else."""
    return JsonResponse({"process": "ok"})


@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """May people be sent here? Without its broker the site goes on, so that being away is told and no reason."""
    needed = {"database": probes.database_fault(), "migrations": probes.migrations_fault()}
    return _answer({**needed, "broker": probes.broker_fault()}, is_well=not any(needed.values()))


@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """The ground that the site stands on, all of it."""
    faults = {"database": probes.database_fault(), "broker": probes.broker_fault()}
    return _answer(faults, is_well=not any(faults.values()))


def _answer(faults: dict[str, str | None], *, is_well: bool) -> JsonResponse:
    state = {name: "ok" if fault is None else "away" for name, fault in faults.items()}
    return JsonResponse(state, status=200 if is_well else 503)


class ProbesMiddleware:
    """First of all: balancers ask by an address that is in no ALLOWED_HOSTS, without TLS, and every few seconds."""

    VIEWS = {"/livez": livez, "/readyz": readyz, "/healthz": healthz}

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        view = self.VIEWS.get(request.path_info)
        return view(request) if view else self.get_response(request)

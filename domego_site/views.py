from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache

from domego_site import probes


@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """What of the site's ground is missing, without saying why: the address is open to everybody."""
    faults = {"database": probes.database_fault(), "broker": probes.broker_fault()}
    state = {name: "ok" if fault is None else "away" for name, fault in faults.items()}
    return JsonResponse(state, status=200 if not any(faults.values()) else 503)

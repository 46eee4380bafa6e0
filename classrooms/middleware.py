"""Due times are shown in the time zone of the person who reads them."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone


class TimeZoneMiddleware:
    """After AuthenticationMiddleware. Asks nothing of the database for a visitor without a session, nor for a view
    with `reads_person_late`: one that mostly answers without looking who asks.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            return self.get_response(request)
        finally:
            timezone.deactivate()

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        if getattr(view, "reads_person_late", False):
            return
        zone = request.user.time_zone if request.user.is_authenticated else ""
        if zone:
            timezone.activate(zone)

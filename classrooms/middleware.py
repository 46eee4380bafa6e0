"""Due times are shown in the time zone of the person who reads them."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone


class TimeZoneMiddleware:
    """After AuthenticationMiddleware. Asks nothing of the database for a visitor without a session."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        zone = request.user.time_zone if request.user.is_authenticated else ""
        if not zone:
            return self.get_response(request)
        with timezone.override(zone):
            return self.get_response(request)

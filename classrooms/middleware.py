"""Due times are shown in the reader's time zone; whoever hashes too much is told when to come again."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from classrooms.hashing import TryLater


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


class TryLaterMiddleware:
    """A page that could not check or make a password now says so. The sign-in page and the API say it in their own
    way.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, TryLater):
            return None
        response = render(request, "registration/try_later.html", {"error": error}, status=error.status)
        response["Retry-After"] = str(error.params["seconds"])
        return response

"""Middleware: the reader's time zone, the second factor, and refused password hashes."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from classrooms.people.accounts.hashing import TryLater
from classrooms.people.accounts.second_factors import needs_second_factor
from classrooms.people.accounts.signing_in import NeedsSecondFactor
from games.public.base import conf, options_of

WITHOUT_SECOND_FACTOR = {
    *(f"classrooms:{name}" for name in ("second-factor", "sign-out", "set-language", "privacy")),
    *(f"games:{name}" for name in ("worker", "manifest", "offline")),
}
"""Addresses open to people who must set up a second factor first."""


class TimeZoneMiddleware:
    """Sets the reader's time zone. It comes after AuthenticationMiddleware. It makes no query for a visitor without a
    session, nor for a view with `reads_person_late`, which mostly answers without reading the person.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            return self.get_response(request)
        finally:
            timezone.deactivate()

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        if options_of(view).reads_person_late:
            return
        zone = getattr(request.user, "time_zone", "")
        if zone:
            timezone.activate(zone)


class SecondFactorMiddleware:
    """Sends people who must have a second factor and have none to the page that sets it up. All other pages are closed
    to them. It comes after AuthenticationMiddleware.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        match = request.resolver_match
        if conf.REQUIRE_SECOND_FACTOR == "off" or match is None or match.view_name in WITHOUT_SECOND_FACTOR:
            return None
        if not hasattr(request.user, "needs_second_factor") or not needs_second_factor(request.user):
            return None
        if request.path.startswith(reverse("games:api:nothing")):
            answer = {"code": NeedsSecondFactor.code, "message": str(NeedsSecondFactor.message), "params": {}}
            return JsonResponse(answer, status=NeedsSecondFactor.status)
        wanted = f"?{urlencode({'next': request.get_full_path()})}" if request.method == "GET" else ""
        return redirect(reverse("classrooms:second-factor") + wanted)


class TryLaterMiddleware:
    """A page with the waiting time if too many passwords are hashed. The sign-in page and the API answer in their own
    way.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, TryLater):
            return None
        response = render(request, "classrooms/accounts/try_later.html", {"error": error}, status=error.status)
        response["Retry-After"] = str(error.params["seconds"])
        return response

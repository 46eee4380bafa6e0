"""Error answers outside views: a page for people, the API's JSON format for programs."""

import json
import sys
from contextlib import suppress
from typing import Final

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from django.utils.translation.trans_real import parse_accept_lang_header
from django.views import defaults

from domego_site import database_loss
from games.public.pages import CODES, shape

RETRY_AFTER: Final = 5
"""Seconds in which a restarted database usually returns."""

BUSY: Final = _("More is asked at the moment than can be answered. Your place is kept: come again later.")
MESSAGES: Final = {
    400: _("This request cannot be read."),
    404: _("There is no such thing here."),
    411: _("Say how long the body is: Content-Length is missing."),
    413: _("The body is larger than this site reads."),
    414: _("This address is longer than any of this site."),
    500: _("Something broke on our side."),
    503: _("The database does not answer at the moment, or has no room. Send the same once more in a few seconds."),
}


def refused(request: HttpRequest, status: int) -> HttpResponse:
    """An answer with a status: JSON below /api/, else the page of that status. It makes no query."""
    if is_for_programs(request):
        return JsonResponse(shape(CODES[status], str(MESSAGES[status])), status=status)
    return HttpResponse(render_to_string(f"{status}.html"), status=status)


BUSY_POLICY: Final = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'"


def busy_page(languages: str, seconds: int) -> bytes:
    """The page for too many requests, which reloads by itself. It makes no query. `languages` are codes by preference,
    as in Accept-Language.
    """
    with translation.override(_language_of(languages)):
        return render_to_string("busy.html", {"seconds": seconds}).encode()


def busy_for_programs(languages: str) -> bytes:
    """The answer to programs for too many requests."""
    with translation.override(_language_of(languages)):
        return json.dumps(shape("busy", str(BUSY))).encode()


def _language_of(codes: str) -> str:
    for code, _share in parse_accept_lang_header(codes.lower().strip(",")):
        with suppress(LookupError):
            return translation.get_supported_language_variant(code)
    return settings.LANGUAGE_CODE


def is_for_programs(request: HttpRequest) -> bool:
    """Does an address belong to the API, which reads its bodies itself?"""
    return request.path.startswith(reverse("games:api:nothing"))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The answer to a request that Django could not read, or that is too large."""
    return refused(request, 413 if isinstance(exception, RequestDataTooBig) else 400)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The answer to an unknown address; people get a full page with their menu."""
    return refused(request, 404) if is_for_programs(request) else defaults.page_not_found(request, exception)


def fault(request: HttpRequest) -> HttpResponse:
    """The answer to an exception, or 503 if the database was lost or is full: nothing was stored."""
    error = sys.exc_info()[1]
    is_full = database_loss.is_full(error)
    if error is None or not (is_full or database_loss.is_loss(error)):
        return refused(request, 500)
    page = refused(request, 503)
    kind = HttpResponse if is_full or database_loss.was_waited_for(error) else database_loss.LostMidway
    headers = {"Retry-After": str(RETRY_AFTER), "Cache-Control": "no-store"}
    return kind(page.content, status=503, content_type=page["Content-Type"], headers=headers)

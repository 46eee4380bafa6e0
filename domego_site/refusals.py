"""Refusals that no view makes: a page for people, the API's one shape for programs."""

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
from games.api.errors import CODES, shape

RETRY_AFTER: Final = 5
"""Seconds after which a database that was restarted is back, as a rule."""

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
    """The answer that says `status`: below /api/ JSON, else the page of that name. Asks nothing of the database."""
    if is_for_programs(request):
        return JsonResponse(shape(CODES[status], str(MESSAGES[status])), status=status)
    return HttpResponse(render_to_string(f"{status}.html"), status=status)


BUSY_POLICY: Final = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'"


def busy_page(languages: str, seconds: int) -> bytes:
    """More people come in than pages can be made: it says so, and comes again by itself. Asks nothing of the database.
    `languages` are codes by preference, as in Accept-Language.
    """
    with translation.override(_language_of(languages)):
        return render_to_string("busy.html", {"seconds": seconds}).encode()


def busy_for_programs(languages: str) -> bytes:
    """The same for programs."""
    with translation.override(_language_of(languages)):
        return json.dumps(shape("busy", str(BUSY))).encode()


def _language_of(codes: str) -> str:
    for code, _share in parse_accept_lang_header(codes.lower().strip(",")):
        with suppress(LookupError):
            return translation.get_supported_language_variant(code)
    return settings.LANGUAGE_CODE


def is_for_programs(request: HttpRequest) -> bool:
    """Whether an address belongs to the API, which reads its bodies itself."""
    return request.path.startswith(reverse("games:api:nothing"))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What Django found unreadable, or too large to read."""
    return refused(request, 413 if isinstance(exception, RequestDataTooBig) else 400)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """People get the whole page, with their menu."""
    return refused(request, 404) if is_for_programs(request) else defaults.page_not_found(request, exception)


def fault(request: HttpRequest) -> HttpResponse:
    """A fault of the program, or 503 where the database was lost or is full: nothing of it was kept."""
    error = sys.exc_info()[1]
    is_full = database_loss.is_full(error)
    if error is None or not (is_full or database_loss.is_loss(error)):
        return refused(request, 500)
    page = refused(request, 503)
    kind = HttpResponse if is_full or database_loss.was_waited_for(error) else database_loss.LostMidway
    headers = {"Retry-After": str(RETRY_AFTER), "Cache-Control": "no-store"}
    return kind(page.content, status=503, content_type=page["Content-Type"], headers=headers)

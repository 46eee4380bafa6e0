"""One shape for every refusal: `{"code", "message", "params"}`."""

from typing import Any

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from games.engine.errors import RulesError
from games.models import Match
from games.platform.errors import ServiceError, status_of
from games.platform.selectors.position import scenario_of
from games.ui import faces

CODES = {
    400: "bad_request",
    401: "not_signed_in",
    403: "not_allowed",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    411: "length_required",
    413: "too_large",
    414: "address_too_long",
    415: "unsupported_media_type",
    429: "throttled",
    500: "fault",
    503: "database_away",
}
"""Codes of errors by HTTP status."""


class Refused(Exception):
    """A refusal whose message needs more than the error itself, or whose body has further fields."""

    def __init__(self, error: ServiceError | RulesError, message: str = "", **beside: Any) -> None:
        super().__init__(error)
        self.status = status_of(error)
        self.body = {**shape(error.code, message or str(error), **error.params), **beside}


def refused_by_rules(match: Match, error: RulesError) -> Refused:
    """A refusal by the rules of a match's game, with the game's own message."""
    return Refused(error, faces.get(match.game).refusal(scenario_of(match), error))


def shape(code: str, message: Any, **params: Any) -> dict[str, Any]:
    """The body of every refusal."""
    return {"code": code, "message": message, "params": params}


def answer_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """The exception handler for REST framework: the answer for an error. None for an unexpected one, which becomes a
    500.
    """
    headers: dict[str, str] = {}
    match error:
        case Refused():
            status, body = error.status, error.body
        case ServiceError() | RulesError():
            status, body = status_of(error), shape(error.code, str(error), **error.params)
            if status == 429:
                headers["Retry-After"] = str(error.params["seconds"])
        case Http404():
            status, body = 404, shape("not_found", _("There is no such thing here."))
        case PermissionDenied():
            status, body = 403, shape("not_allowed", _("You may not do this."))
        case SuspiciousOperation() | MultiPartParserError() | UnreadablePostError():
            status, body = 400, shape("bad_request", _("This request cannot be read."))
        case exceptions.APIException():
            status, headers = error.status_code, _headers(error)
            body = shape(CODES.get(status, "refused"), str(error.detail), **_params(error))
        case _:
            return None
    set_rollback()
    return Response(body, status=status, headers=headers)


def _headers(error: exceptions.APIException) -> dict[str, str]:
    headers = {}
    if challenge := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if seconds := _params(error).get("seconds"):
        headers["Retry-After"] = str(seconds)
    return headers


def _params(error: exceptions.APIException) -> dict[str, int]:
    """The seconds until the next request is allowed, if the error has them."""
    wait = getattr(error, "wait", None)
    return {"seconds": int(wait) + 1} if wait else {}

"""JSON of the API: msgspec reads bodies into typed Structs and writes answers."""

import re
from collections.abc import Iterable, Mapping
from itertools import accumulate
from typing import Any, TypeVar, cast

import msgspec
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from games.engine import codec
from games.platform.errors import BadRequest

BODY_LIMIT = 64 * 1024
"""Bytes of a request's body. The largest move of a game is far below."""

Body = TypeVar("Body")
DEEPEST = 32
"""The deepest nesting of brackets in a body. Deeper ones are of no use here, and reading them would exhaust the
stack.
"""
TEXT_IN_JSON = re.compile(rb'"(?:[^"\\]|\\.?)*+"?', re.DOTALL)
"""A string in JSON. An unclosed one reaches to the end, so that the body is scanned once."""


class TooLarge(APIException):
    """A body above the limit; nothing of it was read."""

    status_code = 413
    default_detail = _("The body is larger than this site reads.")
    default_code = "too_large"


class BodyParser(BaseParser):
    """Passes on the bytes, since only the view knows their type."""

    media_type = "application/json"
    limit = BODY_LIMIT

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        """The body. At most `limit` bytes are read, also from a sender without Content-Length."""
        body: bytes = stream.read(self.limit + 1)
        if len(body) > self.limit:
            raise TooLarge
        return body


class AnswerRenderer(BaseRenderer):
    """Structs, datetimes and translated texts as JSON."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        """The JSON; empty for an answer without a body."""
        return b"" if data is None else msgspec.json.encode(data, enc_hook=_text)


class FirstRenderer(DefaultContentNegotiation):
    """Always uses the view's first renderer, regardless of the `Accept` header."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """The first renderer and its media type."""
        first = next(iter(renderers))
        return first, first.media_type or ""


def _text(value: Any) -> str:
    if isinstance(value, Promise | str):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} in an answer")


def read_body(request: Request, kind: type[Body]) -> Body:
    """The body as a `kind`. Raises BadRequest with the path of the first fault."""
    body = request.data if isinstance(request.data, bytes) else b""
    if _depth(body) > DEEPEST:
        raise BadRequest(field="$", reason=_("more than %(most)d levels of brackets") % {"most": DEEPEST})
    decoder = codec.decoder(cast(Any, kind))
    try:
        read: Body = decoder.decode(body)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        reason, _at, path = str(fault).partition(" - at `")
        raise BadRequest(field=path.rstrip("`") or "$", reason=reason) from fault
    return read


def _depth(body: bytes) -> int:
    steps = (1 if sign in b"[{" else -1 for sign in TEXT_IN_JSON.sub(b"", body) if sign in b"[]{}")
    return max(accumulate(steps), default=0)


def read_number(request: Request, name: str, *, most: int = 2**31 - 1) -> int | None:
    """A whole number from the query string; None if it is absent. Raises BadRequest."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 10 and int(text) <= most):
        raise BadRequest(field=name, reason=_("a whole number from 0 to %(most)d is needed") % {"most": most})
    return int(text)

"""The OpenAPI schema, made from the Structs of requests and answers."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from games.api import answers as written
from games.api import bodies
from games.api.base import View
from games.api.scopes import ScopedSchema
from games.platform import hooks

SETTINGS: dict[str, Any] = {
    "TITLE": "Domego platform",
    "DESCRIPTION": "Play matches and run courses from a program. Sign in with POST /api/v1/token and send the token "
    "with every request, or use the session of a browser. A token is for its scopes; each operation names the one "
    "that it needs. Every refusal has the shape {code, message, params}.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SCHEMA_PATH_PREFIX": ".*/api/v1",
    "PREPROCESSING_HOOKS": ["games.api.schema.only_these_views"],
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "games.api.schema.add_components",
    ],
}
"""Settings of drf-spectacular for this API alone."""
hooks.SCHEMA_MODULES.extend((bodies, written))
Method = TypeVar("Method", bound=Callable[..., Any])
REF = "#/components/schemas/{name}"
WORDS = {
    400: _("The request cannot be read."),
    401: _("Nobody is signed in, or the token is not valid."),
    403: _("Not allowed, or not your seat."),
    404: _("There is no such thing, or it is none of the caller's."),
    409: _("Not possible now: the prompt is closed, the submission id was used, or the match is not running."),
    413: _("The body is too large."),
    415: _("The body is not JSON."),
    422: _("The rules forbid it. Nothing has changed."),
    429: _("Too many requests; `Retry-After` says when to come back."),
}


def described(**words: Any) -> Callable[[Method], Method]:
    """A decorator like `extend_schema` that also sets the schema class, which does not depend on the site's setting."""

    def decorate(method: Method) -> Method:
        method.kwargs = {"schema": ScopedSchema}  # type: ignore[attr-defined]
        return extend_schema(**words)(method)

    return decorate


def takes(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The body of a request."""
    return {"application/json": _ref(kind)}


def answers(good: dict[int, Any], *refusals: int) -> dict[int, Any]:
    """The answers of an operation by status: the good ones, its own refusals, and those that all operations share."""
    found: dict[int, Any] = {status: OpenApiResponse(_ref(kind), _good_words(status)) for status, kind in good.items()}
    for status in sorted({*refusals, 401, 429, *((413, 415) if 201 in good else ())}):
        found[status] = OpenApiResponse(_ref(written.Refusal), WORDS[status])
    return found


def _good_words(status: int) -> Any:
    return {200: _("Done."), 201: _("Made."), 304: _("Nothing has changed.")}[status]


def _ref(kind: Any) -> dict[str, Any] | None:
    if kind is None:
        return None
    schema, _components = msgspec.json.schema_components([kind], ref_template=REF)
    return dict(schema[0])


def number(name: str, words: str) -> OpenApiParameter:
    """An optional whole number in the query."""
    return OpenApiParameter(name, {"type": "integer", "minimum": 0, "maximum": 2**31 - 1}, description=words)


def word(name: str, values: list[str]) -> OpenApiParameter:
    """An optional query parameter with one of these values."""
    return OpenApiParameter(name, OpenApiTypes.STR, enum=values)


def text(name: str, words: str) -> OpenApiParameter:
    """A required text in the query."""
    return OpenApiParameter(name, OpenApiTypes.STR, required=True, description=words)


def only_these_views(endpoints: list[tuple[str, str, str, Any]], **_: Any) -> list[tuple[str, str, str, Any]]:
    """Leave out the other APIs of the site (a hook of drf-spectacular)."""
    return [each for each in endpoints if issubclass(each[3].cls, View)]


def add_components(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Put the Structs among the schema's components (a hook of drf-spectacular)."""
    kinds = [
        kind
        for module in hooks.SCHEMA_MODULES
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__
    ]
    _refs, components = msgspec.json.schema_components(kinds, ref_template=REF)
    components["NewMove"]["properties"]["move"] = {
        "type": "object",
        "required": ["kind"],
        "properties": {"kind": {"type": "string"}},
        "description": "A move of the game: `move_schema` of GET /api/v1/games/{game}.",
    }
    result.setdefault("components", {}).setdefault("schemas", {}).update(components)
    return result


class TokenScheme(OpenApiAuthenticationExtension):
    """The security scheme of tokens in the schema."""

    target_class = "games.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """See drf-spectacular."""
        return {"type": "http", "scheme": "bearer"}

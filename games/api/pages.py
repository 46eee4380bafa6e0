"""The schema, a page to read and try it, and the answer for addresses that do not exist."""

import re
from collections.abc import Callable
from typing import Any, cast

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import View, refusal
from games.api.errors import answer_error
from games.api.schema import SETTINGS, described
from games.api.throttles import PeopleThrottle, VisitorsThrottle
from games.api.wire import FirstRenderer


class Schema(SpectacularAPIView):
    """OpenAPI schema of these views alone, without the site's other APIs."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = (VisitorsThrottle, PeopleThrottle)
    custom_settings = SETTINGS

    def get_exception_handler(self) -> Callable[[Exception, dict[str, Any]], Response | None]:
        """The exception handler of all views of the API."""
        return answer_error


class SchemaForDocs(Schema):
    """The schema for an HTML page: the page's `Accept` header does not choose the format."""

    content_negotiation_class = FirstRenderer


READ_METHODS = ("get", "put", "post", "patch", "delete")
WRAPPED = re.compile(r"(?<!\n)\n(?!\n)")
"""A single line break inside a paragraph, which the page does not keep."""


def docs(request: HttpRequest) -> HttpResponse:
    """A page of this site that lists every URL of the API with its requests and answers. It is in English only, as
    the schema is.
    """
    answer = SchemaForDocs.as_view()(request)
    if answer.status_code == 429:
        return render(request, "429.html", status=429)
    schema = cast("dict[str, Any]", answer.data)
    groups: dict[str, list[dict[str, Any]]] = {}
    for path, operations in schema["paths"].items():
        for method in READ_METHODS:
            if method in operations:
                found = operations[method]
                groups.setdefault(found.get("tags", ["api"])[0], []).append(_described(path, method, found))
    return render(request, "games/api_docs.html", {"api_title": SETTINGS["TITLE"], "groups": sorted(groups.items())})


def _described(path: str, method: str, found: dict[str, Any]) -> dict[str, Any]:
    content = found.get("requestBody", {}).get("content", {})
    return {
        "method": method.upper(),
        "path": path,
        "id": found["operationId"],
        "words": WRAPPED.sub(" ", found.get("description", "")),
        "parameters": found.get("parameters", []),
        "body": next((_name(each.get("schema", {})) for each in content.values()), ""),
        "answers": [(code, _answer(answer)) for code, answer in found.get("responses", {}).items()],
    }


def _answer(answer: dict[str, Any]) -> str:
    """The name of an answer's schema, else the answer's description."""
    content: dict[str, Any] = next(iter(answer.get("content", {}).values()), {})
    return _name(content.get("schema", {})) or str(answer.get("description", ""))


def _name(schema: dict[str, Any]) -> str:
    """The name of a schema's component; empty for a schema without one."""
    inner = schema.get("items", schema)
    return str(inner.get("$ref", "")).rpartition("/")[2]


SWAGGER = "drf_spectacular_sidecar/swagger-ui-dist/"


class TriedScript(SpectacularSwaggerSplitView):
    """The script that starts Swagger UI on the page of `tried`; it is requested with `?script`."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @described(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The script with deep links switched off: a link inside a button would be inaccessible."""
        answer = super().get(request, *args, **kwargs)
        answer.data["settings"] = self._dump({"deepLinking": False})
        return cast("Response", answer)


# The reader is a finished program that writes styles into the page. Scripts stay strict, and nothing is loaded from
# outside.
@csp_update({"style-src": [SELF, UNSAFE_INLINE]})
def tried(request: HttpRequest) -> HttpResponseBase:
    """Swagger UI from this site's own files, on a page of the site, to try the API with."""
    if "script" in request.GET:
        return cast("HttpResponseBase", TriedScript.as_view(url_name="games:api:schema")(request))
    language = {"lang": request.GET["lang"]} if "lang" in request.GET else {}
    context = {
        "swagger": {
            "style": f"{SWAGGER}swagger-ui.css",
            "scripts": [f"{SWAGGER}swagger-ui-bundle.js", f"{SWAGGER}swagger-ui-standalone-preset.js"],
        },
        "script_url": f"{request.path}?{urlencode({**language, 'script': ''})}",
    }
    return render(request, "games/api_try.html", context)


class Nothing(View):
    """A 404 in the API's own shape for every unknown URL under /api/."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = ()

    @described(exclude=True)
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Every HTTP method gets the same answer."""
        self.http_method_names = [(request.method or "get").lower()]
        setattr(self, self.http_method_names[0], self.answer)
        return super().dispatch(request, *args, **kwargs)

    def answer(self, request: Request, *args: object, **kwargs: object) -> Response:
        """The 404."""
        return refusal("not_found", _("There is no such thing here."), 404)

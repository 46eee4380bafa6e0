"""The schema, a page to read and try it, and the answer for addresses that do not exist."""

from typing import Any

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.base import refusal


# The reader is a finished program that writes styles into the page. Scripts stay strict, and nothing is loaded from
# outside.
@method_decorator(csp_update({"style-src": [SELF, UNSAFE_INLINE]}), name="dispatch")
class Docs(SpectacularSwaggerSplitView):
    """Swagger UI from this site's own files."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    # OPTIONS would be answered with a page that has no template.
    http_method_names = ["get", "head"]


class Nothing(APIView):
    """Every other address under /api/: a refusal in the API's own shape."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = ()

    @extend_schema(exclude=True)
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Whatever the method."""
        self.http_method_names = [(request.method or "get").lower()]
        setattr(self, self.http_method_names[0], self.answer)
        return super().dispatch(request, *args, **kwargs)

    def answer(self, request: Request, *args: object, **kwargs: object) -> Response:
        """404."""
        return refusal("not_found", _("There is no such thing here."), 404)

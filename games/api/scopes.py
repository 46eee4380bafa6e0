"""What a token may be used for. Whoever is signed in with a browser may do all that they may do."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.openapi import AutoSchema
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from games.errors import BadRequest, ServiceError

SCOPES: Final[dict[str, Any]] = {"play": gettext_lazy("play: matches, seats, decisions, talk")}
"""In words. Rooms above add theirs from `ready`."""


class NeedsScope(ServiceError):
    """The token was made for other things."""

    code = "needs_scope"
    status = 403
    message = gettext_lazy("This token is not for that: it lacks the scope %(scope)s.")


def scopes_read(asked: Iterable[str]) -> tuple[str, ...]:
    """The scopes somebody asks for, each once, in the order in which they are known. Raises BadRequest."""
    wanted = set(asked)
    if unknown := sorted(wanted - SCOPES.keys()):
        raise BadRequest(field="scopes", reason=_("%(scope)s does not exist") % {"scope": unknown[0]})
    return tuple(scope for scope in SCOPES if scope in wanted)


def scope_of(view: Any, method: str) -> str:
    """What a token needs for a method of a view; empty for nothing."""
    named: Mapping[str, str] = getattr(view, "scopes", {})
    return named.get("GET" if method in {"HEAD", "OPTIONS"} else method, "")


class HasScope(BasePermission):
    """The token's scopes are in `request.auth`; None for a session, and for tokens of before there were scopes."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Raises NeedsScope."""
        needed = scope_of(view, request.method or "")
        granted: Any = request.auth
        if needed and granted is not None and needed not in granted:
            raise NeedsScope(scope=needed)
        return True


class ScopedSchema(AutoSchema):
    """Says with each operation which scope it needs."""

    def get_description(self) -> Any:  # type: ignore[override]  # as drf-spectacular has it
        """See drf-spectacular."""
        needed = scope_of(self.view, self.method)
        said = super().get_description()
        return f"{said}\n\nScope: `{needed}`." if needed else said

"""The scopes of API tokens. A session in a browser is not limited by scopes."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.openapi import AutoSchema
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from games.platform import hooks
from games.platform.errors import BadRequest, refusal

NeedsScope = refusal(
    "needs_scope", gettext_lazy("This token is not for that: it lacks the scope %(scope)s."), status=403
)
"""The token does not have the scope that the operation needs."""


def scopes_read(asked: Iterable[str]) -> tuple[str, ...]:
    """The requested scopes, each once, in the order of `hooks.SCOPES`. Raises BadRequest for an unknown one."""
    wanted = set(asked)
    if unknown := sorted(wanted - hooks.SCOPES.keys()):
        raise BadRequest(field="scopes", reason=_("%(scope)s does not exist") % {"scope": unknown[0]})
    return tuple(scope for scope in hooks.SCOPES if scope in wanted)


def scope_of(view: Any, method: str) -> str:
    """The scope that a token needs for a method of a view; empty for none."""
    named: Mapping[str, str] = getattr(view, "scopes", {})
    return named.get("GET" if method in {"HEAD", "OPTIONS"} else method, "")


class HasScope(BasePermission):
    """Checks the token's scopes in `request.auth`. They are None for a session, and for tokens older than scopes."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """True, or raises NeedsScope."""
        needed = scope_of(view, request.method or "")
        granted: Any = request.auth
        if needed and granted is not None and needed not in granted:
            raise NeedsScope(scope=needed)
        return True


class ScopedSchema(AutoSchema):
    """A schema that names the scope of each operation in its description."""

    def get_description(self) -> Any:  # type: ignore[override]  # as drf-spectacular has it
        """See drf-spectacular."""
        needed = scope_of(self.view, self.method)
        said = super().get_description()
        return f"{said}\n\nScope: `{needed}`." if needed else said

"""Scopes of API tokens in courses."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from classrooms.connect.api import answers, bodies
from games.api import schema, scopes

WORDS: Final[dict[str, Any]] = {
    "courses:read": _("read courses, their people and teams"),
    "courses:write": _("create courses, add people and teams"),
    "sessions:read": _("read sessions and how far their tables are"),
    "sessions:write": _("create, open, start and end sessions"),
    "grades:read": _("read marks"),
    "papers:read": _("have papers made, and read them"),
}


def register() -> None:
    """Add the scopes of courses to those of the games; the descriptions are in the schema."""
    scopes.SCOPES.update(WORDS)
    for module in (bodies, answers):
        if module not in schema.MODULES:
            schema.MODULES.append(module)

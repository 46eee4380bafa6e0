"""Scopes of API tokens in courses."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from classrooms.connect.api import answers, bodies, scenarios
from games.public import hooks

WORDS: Final[dict[str, Any]] = {
    "courses:read": _("read courses, their people and teams"),
    "courses:write": _("create courses, add people and teams"),
    "sessions:read": _("read sessions and how far their tables are"),
    "sessions:write": _("create, open, start and end sessions"),
    "scenarios:read": _("read own and shared scenarios and their trials"),
    "scenarios:write": _("make and change scenarios, and have them tried"),
    "grades:read": _("read marks"),
    "papers:read": _("have papers made, and read them"),
}


hooks.SCOPES.update(WORDS)
hooks.SCHEMA_MODULES.extend((bodies, answers, scenarios))

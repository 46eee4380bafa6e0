"""The analysis as a part of another page."""

from typing import Any

from django import template

from classrooms.assess.analysis.access import is_readable, part_context
from games.public.matches import Access
from games.ui.languages import offered

register = template.Library()


@register.inclusion_tag("classrooms/analysis/part.html", takes_context=True)
def analysis_part(context: dict[str, Any], access: Access) -> dict[str, Any]:
    """The analysis of a match for readers of its debrief; empty for a game without one."""
    if not is_readable(access.match, steward=access.steward):
        return {}
    shared = {"request": context.get("request"), "csrf_token": context.get("csrf_token")}
    return shared | part_context(access, offered())

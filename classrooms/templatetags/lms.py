"""The bar above pages in a platform's frame."""

from typing import Any

from django import template

from classrooms.lms.views.entering import PICKS
from classrooms.lms.views.protocol import way_out

register = template.Library()


@register.simple_tag(takes_context=True)
def lms_way_out(context: template.Context) -> str:
    """The address of this page in a new tab, good for some minutes and once; empty for who is not signed in, and
    for who picks links: what they choose goes back to the page of the platform that asked.
    """
    request: Any = context["request"]
    if not request.user.is_authenticated or request.session.get(PICKS):
        return ""
    return way_out(request, request.get_full_path(), unhurried=True)

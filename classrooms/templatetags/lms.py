"""The bar above pages in a platform's frame."""

from typing import Any

from django import template

from classrooms.connect.lms.views.entering import PICKS
from classrooms.connect.lms.views.protocol import way_out

register = template.Library()


@register.simple_tag(takes_context=True)
def lms_way_out(context: template.Context) -> str:
    """The address of this page in a new tab, valid once for some minutes. Empty for anonymous visitors, and during a
    choice of links, which must return to the platform's page.
    """
    request: Any = context["request"]
    if not request.user.is_authenticated or request.session.get(PICKS):
        return ""
    return way_out(request, request.get_full_path(), unhurried=True)

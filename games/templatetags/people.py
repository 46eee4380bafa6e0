"""Template tags about people."""

from django import template

from games.platform.addresses import full_url
from games.platform.services.guests import return_token

register = template.Library()


@register.simple_tag(takes_context=True)
def return_link(context: template.Context) -> str:
    """The absolute personal link of a signed-in guest; empty for any other person."""
    request = context["request"]
    if not getattr(request.user, "is_guest", False) or request.user.has_usable_password():
        return ""
    return full_url(request, "games:return", return_token(request.user))

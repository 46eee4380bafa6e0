"""What pages need to know of a person."""

from django import template

from games.addresses import full_url
from games.services.guests import return_token

register = template.Library()


@register.simple_tag(takes_context=True)
def return_link(context: template.Context) -> str:
    """The personal link of a guest who is signed in, in full; empty for anybody else."""
    request = context["request"]
    if not getattr(request.user, "is_guest", False) or request.user.has_usable_password():
        return ""
    return full_url(request, "games:return", return_token(request.user))

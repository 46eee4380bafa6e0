"""Back to the page that a form or a link names in `next`: the one place that decides where somebody may be sent."""

from django.http import HttpRequest, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme


def onward(request: HttpRequest, otherwise: str) -> HttpResponseRedirect:
    """To the address in `next` if it is one of this site, else to the address `otherwise`. What was sent is never taken
    for the name of a page, as redirect() would.
    """
    wanted = request.POST.get("next") or request.GET.get("next", "")
    allowed = wanted and url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure())
    return HttpResponseRedirect(wanted if allowed else otherwise)

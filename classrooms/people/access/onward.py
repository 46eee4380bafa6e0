"""Redirects to the address that a form or a link names in `next`, with the check that it is on this site."""

from django.http import HttpRequest, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme


def onward(request: HttpRequest, otherwise: str) -> HttpResponseRedirect:
    """A redirect to the address in `next` if it is on this site, else to `otherwise`. Unlike in `redirect()`, the
    text sent is never resolved as the name of a view.
    """
    wanted = request.POST.get("next") or request.GET.get("next", "")
    allowed = wanted and url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure())
    return HttpResponseRedirect(wanted if allowed else otherwise)

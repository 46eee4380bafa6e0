"""Personal links: a guest comes back, somebody stops the mails. A link in a mail may be opened by a scanner, so only
the button acts.
"""

from django.contrib import messages
from django.contrib.auth import get_user_model, login
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.errors import SeatTaken
from games.notifications import unsubscribe_user
from games.services.guests import guest_by_token

BACKEND = "django.contrib.auth.backends.ModelBackend"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def come_back(request: HttpRequest, token: str) -> HttpResponse:
    """Sign a guest in on this device. 404 for a link that does not open anything."""
    try:
        guest = guest_by_token(token)
    except SeatTaken:
        raise Http404 from None
    if request.method == "POST":
        login(request, guest, backend=BACKEND)
        return redirect("games:home")
    return render(request, "games/come_back.html", {"guest": guest})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Stop the mails to whoever got this link, signed in or not. 404 for a forged one."""
    try:
        person = get_user_model().objects.get(pk=unsubscribe_user(token))
    except (signing.BadSignature, get_user_model().DoesNotExist):
        raise Http404 from None
    if request.method == "POST":
        get_user_model().objects.filter(pk=person.pk).update(mail_notifications=False)
        messages.success(request, _("No more mails when it is your turn. The account page switches them on again."))
        return redirect("landing")
    return render(request, "games/unsubscribe.html", {"person": person})

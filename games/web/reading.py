"""How one reads and plays: text mode for the person, sounds and keys for this browser."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.services import reading as services


@login_required
def reading(request: HttpRequest) -> HttpResponse:
    """The page, and the choice that is kept with the person."""
    user: Any = request.user
    if request.method != "POST":
        return render(request, "games/reading.html", {"text_mode": services.in_text_mode(user.pk)})
    services.choose(user=user, text_mode=request.POST.get("text_mode") == "1")
    messages.success(request, _("Your choice is kept."))
    return redirect("games:reading")

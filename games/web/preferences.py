"""Preferences for reading and playing: text mode for the person, sounds and keys for this browser."""

from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.platform.permissions import Opened
from games.platform.services import preferences as services

CHOSEN_HERE: Final = "text-mode"
"""Session key: text mode by match, for this browser."""


def in_text_mode(request: HttpRequest, opened: Opened) -> bool:
    """Does this match open in text mode? A choice for this match takes precedence over the reader's choice for all
    matches.
    """
    return bool(request.session.get(CHOSEN_HERE, {}).get(str(opened.access.match.pk), opened.in_text))


def choose_here(request: HttpRequest, match_id: int, *, text_mode: bool) -> None:
    """Choose text mode or the table for this match in this browser."""
    request.session[CHOSEN_HERE] = {**request.session.get(CHOSEN_HERE, {}), str(match_id): text_mode}


@login_required
def reading(request: HttpRequest) -> HttpResponse:
    """The page of preferences. Its choice is stored with the person and overrides those for single matches."""
    user: Any = request.user
    if request.method != "POST":
        return render(request, "games/reading.html", {"text_mode": services.in_text_mode(user.pk)})
    request.session.pop(CHOSEN_HERE, None)
    services.choose(user=user, text_mode=request.POST.get("text_mode") == "1")
    messages.success(request, _("Your choice is kept."))
    return redirect("games:reading")

"""Undo of the reader's last decision."""

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from games.platform.errors import ServiceError
from games.platform.services.undo import move_take_back
from games.web.opening import open_for
from games.web.page import back_to_table, to_seat
from games.web.table import table_page


def undo(request: HttpRequest, match_id: int) -> HttpResponse:
    """Undo the move with the submitted number, and return to the table."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("games:match", args=[match_id]))
    opened = open_for(request, match_id)
    if request.method != "POST":
        return back_to_table(request, match_id)
    number, seat = (_number(request.POST.get(name, "")) for name in ("number", "seat"))
    if number is None:
        raise Http404
    if not opened.access.match.has_begun:
        return redirect("games:match", match_id)
    try:
        move_take_back(match_id=match_id, number=number, by=request.user)
    except ServiceError as error:
        return table_page(request, open_for(request, match_id), seat, note=str(error), status=error.status)
    return to_seat(match_id, seat, "decision")


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 9 else None

"""Marking the recap as seen."""

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from games.platform.errors import NotYourSeat
from games.platform.services import read_markers
from games.web.opening import open_for
from games.web.page import back_to_table, to_seat
from games.web.regions.recap import recap_part
from games.web.table import table_page
from games.web.table_read import TableRead

LONGEST = 9


def number_of(text: str) -> int | None:
    """A move's number from a form; None for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST else None


def seen(request: HttpRequest, match_id: int) -> HttpResponse:
    """Mark everything up to `number` as seen, on all devices of this person; the recap is then folded."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("games:match", args=[match_id]))
    opened = open_for(request, match_id)
    access = opened.access
    if request.method != "POST":
        return back_to_table(request, match_id)
    seat, number = number_of(request.POST.get("seat", "")), number_of(request.POST.get("number", ""))
    if seat is None:
        raise Http404
    if not access.match.has_begun:
        return redirect("games:match", match_id)
    try:
        access.check_holds(seat)
    except NotYourSeat as error:
        return table_page(request, opened, None, note=str(error), status=error.status)
    if number is not None:
        read_markers.seen(match_id=match_id, seat=seat, user_id=access.user.pk, number=number)
    if not request.htmx:  # type: ignore[attr-defined]
        return to_seat(match_id, seat, "decision")
    part = recap_part(TableRead(open_for(request, match_id), seat))
    return render(request, "games/table/recap.html", {"part": part})

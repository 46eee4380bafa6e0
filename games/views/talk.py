"""Team talk: what is said to the whole table, kept for the debrief."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games import selectors
from games.errors import BadRequest
from games.models.talk import MESSAGE_LENGTH
from games.permissions import access_to
from games.services.talk import message_post
from games.views.page import Table, back_to_table
from games.views.table import table_page


def talk(request: HttpRequest, match_id: int) -> HttpResponse:
    """Say something, from a seat or as the person who runs the match. A refused text stays in its field."""
    access = access_to(match_id, request.user)
    if request.method != "POST":
        return back_to_table(request, match_id)
    asked = request.POST.get("seat", "")
    seat = access.seat_for(int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 4 else None)
    text, error = request.POST.get("text", ""), ""
    try:
        message_post(match_id=match_id, seat=seat, author=request.user, text=text)
    except BadRequest:
        error = _("Write something of at most %(most)d characters, without special ones.") % {"most": MESSAGE_LENGTH}
    if request.htmx:  # type: ignore[attr-defined]
        table = Table(access, seat)
        context = {
            "match": access.match,
            "talk": selectors.talk(access.match),
            "roles": table.roles,
            "seat": seat,
            "talk_error": error,
            "talk_text": text if error else "",
        }
        return render(request, "games/table/talk.html", context, status=422 if error else 200)
    if error and not access.match.has_begun:
        messages.error(request, error)
        return redirect("games:match", match_id)
    if error:
        return table_page(request, access, seat, note=error, status=422)
    query = "" if seat is None else f"?seat={seat}"
    return HttpResponse(status=303, headers={"Location": f"{reverse('games:match', args=[match_id])}{query}#talk"})

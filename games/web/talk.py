"""Chat at the table: messages to all, kept for the debrief, and an instructor's messages to one seat."""

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models.talk import MESSAGE_LENGTH
from games.platform.errors import BadRequest, NotAllowed, TooMuchTalk
from games.platform.permissions import RARE, Access
from games.platform.services.interventions import Actor
from games.platform.services.steering import steer_message
from games.platform.services.talk import message_say
from games.web.asked import Asked
from games.web.opening import open_for
from games.web.page import back_to_table
from games.web.regions.talk import talk_part
from games.web.table import table_page
from games.web.table_read import TableRead


def talk(request: HttpRequest, match_id: int) -> HttpResponse:
    """Post a message, from a seat or as a steward. A refused text stays in its field."""
    opened = open_for(request, match_id)
    access = opened.access
    if request.method != "POST":
        return back_to_table(request, match_id)
    asked = request.POST.get("seat", "")
    seat = access.seat_for(int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 4 else None)
    error, status = "", 200
    try:
        _say(request, access, seat)
    except NotAllowed as refused:
        messages.error(request, str(refused))
        return redirect("games:match", match_id)
    except BadRequest:
        words = _("Write something of at most %(most)d characters, without special ones.")
        error, status = words % {"most": MESSAGE_LENGTH}, 422
    except TooMuchTalk as refused:
        error, status = str(refused), refused.status
    typed = request.POST.get("text", "") if error else ""
    if request.htmx:  # type: ignore[attr-defined]
        read = TableRead(replace(opened, has=RARE), seat, Asked(talk_text=typed, talk_error=error))
        return render(request, "games/table/talk.html", {"part": talk_part(read)}, status=status)
    if error and not access.match.has_begun:
        messages.error(request, error)
        return redirect("games:match", match_id)
    if error:
        return table_page(request, opened, seat, note=error, status=status, talk_text=typed, talk_error=error)
    query = "" if seat is None else f"?seat={seat}"
    return HttpResponse(status=303, headers={"Location": f"{reverse('games:match', args=[match_id])}{query}#talk"})


def _say(request: HttpRequest, access: Access, seat: int | None) -> None:
    """Post the message. A player writes to the table; a steward without a seat, to the table or to the shown seat."""
    access.check_speaks()
    text = request.POST.get("text", "")
    if access.seats:
        message_say(match_id=access.match.pk, seat=seat, author=request.user, text=text)
    else:
        to_seat = seat if request.POST.get("only") else None
        steer_message(match_id=access.match.pk, text=text, to_seat=to_seat, actor=Actor(request.user))

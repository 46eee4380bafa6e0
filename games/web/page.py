"""URLs and titles of a match's pages."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from games.models import Match
from games.ui import faces


def live_url(match_id: int, query: str = "") -> str:
    """The URL at which an open page asks for news."""
    return reverse("games:live", args=[match_id]) + (f"?{query}" if query else "")


def to_seat(match_id: int, seat: int | None, place: str) -> HttpResponse:
    """A redirect after a POST: to a place on the table's page, for the same seat."""
    query = "" if seat is None else f"?seat={seat}"
    return HttpResponse(status=303, headers={"Location": f"{reverse('games:match', args=[match_id])}{query}#{place}"})


def back_to_table(request: HttpRequest, match_id: int) -> HttpResponse:
    """A redirect for GET requests to the address of a refused form: links and the language menu lead there."""
    query = request.META.get("QUERY_STRING", "")
    return redirect(reverse("games:match", args=[match_id]) + (f"?{query}" if query else ""))


def match_title(match: Match) -> str:
    """The names of session and team, or the game's name."""
    named = ", ".join(part for part in (match.title, match.team_name) if part)
    return named or str(faces.get(match.game).title)

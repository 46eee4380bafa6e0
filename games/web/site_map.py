"""The site map: a second way to each page besides the menu."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.web.help import shelves


@require_safe
def site_map(request: HttpRequest) -> HttpResponse:
    """The pages that the reader may open; lists lead to single courses and matches. Access: all visitors."""
    return render(request, "games/site_map.html", {"shelves": shelves()})

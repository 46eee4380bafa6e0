"""The plan of the site: another way to each page than the menu."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.web.help import shelves


@require_safe
def site_map(request: HttpRequest) -> HttpResponse:
    """The pages that the reader may open; lists lead to single courses and matches. For everybody."""
    return render(request, "games/site_map.html", {"shelves": shelves()})

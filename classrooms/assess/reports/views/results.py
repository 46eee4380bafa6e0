from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from classrooms.assess.reports.results import best_lists, own_results
from games.ui import faces


@login_required
@require_safe
def results(request: HttpRequest, game: str) -> HttpResponse:
    """One's own scores in a game, and the best ones of one's classes."""
    try:
        face = faces.get(game)
    except LookupError:
        raise Http404 from None
    context = {"face": face, "own": own_results(request.user, game), "lists": best_lists(request.user, game)}
    response = render(request, "classrooms/reports/results.html", context)
    patch_cache_control(response, private=True, no_cache=True)
    return response

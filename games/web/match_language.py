"""The form of address on everything about a match: games for pupils address pupils (`Face.for_pupils`)."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import activate

from games.models import Match
from games.platform.persons import is_ours
from games.ui import faces
from games.ui.languages import FAMILIAR, as_now, offered, speak_to_pupils


class MatchLanguageMiddleware:
    """Sets the language of each page and each answer of the API that has a `match_id` in its URL, to the familiar form
    if the match's game is for pupils. It comes last, so that other middlewares answer in the ordinary form.

    The error page of an exception is in the ordinary form, too: for strangers a match for pupils is like an unknown
    one.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with as_now():
            return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Mapping[str, Any]) -> None:
        is_match = "match_id" in kwargs and is_ours(request.resolver_match)
        if is_match and offered() in FAMILIAR and is_for_pupils(kwargs["match_id"]):
            speak_to_pupils()

    def process_exception(self, request: HttpRequest, error: Exception) -> None:
        activate(offered())


def is_for_pupils(match_id: int) -> bool:
    """Is this the match of a game for pupils? False for an unknown match and for a game without pages."""
    try:
        return faces.get(game_key(match_id)).for_pupils
    except (Match.DoesNotExist, LookupError):
        return False


@lru_cache(maxsize=4096)
def game_key(match_id: int) -> str:
    """The game of a match, which never changes. One query for each match and process. Raises Match.DoesNotExist."""
    key: str = Match.objects.values_list("game", flat=True).get(pk=match_id)
    return key

"""In which words the pages of a match speak: those of a game for pupils speak to pupils (`Face.for_pupils`)."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse

from games import permissions
from games.kit import faces
from games.kit.languages import as_now, speak_to_pupils
from games.permissions import Access
from games.selectors import looking_back
from games.services.arriving import arrived

View = Callable[..., HttpResponse]


def of_match(view: View) -> View:
    """A view of one match. What it says after it has asked for access is in the words of the game; whatever is said
    after it, by middlewares or by the next request of the thread, is not.
    """

    @wraps(view)
    def spoken(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        with as_now():
            return view(request, *args, **kwargs)

    return spoken


def access_to(match_id: int, user: Any, *, in_person: bool = True) -> Access:
    """See `games.permissions.access_to`. Somebody who has a seat is here now: see `games.services.arriving`."""
    return _in_words_of_the_game(arrived(permissions.access_to(match_id, user), in_person=in_person))


def access_back(match_id: int, user: Any, *, in_person: bool = True) -> Access:
    """See `games.selectors.looking_back.access_back`; as `access_to`."""
    return _in_words_of_the_game(arrived(looking_back.access_back(match_id, user), in_person=in_person))


def _in_words_of_the_game(access: Access) -> Access:
    if faces.get(access.match.game).for_pupils:
        speak_to_pupils()
    return access

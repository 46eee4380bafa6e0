"""The form of address on a match's pages: games for pupils address pupils (`Face.for_pupils`)."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse

from games.platform import permissions
from games.platform.permissions import Access
from games.platform.selectors import past_access
from games.platform.services.arriving import arrived
from games.ui import faces
from games.ui.languages import as_now, speak_to_pupils

View = Callable[..., HttpResponse]


def of_match(view: View) -> View:
    """A decorator for a view of one match. After `access_to`, its texts use the game's form of address. Texts of
    middlewares and of the thread's next request do not.
    """

    @wraps(view)
    def spoken(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        with as_now():
            return view(request, *args, **kwargs)

    return spoken


def access_to(match_id: int, user: Any, *, in_person: bool = True) -> Access:
    """Like `games.platform.permissions.access_to`, and sets the form of address. A holder of a seat counts as arrived:
    see `games.platform.services.arriving`.
    """
    return _in_words_of_the_game(arrived(permissions.access_to(match_id, user), in_person=in_person))


def access_back(match_id: int, user: Any, *, in_person: bool = True) -> Access:
    """Like `games.platform.selectors.past_access.access_back`, with the effects of `access_to`."""
    return _in_words_of_the_game(arrived(past_access.access_back(match_id, user), in_person=in_person))


def _in_words_of_the_game(access: Access) -> Access:
    if faces.get(access.match.game).for_pupils:
        speak_to_pupils()
    return access

"""A match, opened for the reader of a page."""

from django.http import HttpRequest

from games.platform.permissions import Opened, open_match
from games.platform.selectors.past_access import open_again
from games.platform.services.arriving import arrive


def open_for(request: HttpRequest, match_id: int, *, former: bool = False) -> Opened:
    """The match, with `former` also for former holders of a seat. Raises Http404 for strangers. By a POST the holder
    of a seat arrives (`games.platform.services.arriving`); a look changes nothing.
    """
    if request.method == "POST":
        return arrive(match_id, request.user, former=former)
    return (open_again if former else open_match)(match_id, request.user)

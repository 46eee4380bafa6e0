"""The arrival of a person with a seat, or with a stand-in: stand-ins leave, and a match that waits for its first
person begins. Pages send it by a POST when they open; a look at a match changes nothing.
"""

from datetime import datetime
from typing import Any

from games.platform.permissions import Access, Opened, open_match
from games.platform.selectors.past_access import open_again
from games.platform.services.matches import match_begin
from games.platform.services.stand_ins import stand_ins_leave


def arrive(match_id: int, user: Any, *, former: bool = False, now: datetime | None = None) -> Opened:
    """A match, opened by a person who arrives by it; read again if the arrival changed it. With `former`, also for
    former holders of a seat. Raises Http404 for strangers.

    Nothing is written if the match is over, or has no stand-in for the person and waits for nobody.
    """
    read = open_again if former else open_match
    opened = read(match_id, user)
    return read(match_id, user) if _changes(opened.access, now) else opened


def _changes(access: Access, now: datetime | None) -> bool:
    """Does the arrival change the match? Then the change is written."""
    match = access.match
    if match.is_over:
        return False
    back = stand_ins_leave(match_id=match.pk, user=access.user, now=now) if access.stood_in else ()
    begins = match.awaits_people and bool(access.seats or back)
    if begins:
        match_begin(match_id=match.pk, now=now)
    return bool(back) or begins

"""Somebody who has, or is kept, a seat opens a match: bots that stand in for them leave, and a match that waits for its
first person begins.
"""

from datetime import datetime

from games.permissions import Access, access_to
from games.services.matches import match_begin
from games.services.stand_ins import stand_ins_leave


def arrived(access: Access, *, in_person: bool = True, now: datetime | None = None) -> Access:
    """The same way into a match, read again if the arrival has changed it. Nothing is asked or written where no bot
    stands in for this person and the match waits for nobody, or is over. A page that asks by itself is not the person
    (`in_person`): it sends no bot away.
    """
    match, user = access.match, access.user
    if match.is_over:
        return access
    back = stand_ins_leave(match_id=match.pk, user=user, now=now) if access.stood_in and in_person else ()
    begins = match.awaits_people and bool(access.seats or back)
    if begins:
        match_begin(match_id=match.pk, now=now)
    return access_to(match.pk, user) if back or begins else access

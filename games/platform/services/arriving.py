"""The arrival of a person with a seat, or with a stand-in: stand-ins leave, and a match that waits for its first
person begins.
"""

from datetime import datetime

from games.platform.permissions import Access, access_to
from games.platform.services.matches import match_begin
from games.platform.services.stand_ins import stand_ins_leave


def arrived(access: Access, *, in_person: bool = True, now: datetime | None = None) -> Access:
    """The person's access, read again if the arrival changed it. Nothing is read or written if the match is over, or
    has no stand-in for the person and waits for nobody. A page that polls is no arrival (`in_person` is false): it
    ends no stand-in.
    """
    match, user = access.match, access.user
    if match.is_over:
        return access
    back = stand_ins_leave(match_id=match.pk, user=user, now=now) if access.stood_in and in_person else ()
    begins = match.awaits_people and bool(access.seats or back)
    if begins:
        match_begin(match_id=match.pk, now=now)
    return access_to(match.pk, user) if back or begins else access

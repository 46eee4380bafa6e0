"""The first person of a match that waits for people: somebody who holds a seat and asks for a page or the position."""

from games.permissions import Access, access_to
from games.services.matches import match_begin


def arrived(access: Access) -> Access:
    """The same way into a match; into one that has begun by it, if it waited for a first person and this one holds a
    seat. Nothing is asked or written where it does not wait.
    """
    if not access.match.awaits_people or access.match.is_over or not access.seats:
        return access
    match_begin(match_id=access.match.pk)
    return access_to(access.match.pk, access.user)

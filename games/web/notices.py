"""What whoever runs a match has to say to its players, at the top of their table."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.db.models import QuerySet

from games import clock
from games.models import Match, Message, Notification, SeatHolder
from games.models.prepared import Prepared
from games.permissions import Access
from games.selectors.deeds import successor
from games.selectors.position import has_other_rules
from games.web.page import TablePage

NEWS_FOR: Final = timedelta(minutes=15)


@dataclass(frozen=True)
class Notices:
    """`message` is the latest word from who runs the match, while it is new; `reminded` says that they asked for the
    answer that this seat owes. `left_for` is where the people of this table play on; `came_from` the branch that a step
    back left for this one; `old_rules` that the match was begun under rules that this site does not have.
    """

    message: Message | None = None
    reminded: bool = False
    left_for: Match | None = None
    came_from: Match | None = None
    old_rules: bool = False

    def __bool__(self) -> bool:
        return bool(self.message or self.reminded or self.left_for or self.came_from or self.old_rules)


def played_now(access: Access) -> Match | None:
    """Where a player's table goes on after a step back; None if it was not left, or they do not play there."""
    found = successor(access.match) if access.seats else None
    if found is None:
        return None
    holds = SeatHolder.objects.filter(seat__match=found, user=access.user, released_at__isnull=True)
    return found if holds.exists() else None


def notices_for(table: TablePage, talk: Iterable[Message]) -> Notices:
    """For a player at the table; others learn where it goes on. One query for a running match, four at most for one
    that is over.
    """
    access, match = table.access, table.match
    if not access.seats:
        return Notices(left_for=successor(match), old_rules=has_other_rules(match))
    new = [row for row in talk if row.seat is None and row.author_id != access.user.pk]
    latest = new[-1] if new and clock.now() - new[-1].created_at < NEWS_FOR and not match.is_over else None
    return Notices(
        message=latest,
        reminded=not match.is_over and "reminded" in access.has and _was_reminded(table),
        left_for=played_now(access),
        came_from=match.parent if match.supervised and match.parent_id and not match.is_over else None,
        old_rules=has_other_rules(match),
    )


def _was_reminded(table: TablePage) -> bool:
    return any(seat in table.access.seats for (seat,) in _reminded(table.match.pk, table.access.user.pk))


@Prepared
def _reminded(match_id: int, user_id: int) -> QuerySet[Notification, Any]:
    """The seats whose answer somebody was asked for."""
    return Notification.objects.filter(
        decision__match=match_id,
        decision__closed_at__isnull=True,
        decision__optional=False,
        decision__passive=False,
        user=user_id,
        reminded_at__isnull=False,
    ).values_list("decision__seat")

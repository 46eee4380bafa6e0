"""Notices to players at the top of their table: messages and reminders by the instructor, changes of the match."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.db.models import QuerySet

from games.models import Match, Message, Notification, SeatHolder
from games.models.prepared import Prepared
from games.platform import clock
from games.platform.permissions import Access
from games.platform.selectors.intervention_log import successor
from games.platform.selectors.position import has_other_rules
from games.web.page import TablePage

NEWS_FOR: Final = timedelta(minutes=15)


@dataclass(frozen=True)
class Notices:
    """`message` is the latest message of a steward, while it is new. `reminded` means that a steward reminded this
    seat. `left_for` is the fork in which the match continues, `came_from` the match that a step back left for this
    one. `old_rules` means that the match was begun under rules that this site does not have.
    """

    message: Message | None = None
    reminded: bool = False
    left_for: Match | None = None
    came_from: Match | None = None
    old_rules: bool = False

    def __bool__(self) -> bool:
        return bool(self.message or self.reminded or self.left_for or self.came_from or self.old_rules)


def played_now(access: Access) -> Match | None:
    """The fork to which a step back moved a player's table; None if there is none, or the player has no seat there."""
    found = successor(access.match) if access.seats else None
    if found is None:
        return None
    holds = SeatHolder.objects.filter(seat__match=found, user=access.user, released_at__isnull=True)
    return found if holds.exists() else None


def notices_for(table: TablePage, talk: Iterable[Message]) -> Notices:
    """The notices for a player at the table; all others see only the fork. One query for a running match, at most
    four for one that is over.
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
    """The seats about which the user was reminded."""
    return Notification.objects.filter(
        decision__match=match_id,
        decision__closed_at__isnull=True,
        decision__optional=False,
        decision__passive=False,
        user=user_id,
        reminded_at__isnull=False,
    ).values_list("decision__seat")

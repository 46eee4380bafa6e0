"""Read markers: the last move whose result a person has seen."""

from django.db.models import Q

from games.models import SeatHolder
from games.platform.work import news


def seen(*, match_id: int, seat: int, user_id: int, number: int) -> bool:
    """Mark all moves up to `number` as seen from this seat by this person; other holders have their own markers.
    Numbers beyond the match or below the marker change nothing. The match's revision stays, as other pages do not
    show it.
    """
    held = SeatHolder.objects.filter(
        seat__match=match_id, seat__match__number__gte=number, seat__index=seat, user=user_id, released_at__isnull=True
    )
    changed = bool(held.filter(Q(seen_number__isnull=True) | Q(seen_number__lt=number)).update(seen_number=number))
    if changed:
        news.publish_to_person(user_id)
    return changed


def seen_by_holder(*, holder_id: int, user_id: int, number: int) -> None:
    """Note the move up to which a holder has read (`seen`), without checks: holder and move exist."""
    held = SeatHolder.objects.filter(Q(seen_number__isnull=True) | Q(seen_number__lt=number), pk=holder_id)
    if held.update(seen_number=number):
        news.publish_to_person(user_id)

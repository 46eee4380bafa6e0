"""Somebody says up to which move they have seen what happened."""

from django.db.models import Q

from games.models import SeatHolder
from games.work import news


def seen(*, match_id: int, seat: int, user_id: int, number: int) -> bool:
    """Everything up to move `number` has been seen from this seat by this person; others who hold it are told for
    themselves. Numbers beyond the match or below what was seen change nothing. It is no news to anybody else, so the
    match's revision stays.
    """
    held = SeatHolder.objects.filter(
        seat__match=match_id, seat__match__number__gte=number, seat__index=seat, user=user_id, released_at__isnull=True
    )
    changed = bool(held.filter(Q(seen_number__isnull=True) | Q(seen_number__lt=number)).update(seen_number=number))
    if changed:
        news.tell_person(user_id)
    return changed


def seen_by_holder(*, holder_id: int, user_id: int, number: int) -> None:
    """The same for who is known to hold a seat, of a move that there is."""
    held = SeatHolder.objects.filter(Q(seen_number__isnull=True) | Q(seen_number__lt=number), pk=holder_id)
    if held.update(seen_number=number):
        news.tell_person(user_id)

"""Who may see and do what at a match. Strangers learn nothing, not even that it exists."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.http import Http404

from games import undoing
from games.errors import NotAllowed, NotYourSeat
from games.models import Match, SeatHolder, Status

EVERY_SEAT: Final = tuple(range(63))
"""More seats than any match has."""


@dataclass(frozen=True)
class Access:
    """A person's way into a match: the seats they hold, whether they run it (its creator, the course's instructors),
    or only look on (`observer`). `past` are seats that they handed over, the last one at `left_at`: these they see in
    replay alone.
    """

    match: Match
    user: Any
    seats: tuple[int, ...]
    steward: bool
    observer: bool = False
    past: tuple[int, ...] = ()
    left_at: datetime | None = None

    @property
    def looks_over_shoulders(self) -> bool:
        """Who runs a supervised match and holds no seat in it may see the table from any seat, and plays from none."""
        return self.steward and self.match.supervised and not self.seats

    @property
    def speaks(self) -> bool:
        """May this person write to the table?"""
        return self.steward or bool(self.seats)

    def seat_for(self, index: int | None) -> int | None:
        """The seat to look from: the asked one if it is held or looked at over a shoulder, else the first held, else
        None: an observer.
        """
        known = self.seats or self.past
        if known:
            return index if index in known else known[0]
        if index is None or not self.looks_over_shoulders:
            return None
        return index if self.match.seats.filter(index=index).exists() else None

    def eyes(self, seat: int | None = None) -> tuple[int, ...]:
        """The seats whose knowledge this person has, looking from `seat`: the own ones; one over a shoulder; all of
        them for who runs a match that is over and did not play in it.
        """
        if self.seats or self.past:
            return self.seats or self.past
        if self.steward and self.match.is_over:
            return EVERY_SEAT
        return (seat,) if seat is not None and self.looks_over_shoulders else ()

    def check_holds(self, seat: int) -> None:
        """Raises NotYourSeat unless this person acts for the seat."""
        if seat not in self.seats:
            raise NotYourSeat(seat=seat)

    def check_speaks(self) -> None:
        """Raises NotAllowed for somebody who only looks on."""
        if not self.speaks:
            raise NotAllowed

    def check_steward(self) -> None:
        """Raises NotAllowed unless this person runs the match."""
        if not self.steward:
            raise NotAllowed


def access_to(match_id: int, user: Any) -> Access:
    """A person's access to a match in three queries, four for observers. Raises Http404 for strangers and unknown
    matches alike. What others decided last stands from here on, as this person is shown it.
    """
    if not user.is_authenticated:
        raise Http404
    match = Match.objects.filter(pk=match_id).first()
    if match is None:
        raise Http404
    held = SeatHolder.objects.filter(seat__match=match, user=user, released_at__isnull=True)
    seats = tuple(held.order_by("seat__index").values_list("seat__index", flat=True))
    steward = match.stewards.filter(pk=user.pk).exists()
    observer = not seats and not steward and match.observers.filter(pk=user.pk).exists()
    if not seats and not steward and not observer:
        raise Http404
    if match.undo and match.status == Status.RUNNING and not undoing.shown(match, user.pk):
        with transaction.atomic():
            match = Match.objects.select_for_update().get(pk=match_id)
    return Access(match, user, seats, steward, observer)

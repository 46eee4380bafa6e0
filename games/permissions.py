"""Who may see and do what at a match. Strangers learn nothing, not even that it exists."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404

from games.errors import NotAllowed, NotYourSeat
from games.models import Match, SeatHolder


@dataclass(frozen=True)
class Access:
    """A person's way into a match: the seats they hold, and whether they run it (its creator, the course's
    instructors).
    """

    match: Match
    user: Any
    seats: tuple[int, ...]
    steward: bool

    def seat_for(self, index: int | None) -> int | None:
        """The seat to look from: the asked one if it is held, else the first held, else None: an observer."""
        if index is not None and index in self.seats:
            return index
        return self.seats[0] if self.seats else None

    def check_holds(self, seat: int) -> None:
        """Raises NotYourSeat unless this person acts for the seat."""
        if seat not in self.seats:
            raise NotYourSeat(seat=seat)

    def check_steward(self) -> None:
        """Raises NotAllowed unless this person runs the match."""
        if not self.steward:
            raise NotAllowed


def access_to(match_id: int, user: Any) -> Access:
    """A person's access to a match in three queries. Raises Http404 for strangers and unknown matches alike."""
    if not user.is_authenticated:
        raise Http404
    match = Match.objects.filter(pk=match_id).first()
    if match is None:
        raise Http404
    held = SeatHolder.objects.filter(seat__match=match, user=user, released_at__isnull=True)
    seats = tuple(held.order_by("seat__index").values_list("seat__index", flat=True))
    steward = match.stewards.filter(pk=user.pk).exists()
    if not seats and not steward:
        raise Http404
    return Access(match, user, seats, steward)

"""Access to matches: a person's rights in one match. Strangers do not even learn that it exists."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from types import EllipsisType
from typing import Any, Final

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404

from games.models import (
    AwayPlan,
    Match,
    Message,
    Notification,
    ReadingChoice,
    SeatAsk,
    SeatHolder,
    SeatInvite,
    Status,
)
from games.models.decisions import pending_of
from games.models.people import PERSON_ID
from games.models.prepared import Prepared
from games.platform import hooks, undo_window
from games.platform.errors import NotAllowed, NotYourSeat

EVERY_SEAT: Final = tuple(range(63))
"""Seat indices beyond those of any match."""
RARE: Final = frozenset({"asks", "invites", "plans", "talk", "watched", "unread", "reminded"})
"""Rare things at a table: requests for a seat, open invitations, plans of people who are away, messages and observers.
The last two are notices to the reader: unread ones and reminders.
"""


@dataclass(frozen=True)
class Access:
    """A person's access to a match: the held seats, whether the person is a steward (its creator, the course's
    instructors), or a mere `observer`. `past` are seats that were handed over, the last one at `left_at`; they are
    open in replay alone.
    """

    match: Match
    user: Any
    seats: tuple[int, ...]
    steward: bool
    observer: bool = False
    past: tuple[int, ...] = ()
    left_at: datetime | None = None
    stood_in: tuple[int, ...] = ()
    """Seats at which a bot plays until this person opens the match (games.platform.services.arriving)."""
    observed: int | None = None
    """The seat from which an observer looks; None for the open view."""

    @property
    def looks_over_shoulders(self) -> bool:
        """May the person see the table from any seat? A steward of a supervised match may, without a seat in it, and
        plays from none.
        """
        return self.steward and self.match.supervised and not self.seats

    @property
    def speaks(self) -> bool:
        """May this person write to the table?"""
        return self.steward or bool(self.seats)

    def seat_for(self, index: int | None) -> int | None:
        """The seat to look from: the requested one if this person may use it, else the first held one, else the one
        that an observer was given, else None: the open view.
        """
        known = self.seats or self.past
        if known:
            return index if index in known else known[0]
        if self.observed is not None:
            return self.observed
        if index is None or not self.looks_over_shoulders:
            return None
        return index if self.match.seats.filter(index=index).exists() else None

    def eyes(self, seat: int | None = None) -> tuple[int, ...]:
        """The seats whose knowledge this person has, looking from `seat`: the person's own, or the seat looked at as
        a steward or an observer. A steward who did not play in a finished match knows all.
        """
        if self.seats or self.past:
            return self.seats or self.past
        if self.observed is not None:
            return (self.observed,)
        if self.steward and self.match.is_over:
            return EVERY_SEAT
        return (seat,) if seat is not None and self.looks_over_shoulders else ()

    def check_holds(self, seat: int) -> None:
        """Raises NotYourSeat unless this person acts for the seat."""
        if seat not in self.seats:
            raise NotYourSeat(seat=seat)

    def check_speaks(self) -> None:
        """Raises NotAllowed for a mere observer."""
        if not self.speaks:
            raise NotAllowed

    def check_steward(self) -> None:
        """Raises NotAllowed unless this person is a steward."""
        if not self.steward:
            raise NotAllowed


def sat_at(match_id: int) -> tuple[SeatHolder, ...]:
    """Current and former holders of a match's seats, in one query."""
    return tuple(_sat_at(match_id))


@Prepared
def _sat_at(match_id: int) -> QuerySet[SeatHolder]:
    return SeatHolder.objects.filter(seat__match=match_id).select_related("seat", "user").order_by("since", "pk")


def open_invites() -> QuerySet[SeatInvite]:
    """Unused personal links to seats."""
    return SeatInvite.objects.filter(used_at__isnull=True, revoked_at__isnull=True)


@Prepared
def _match_of(match_id: int, user_id: int) -> QuerySet[Match]:
    runs = Match.stewards.through.objects.filter(match_id=OuterRef("pk"), **{PERSON_ID: user_id})
    looks_on = Match.observers.through.objects.filter(match_id=OuterRef("pk"), **{PERSON_ID: user_id})
    notices = Notification.objects.filter(decision__match=OuterRef("pk"), user=user_id)
    elsewhere = pending_of(user_id).exclude(match=OuterRef("pk")).order_by().values("match__status")
    return Match.objects.annotate(
        runs=Exists(runs),
        looks_on=Exists(looks_on),
        asks=Exists(SeatAsk.objects.filter(seat__match=OuterRef("pk"))),
        invites=Exists(open_invites().filter(seat__match=OuterRef("pk"))),
        in_text=Exists(ReadingChoice.objects.filter(user=user_id, text_mode=True)),
        plans=Exists(AwayPlan.objects.filter(seat__match=OuterRef("pk"), ended_at__isnull=True)),
        talk=Exists(Message.objects.filter(match=OuterRef("pk"))),
        watched=Exists(Match.observers.through.objects.filter(match_id=OuterRef("pk"))),
        unread=Exists(notices.filter(read_at__isnull=True)),
        reminded=Exists(notices.filter(reminded_at__isnull=False, decision__closed_at__isnull=True)),
        pending_elsewhere=Coalesce(
            Subquery(elsewhere.annotate(number=Count("match", distinct=True)).values("number")), 0
        ),
    ).filter(pk=match_id)


@dataclass(frozen=True)
class Opened:
    """A match as it was read for a person: the person's access, and what the same two queries tell besides.

    `sat` are current and former holders (None: not read), `kept` is the undo data of the last decision (...: not
    read). It was read before the position, so an outdated page asks again.
    """

    access: Access
    sat: tuple[SeatHolder, ...] | None = field(default=None, repr=False)
    kept: undo_window.Kept | None | EllipsisType = field(default=..., repr=False)
    has: frozenset[str] = RARE
    """The members of `RARE` that exist here; unchecked ones are included."""
    in_text: bool = False
    """Did this person choose text mode?"""
    pending_elsewhere: int | None = None
    """The number of other matches in which it is the person's turn; None: not read."""

    def after(self, match: Match, seat: int, shown: int | None) -> "Opened":
        """The match after a move of this person from a seat, whose answer showed events up to move `shown`. Nothing
        else has changed.
        """
        for row in self.sat or ():
            is_own = row.user_id == self.access.user.pk and row.seat.index == seat and row.released_at is None
            if is_own and shown is not None and shown < match.number:
                row.seen_number = max(shown, -1 if row.seen_number is None else row.seen_number)
        return replace(self, access=replace(self.access, match=match), kept=...)


def open_match(match_id: int, user: Any) -> Opened:
    """A match, read for a person in two queries. Raises Http404 for strangers and unknown matches alike.

    This is the one place in which reading a match touches undo: it counts as showing the match, so that others can no
    longer undo their last decision. Lists of matches do the same by `undo_window.read_for`.
    """
    if not user.is_authenticated:
        raise Http404
    found: Any = _match_of.first(match_id, user.pk)
    if found is None:
        raise Http404
    match: Match = found
    sat = sat_at(match_id)
    access = _access_of(match, user, sat, steward=found.runs, looks_on=found.looks_on)
    kept: undo_window.Kept | None | EllipsisType = ...
    has = frozenset(name for name in RARE if getattr(found, name))
    if match.undo and match.status == Status.RUNNING:
        is_current, kept = undo_window.record_seen(match, user.pk)
        if not is_current:
            with transaction.atomic():
                match, kept, has = Match.objects.select_for_update().get(pk=match_id), ..., RARE
            access = replace(access, match=match)
    return Opened(access, sat, kept, has, found.in_text, found.pending_elsewhere)


def access_to(match_id: int, user: Any) -> Access:
    """A person's access to a match, with the effect of `open_match`. Raises Http404 for strangers."""
    return open_match(match_id, user).access


def _access_of(match: Match, user: Any, sat: tuple[SeatHolder, ...], *, steward: bool, looks_on: bool) -> Access:
    own = [row for row in sat if row.user_id == user.pk]
    seats = tuple(sorted(row.seat.index for row in own if row.released_at is None))
    stood_in = () if match.is_over else tuple(sorted({row.seat.index for row in own if row.has_stand_in}))
    observer = looks_on and not seats and not steward
    if not seats and not steward and not observer and not stood_in:
        raise Http404
    own_view = hooks.observer_of(match, user) if observer else None
    observed = None if own_view is None else own_view.seat
    return Access(match, user, seats, steward, observer, stood_in=stood_in, observed=observed)

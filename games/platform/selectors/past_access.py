"""Access for former holders of a seat: the match as they could see it then, and the debrief."""

from datetime import datetime
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.http import Http404

from games.engine import codec
from games.models import AuthorKind, Decision, Intervention, Match, Move, SeatHolder
from games.models.matches import KEPT
from games.models.people import PERSON_ID
from games.models.prepared import Prepared
from games.platform.permissions import Access, Opened, open_match
from games.platform.selectors import LIST_LENGTH, HomeLine, is_closed
from games.platform.selectors.replaying import state_at


def handed_over(user_id: int) -> QuerySet[SeatHolder]:
    """The seats that a person left after a move or an open decision there, or left to a stand-in. Their present
    holders do not matter.
    """
    moved = Move.objects.kept().filter(
        match=OuterRef("seat__match"), seat=OuterRef("seat__index"), author=user_id, author_kind=AuthorKind.PLAYER
    )
    asked = Decision.objects.filter(
        match=OuterRef("seat__match"),
        seat=OuterRef("seat__index"),
        required=True,
        closed_by__isnull=False,
        closed_at__gte=OuterRef("since"),
        opened_at__lt=OuterRef("released_at"),
    )
    played = Q(released_at__gt=F("seat__match__started_at")) & (Q(Exists(moved)) | Q(Exists(asked)))
    return SeatHolder.objects.filter(played | Q(has_stand_in=True), user=user_id, released_at__isnull=False)


def matches_left(user: Any) -> list[HomeLine]:
    """The matches in which a person handed over all seats, the latest first, in two queries at most. A match left by
    a step back is not included: its fork has the same seats.
    """
    if not _gave_up(user.pk):
        return []
    found: dict[int, HomeLine] = {}
    for row in _left_alone(user.pk):
        match = row.seat.match
        line = found.setdefault(match.pk, HomeLine(match, (), left_at=row.released_at))
        line.seats = tuple(sorted({*line.seats, row.seat.index}))
    return list(found.values())[:LIST_LENGTH]


@Prepared
def _gave_up(user_id: int) -> QuerySet[Any, Any]:
    return SeatHolder.objects.filter(user=user_id, released_at__isnull=False).values_list("pk")[:1]


@Prepared
def _left_alone(user_id: int) -> QuerySet[SeatHolder]:
    holds = SeatHolder.objects.filter(KEPT, seat__match=OuterRef("seat__match"), user=user_id)
    runs = Match.stewards.through.objects.filter(match_id=OuterRef("seat__match"), **{PERSON_ID: user_id})
    left = Intervention.objects.filter(match=OuterRef("seat__match"), kind=Intervention.Kind.STEP_BACK)
    rows = handed_over(user_id).exclude(Exists(holds)).exclude(Exists(runs)).exclude(Exists(left))
    return rows.select_related("seat__match").defer("seat__match__state").order_by("-released_at", "seat__index")


def open_again(match_id: int, user: Any) -> Opened:
    """The match, read for a person (`open_match`), also for a former holder. Position, number and log are then those
    of the time when the seat was handed over, until all at the table may see everything. Raises Http404 for strangers.
    """
    try:
        return open_match(match_id, user)
    except Http404:
        if not user.is_authenticated:
            raise
    left = list(handed_over(user.pk).filter(seat__match=match_id).select_related("seat").order_by("seat__index"))
    match = Match.objects.filter(pk=match_id).first()
    if not left or match is None:
        raise Http404
    until = max(row.released_at for row in left if row.released_at is not None)
    seats = tuple(dict.fromkeys(row.seat.index for row in left))
    known = match if match.is_over and not is_closed(match) else _as_it_was(match, until)
    return Opened(Access(known, user, (), False, past=seats, left_at=until))


def access_back(match_id: int, user: Any) -> Access:
    """The access of a person, also of a former holder: see `open_again`."""
    return open_again(match_id, user).access


def _as_it_was(match: Match, at: datetime) -> Match:
    number = match.moves.filter(created_at__lte=at).order_by("-number").values_list("number", flat=True).first() or 0
    if number != match.number:
        match.state = codec.to_json(state_at(match, number)).decode()
        match.number = number
    return match

"""A steward's controls: pause, time, seats, the end."""

from dataclasses import dataclass
from typing import Final

from games.models import Status
from games.platform.addresses import plain_path
from games.platform.services.holders import invite_token
from games.web.seat_lines import SeatLine
from games.web.table_read import TableRead


@dataclass(frozen=True)
class SteerSeat:
    """A seat to steer. `may_take`: the reader may claim it or ask for it. `link` is its open personal link."""

    line: SeatLine
    may_take: bool
    link: str


@dataclass(frozen=True)
class SteerPart:
    """The controls of a match that is not over, for its stewards; `hides`: hands are secret. Without seats, nothing is
    shown.
    """

    match_id: int
    supervised: bool
    is_paused: bool
    has_deadline: bool
    hides: bool
    seats: tuple[SteerSeat, ...]


reads: Final = ("due_at", "hands", "hides", "invites", "seat_rows", "seats")


def steer_part(read: TableRead) -> SteerPart:
    """The region of a steward's controls."""
    match = read.match
    if not read.access.steward or match.is_over:
        return SteerPart(match.pk, match.supervised, False, False, False, ())
    links = {row.seat_id: read.asked.origin + plain_path("games:invite", invite_token(row)) for row in read.invites}
    ids = {row.index: row.pk for row in read.seat_rows}
    return SteerPart(
        match_id=match.pk,
        supervised=match.supervised,
        is_paused=match.status == Status.PAUSED,
        has_deadline=read.due_at is not None,
        hides=read.hides,
        seats=tuple(
            SteerSeat(line, not line.mine and _may_take(read, line.index), links.get(ids[line.index], ""))
            for line in read.seats
        ),
    )


def _may_take(read: TableRead, seat: int) -> bool:
    return read.match.supervised or not read.hands or seat in read.hands

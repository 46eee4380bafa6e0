"""The links to the reader's seats, or to all seats for a steward who looks on."""

from dataclasses import dataclass
from typing import Final

from games.ui.faces import RoleName
from games.web.table_read import TableRead


@dataclass(frozen=True)
class SeatLink:
    """A seat to look from; `shown`: the present one. `pending` are the open questions to a seat of the reader's, in
    words.
    """

    index: int
    role: RoleName
    awaited: bool
    shown: bool
    pending: tuple[str, ...] = ()

    @property
    def pending_more(self) -> int:
        """The number of open questions to the seat besides the first."""
        return len(self.pending) - 1


@dataclass(frozen=True)
class SeatSwitchPart:
    """`as_observer`: the reader may look from any seat, or from none. `is_observer`: looks from none."""

    as_observer: bool
    is_observer: bool
    seats: tuple[SeatLink, ...]


reads: Final = ("required", "seats")


def seat_switch_part(read: TableRead) -> SeatSwitchPart:
    """The region of the seats to look from; without links if there is only one."""
    looks_on, own = read.access.looks_over_shoulders, read.access.seats
    shown = read.seats if looks_on else [line for line in read.seats if line.mine and len(own) > 1]
    links = (
        SeatLink(line.index, line.role, line.awaited, line.shown, () if looks_on else _pending(read, line.index))
        for line in shown
    )
    return SeatSwitchPart(looks_on, read.seat is None, tuple(links))


def _pending(read: TableRead, seat: int) -> tuple[str, ...]:
    if read.match.is_over:
        return ()
    return tuple(read.face.words.decision(read.scenario, each) for each in read.required(seat))

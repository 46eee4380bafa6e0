"""Open requests to share a seat."""

from dataclasses import dataclass
from typing import Final

from games.platform.selectors.seats import asks_for
from games.web.table_read import TableRead


@dataclass(frozen=True)
class AskLine:
    """A request for a seat; `own`: the reader's."""

    id: int
    seat: int
    role: str
    asker: str
    own: bool


@dataclass(frozen=True)
class AsksPart:
    """The open requests for the reader's seats, and the reader's own."""

    match_id: int
    asks: tuple[AskLine, ...]


reads: Final = ("asks",)


def asks_part(read: TableRead) -> AsksPart:
    """The region of requests for seats."""
    found = asks_for(read.access, read.asks)
    return AsksPart(
        read.match.pk,
        tuple(
            AskLine(
                ask.pk,
                ask.seat.index,
                read.roles[ask.seat.index].name,
                str(ask.user.get_full_name()),
                ask.user_id == read.user.pk,
            )
            for ask in found
        ),
    )

"""Links below the table: text mode, sounds, a plan for an absence."""

from dataclasses import dataclass
from typing import Final

from games.models import Status
from games.web.table_read import TableRead


@dataclass(frozen=True)
class ToolsPart:
    """`plays`: the reader holds a seat. `may_be_away`: a plan may be written for the shown seat."""

    match_id: int
    seat_query: str
    plays: bool
    may_be_away: bool


reads: Final[tuple[str, ...]] = ()


def tools_part(read: TableRead) -> ToolsPart:
    """The region of tools."""
    held = read.access.seats
    may_be_away = read.seat in held and read.match.status == Status.RUNNING
    return ToolsPart(read.match.pk, read.seat_query, bool(held), may_be_away)

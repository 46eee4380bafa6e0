"""Plans of people who are away."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from games.web.table_read import TableRead


@dataclass(frozen=True)
class PlanLine:
    """A plan for a seat. `waits` is that of `AwayLine`; `has_begun`: its time has come."""

    seat: int
    role: str
    starts_at: datetime
    ends_at: datetime
    has_begun: bool
    waits: str
    is_mine: bool


@dataclass(frozen=True)
class AwayPart:
    """The current plans at the table, and the reader's own future ones."""

    match_id: int
    plans: tuple[PlanLine, ...]


reads: Final = ("away",)


def away_part(read: TableRead) -> AwayPart:
    """The region of people who are away."""
    return AwayPart(
        read.match.pk,
        tuple(
            PlanLine(
                line.seat,
                read.roles[line.seat].name,
                line.row.starts_at,
                line.row.ends_at,
                line.row.starts_at <= read.now,
                line.waits,
                line.is_mine,
            )
            for line in read.away
        ),
    )

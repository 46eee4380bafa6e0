"""The briefing, as a region of its own until the seat has seen its first events."""

from dataclasses import dataclass
from typing import Final

from games.web.briefing import Briefing
from games.web.table_read import TableRead


@dataclass(frozen=True)
class BriefingPart:
    """`brief` is None once the seat has seen its first events; the heading has it then."""

    brief: Briefing | None


reads: Final = ("briefing",)


def briefing_part(read: TableRead) -> BriefingPart:
    """The region of the briefing."""
    return BriefingPart(read.briefing if read.briefing is not None and read.briefing.first else None)

"""The line that offers to take back what the reader has just decided."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from games.web.page import HistoryLine, TablePage


@dataclass(frozen=True)
class UndoLine:
    """What the reader decided last, as move `number`, in words (None: in none), and until when it can be taken back."""

    number: int
    line: HistoryLine | None
    until: datetime


def undo_line(table: TablePage) -> UndoLine | None:
    """The line of a reader who can take their last decision back now."""
    match = table.match
    kept = table.kept if match.undo and table.access.seats else None
    if kept is None or not kept.is_open(table.access.user.pk, match.revision, timezone.now()):
        return None
    lines = table.history(table.events_of(kept.number))
    return UndoLine(kept.number, lines[0] if lines else None, kept.until)

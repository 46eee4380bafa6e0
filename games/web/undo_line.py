"""The line that offers to undo the reader's last decision."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from games.web.page import HistoryLine, TablePage


@dataclass(frozen=True)
class UndoLine:
    """The reader's last decision: move `number`, its line (None: it has no words), and the end of the time for undo."""

    number: int
    line: HistoryLine | None
    until: datetime


def undo_line(table: TablePage) -> UndoLine | None:
    """The line, if the reader can undo the last decision now."""
    match = table.match
    kept = table.kept if match.undo and table.access.seats else None
    if kept is None or not kept.is_open(table.access.user.pk, match.revision, timezone.now()):
        return None
    lines = table.history(table.events_of(kept.number))
    return UndoLine(kept.number, lines[0] if lines else None, kept.until)

"""The offer to undo the reader's last decision."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from games.web.regions.history import HistoryLine, history_lines
from games.web.table_read import TableRead


@dataclass(frozen=True)
class UndoLine:
    """The reader's last decision: move `number`, its line (None: it has no words), and the end of the time for undo."""

    number: int
    line: HistoryLine | None
    until: datetime


@dataclass(frozen=True)
class UndoPart:
    """The decision that the reader can undo now, if any."""

    match_id: int
    seat: int | None
    undo: UndoLine | None


reads: Final = ("events_of", "kept", "view")


def undo_part(read: TableRead) -> UndoPart:
    """The region of undo."""
    return UndoPart(read.match.pk, read.seat, _line(read))


def _line(read: TableRead) -> UndoLine | None:
    kept = read.kept if read.match.undo and read.access.seats else None
    if kept is None or not kept.is_open(read.user.pk, read.match.revision, read.now):
        return None
    lines = history_lines(read, read.events_of(kept.number))
    return UndoLine(kept.number, lines[0] if lines else None, kept.until)

"""The tag of a table's page, by which an open page knows if it is outdated."""

from datetime import datetime

from games.platform import undo_window
from games.ui import languages
from games.web.table_read import TableRead


def page_tag(
    revision: int,
    user_id: int,
    seat: int | None,
    *,
    stamp: str,
    kept: undo_window.Kept | None,
    seen: int,
    now: datetime,
    awaits: bool = False,
) -> str:
    """A tag of a reader's page: the revision grows with every change of the page, except for the rest. `stamp` is that
    of the expected end, `kept` the undo data of the last decision, `seen` the stamp of the moves seen. `awaits`: a
    finished match expects new content in a moment.
    """
    can_undo = kept is not None and kept.is_open(user_id, revision, now)
    more = (
        stamp,
        "undo" if can_undo else "",
        "held" if undo_window.can_be_reversed(kept) else "",  # afterwards its effect may be shown
        str(seen),
        "awaits" if awaits else "",
    )
    place = "o" if seat is None else str(seat)
    return f'"{"-".join([str(revision), str(user_id), place, languages.offered(), *filter(None, more)])}"'


def tag_of(read: TableRead) -> str:
    """The tag of a page as it was read."""
    return page_tag(
        read.match.revision,
        read.user.pk,
        read.seat,
        stamp=read.expected_stamp,
        kept=read.kept,
        seen=read.holding.stamp,
        now=read.now,
        awaits=any(panel.awaited for panel in read.sequels),
    )

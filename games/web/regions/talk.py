"""The chat at the table."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from games.ui.faces import RoleName
from games.web.table_read import TableRead


@dataclass(frozen=True)
class TalkLine:
    """A message; `role` is the author's, `only_to` the role that alone reads it. `by_steward`: from a steward."""

    author: str
    by_steward: bool
    role: RoleName | None
    only_to: RoleName | None
    text: str
    at: datetime


@dataclass(frozen=True)
class TalkPart:
    """The messages, oldest first, and the form to write one (`speaks`). `only_to` is the role to which a steward may
    write alone. `text` was refused because of `error`.
    """

    match_id: int
    seat: int | None
    lines: tuple[TalkLine, ...]
    speaks: bool
    only_to: RoleName | None
    text: str
    error: str


reads: Final = ("talk",)


def talk_part(read: TableRead) -> TalkPart:
    """The region of the chat."""
    roles = dict(enumerate(read.roles))
    lines = (
        TalkLine(
            str(row.author.get_short_name()) if row.author else "",
            row.seat is None,
            None if row.seat is None else roles.get(row.seat),
            None if row.to_seat is None else roles.get(row.to_seat),
            row.text,
            row.created_at,
        )
        for row in read.talk
    )
    return TalkPart(
        match_id=read.match.pk,
        seat=read.seat,
        lines=tuple(lines),
        speaks=read.access.speaks,
        only_to=read.me if read.over_a_shoulder else None,
        text=read.asked.talk_text,
        error=read.asked.talk_error,
    )

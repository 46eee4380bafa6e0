"""The seats of a table with their people, as pages list them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from games.platform.selectors.authorship_words import seat_words, until_of
from games.ui.faces import RoleName

if TYPE_CHECKING:
    from games.web.table_read import TableRead


@dataclass(frozen=True)
class SeatLine:
    """A seat at the table: its holders and its relation to the reader. For a match that is over, `played_by` names
    the authors of its decisions.
    """

    index: int
    role: RoleName
    people: tuple[Any, ...]
    mine: bool
    awaited: bool
    shown: bool
    played_by: str = ""

    @property
    def name(self) -> str:
        """The holders' names, or a word for the bot; for a match that is over, the authors of decisions."""
        return self.played_by or ", ".join(str(user.get_short_name()) for user in self.people) or _("Bot")


def seat_lines(read: "TableRead") -> tuple[SeatLine, ...]:
    """All seats, in their order."""
    return tuple(
        SeatLine(
            row.index,
            read.roles[row.index],
            tuple(read.people.get(row.index, ())),
            row.index in read.access.seats,
            row.index in read.awaited,
            row.index == read.seat,
            _played_by(read, row.index),
        )
        for row in read.seat_rows
    )


def _played_by(read: "TableRead", seat: int) -> str:
    """The authors of a seat's decisions in words; people who did not play are named to stewards only."""
    story = read.stories.get(seat)
    if story is None:
        return ""
    return seat_words(story, until_of(read.face, read.scenario), named=read.access.steward, bot=_("Bot"))

"""Cards of the events since a person's last visit: the actor, the change before and after, and the reason."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec


class Happened(msgspec.Struct, frozen=True):
    """An event that the reader may know, with the `number`, `seat` and `turn` of its move. `own` is true for the
    reader's moves.
    """

    event: Any
    number: int
    turn: int
    seat: int | None
    own: bool = False


class Change(msgspec.Struct, frozen=True):
    """A number that went from `before` to `after`. `why` names its explanation (see `ExplainPart`). `mine` means
    that it is the reader's own and not the table's.
    """

    label: str
    before: int
    after: int
    unit: str = ""
    why: str = ""
    mine: bool = False


class RecapCard(msgspec.Struct, frozen=True):
    """A card about one event. `label` is small above the `title`; `words` and `note` are safe HTML; the note is the
    card's effect. `rule` is a help page and heading (`rules#cards`). `picture` is the template of a drawing,
    `template` one for the game's own things (cubes, dice, tiles), with `context`. `numbers` are the moves that the
    card covers. Events of these moves are no longer listed in words, so cards must show all of their news. With
    `turned` the card turns over as a drawn one does. `sentence` is the one above the drawing (see
    `TablePart.decides_on_drawing`); by default it is made of the title and short words.
    """

    label: str
    title: str
    turn: int
    numbers: tuple[int, ...]
    seat: int | None = None
    words: str = ""
    changes: tuple[Change, ...] = ()
    note: str = ""
    rule: str = ""
    picture: str = ""
    template: str = ""
    context: Mapping[str, Any] = msgspec.field(default_factory=dict)
    turned: bool = False
    sentence: str = ""
    weight: Literal["news", "detail"] = "news"
    """A detail takes a single line if there is much news."""

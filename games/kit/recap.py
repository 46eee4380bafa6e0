"""What happened since somebody looked last, as cards: who did what, what changed, before and after, and why."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec


class Happened(msgspec.Struct, frozen=True):
    """An event that the reader may know, with the `number` of its move, that move's `seat` and `turn`, and whether it
    is one of the reader's own.
    """

    event: Any
    number: int
    turn: int
    seat: int | None
    own: bool = False


class Change(msgspec.Struct, frozen=True):
    """A number that went from `before` to `after`. `why` names what adds up to it (see `Face.explain`), `mine`
    says that it is the reader's own and not the table's.
    """

    label: str
    before: int
    after: int
    unit: str = ""
    why: str = ""
    mine: bool = False


class RecapCard(msgspec.Struct, frozen=True):
    """One thing that happened. `label` stands small above the `title`; `words` and `note` are safe HTML, the note says
    what the card counts as; `rule` is a help page and heading (`rules#cards`). `picture` is the template of a drawing,
    `template` one for what a game shows besides (cubes, dice, tiles), with `context`. `numbers` are those of the moves
    that it tells of: a game that has a card for a move tells all news of that move on cards, for nothing of it is told
    in the words of the history any more. With `turned` it turns over as a drawn card does.
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
    weight: Literal["news", "detail"] = "news"
    """A detail is told in one line where there is much news."""

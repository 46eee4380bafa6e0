"""A stored move with its events, for the debriefs of games."""

from typing import Any

import msgspec

from games.engine.types import Seat


class Record(msgspec.Struct, frozen=True):
    """Move `number` (0 is the set-up) with its author's kind (`by`: player, bot, deadline, instructor, rules), its
    time (`at`, ISO 8601) and the game's own Event values (`events`).
    """

    number: int
    seat: Seat | None
    key: str
    by: str
    at: str
    events: tuple[Any, ...]

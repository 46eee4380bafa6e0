"""A stored move with its facts, as the debriefs of games read it."""

from typing import Any

import msgspec

from games.engine.types import Seat


class Record(msgspec.Struct, frozen=True):
    """Move `number` (0 is the set-up): who made it (`by`: player, bot, deadline, instructor, rules), when (`at`, ISO
    8601) and what it led to (`events`, the game's own Event values).
    """

    number: int
    seat: Seat | None
    key: str
    by: str
    at: str
    events: tuple[Any, ...]

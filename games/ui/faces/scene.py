"""The position that a game's hooks get to draw and to describe."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec

from games.engine.types import Prompt
from games.ui.expected import Outlook


class TimedEvent(msgspec.Struct, frozen=True):
    """An event and its time."""

    event: Any
    at: datetime


class Scene(msgspec.Struct, frozen=True):
    """The data of the table page: the position as `seat` sees it (None: an observer).

    `expected` is the known expected end, None if none is shown. `prompts` are open for any seat. `record` are the
    events of `record_kinds`, `thread` the latest of `thread_kinds` in this turn; both hold only events that the
    reader may know. `names` are the people on the seats, `mine` all seats of the reader.
    """

    scenario: Any
    view: Any
    seat: int | None = None
    prompts: tuple[Prompt, ...] = ()
    record: tuple[Any, ...] = ()
    thread: tuple[TimedEvent, ...] = ()
    names: Mapping[int, str] = {}
    mine: tuple[int, ...] = ()
    expected: Outlook | None = None

    def own_prompts(self) -> tuple[Prompt, ...]:
        """The prompts that the seat itself can answer."""
        return tuple(prompt for prompt in self.prompts if prompt.seat == self.seat)

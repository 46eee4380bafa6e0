"""The finished activities of a match, read from its log."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from games.catalogue.domego.rules.events import ActivityEnded, Allocated
from games.catalogue.domego.rules.view import View

RECORD_KINDS = ("activity_ended", "allocated")
"""The kinds of events that are read: at most one balance and one line per role for each activity."""


@dataclass(frozen=True)
class Past:
    """The finished activities: `ended` by turn; `cubes` by (turn, seat), for roles that were not bankrupt when they
    placed.
    """

    ended: Mapping[int, ActivityEnded]
    cubes: Mapping[tuple[int, int], int]

    def placed(self, view: View, turn: int, seat: int) -> int:
        """The cubes that count for a role in a finished activity. A bankrupt firm counts the required cubes."""
        activity = view.sheet.activities[turn - 1]
        return self.cubes.get((turn, seat), activity.parts[activity.part_of[seat]].required)


def past_of(record: Iterable[Any]) -> Past:
    """A `Past` made from the events of `RECORD_KINDS`."""
    ended: dict[int, ActivityEnded] = {}
    cubes: dict[tuple[int, int], int] = {}
    for event in record:
        if isinstance(event, ActivityEnded):
            ended[event.turn] = event
        elif isinstance(event, Allocated) and event.seat is not None:
            cubes[event.turn, event.seat] = event.cubes
    return Past(ended, cubes)

"""The moves that reveal hidden information to their player."""

from typing import Final

from games.catalogue.master_builder.rules.moves import (
    Answer,
    Build,
    CloseTalks,
    MasterBuilderMove,
    Offer,
    SetLimit,
    Wish,
)
from games.catalogue.master_builder.rules.types import State
from games.engine.types import Outcome, Seat

QUIET: Final = (Wish, SetLimit, Offer, Answer, CloseTalks, Build)
"""Moves that reveal nothing by themselves. All others may trigger another player's wishes, limit or hand, or show the
next worker of a stack.
"""


def uncovers(before: State, seat: Seat, move: MasterBuilderMove, outcome: Outcome) -> bool:
    """True unless the move is one of `QUIET` that does not end the phase."""
    after: State = outcome.state
    return not isinstance(move, QUIET) or (before.round, before.phase) != (after.round, after.phase)

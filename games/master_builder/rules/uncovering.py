"""Which moves show a player what the others keep to themselves."""

from typing import Final

from games.engine.types import Outcome, Seat
from games.master_builder.rules.moves import (
    Answer,
    Build,
    CloseTalks,
    MasterBuilderMove,
    Offer,
    SetLimit,
    Wish,
)
from games.master_builder.rules.types import State

QUIET: Final = (Wish, SetLimit, Offer, Answer, CloseTalks, Build)
"""Whatever hands the word to another may set off that player's wishes, limit or hand, and a stack shows its next
worker."""


def uncovers(before: State, seat: Seat, move: MasterBuilderMove, outcome: Outcome) -> bool:
    """All but what is set down for oneself or said to one other, and that too where it ends the phase."""
    after: State = outcome.state
    return not isinstance(move, QUIET) or (before.round, before.phase) != (after.round, after.phase)

"""The moves that reveal the hidden placements of other players."""

from games.catalogue.domego.rules.moves import DomegoMove
from games.catalogue.domego.rules.types import State
from games.engine.types import Outcome, Seat


def uncovers(before: State, seat: Seat, move: DomegoMove, outcome: Outcome) -> bool:
    """With hidden placements, the move that completes an activity reveals them all."""
    after: State = outcome.state
    return before.options.hidden_allocations and (before.turn, before.phase) != (after.turn, after.phase)

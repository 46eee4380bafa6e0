"""Which moves show a player what the others keep to themselves."""

from games.domego.rules.moves import DomegoMove
from games.domego.rules.types import State
from games.engine.types import Outcome, Seat


def uncovers(before: State, seat: Seat, move: DomegoMove, outcome: Outcome) -> bool:
    """With hidden placements, the one that completes an activity: all of them come to light."""
    after: State = outcome.state
    return before.options.hidden_allocations and (before.turn, before.phase) != (after.turn, after.phase)

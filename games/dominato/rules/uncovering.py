"""Which moves tell a player something new."""

from games.dominato.rules.events import Tried
from games.dominato.rules.moves import Claim, DominatoMove
from games.dominato.rules.types import State
from games.engine.types import Outcome, Seat


def uncovers(before: State, seat: Seat, move: DominatoMove, outcome: Outcome) -> bool:
    """A claim and a wrong try: the answer says whether the tile lies right, which is what players are to find out."""
    return isinstance(move, Claim) or any(isinstance(event, Tried) for event in outcome.events)

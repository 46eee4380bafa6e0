"""The moves that reveal new information to their player."""

from games.catalogue.dominato.rules.events import Tried
from games.catalogue.dominato.rules.moves import Claim, DominatoMove
from games.catalogue.dominato.rules.types import State
from games.engine.types import Outcome, Seat


def uncovers(before: State, seat: Seat, move: DominatoMove, outcome: Outcome) -> bool:
    """True for a claim and a wrong try, because the result says whether a tile is right."""
    return isinstance(move, Claim) or any(isinstance(event, Tried) for event in outcome.events)

"""The moves that reveal hidden information to their player."""

from games.catalogue.utboheme.rules.moves import Confirm, EndTurn, Offer, Plan, PlayMonopoly, UtbohemeMove
from games.catalogue.utboheme.rules.types import State
from games.engine.types import Outcome, Seat


def uncovers(before: State, seat: Seat, move: UtbohemeMove, outcome: Outcome) -> bool:
    """True for moves that test others' hands: a confirmed trade, a monopoly, an offer of the active player, and plans.
    Standing orders may answer an offer. The end of a turn counts too, as the next player may win by hidden cards.
    """
    return isinstance(move, Confirm | PlayMonopoly | Plan | EndTurn) or (
        isinstance(move, Offer) and seat == before.seat
    )

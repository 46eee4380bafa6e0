"""Which moves show a player what the others keep to themselves."""

from games.engine.types import Outcome, Seat
from games.utboheme.rules.moves import Confirm, Offer, Plan, PlayMonopoly, UtbohemeMove
from games.utboheme.rules.types import State


def uncovers(before: State, seat: Seat, move: UtbohemeMove, outcome: Outcome) -> bool:
    """What tries the others' hands: carrying a trade out, taking all cards of a resource, an offer of the active
    player, which standing orders may answer, and a plan, which may hold all these.
    """
    return isinstance(move, Confirm | PlayMonopoly | Plan) or (isinstance(move, Offer) and seat == before.seat)

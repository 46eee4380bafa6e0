"""Which moves show a player what the others keep to themselves."""

from games.engine.types import Outcome, Seat
from games.utboheme.rules.moves import Confirm, EndTurn, Offer, Plan, PlayMonopoly, UtbohemeMove
from games.utboheme.rules.types import State


def uncovers(before: State, seat: Seat, move: UtbohemeMove, outcome: Outcome) -> bool:
    """What tries the others' hands: carrying a trade out, taking all cards of a resource, an offer of the active
    player, which standing orders may answer, and a plan, which may hold all these; and the end of a turn, at which
    the next player may win by hidden cards.
    """
    return isinstance(move, Confirm | PlayMonopoly | Plan | EndTurn) or (
        isinstance(move, Offer) and seat == before.seat
    )

"""Events that the facilitator brings: cards from the bank, and bad harvests. README decision 20.

They are open in every turn, but not while cards are discarded for a seven. They win no points and draw nothing, and
open decisions and offers stay as they are.
"""

from typing import Any, Final

from games.catalogue.utboheme.rules.board import dots, layout
from games.catalogue.utboheme.rules.events import GiftReceived, RobberSent
from games.catalogue.utboheme.rules.ledger import Ledger
from games.catalogue.utboheme.rules.resources import RESOURCES, Cards, of_one
from games.catalogue.utboheme.rules.scoring import result_of
from games.catalogue.utboheme.rules.turn import due
from games.catalogue.utboheme.rules.types import State
from games.engine.draws import Draws
from games.engine.facilitation import Brought, Offer
from games.engine.types import Outcome, Result, Seat

MOST_GIVEN: Final = 2
"""The most cards of a resource that each player receives."""
SCHOLARSHIP: Final = "scholarship"
GIFTS: Final = {f"gift_{resource}": index for index, resource in enumerate(RESOURCES)}
"""By event: the resource of which every player receives cards."""
DEARTHS: Final = {f"dearth_{resource}": index for index, resource in enumerate(RESOURCES)}
"""By event: the resource whose best hexagon gives nothing, because the robber goes there."""
ONE_OF_EACH: Final[Cards] = (1, 1, 1, 1, 1)


def best_hexagon(state: State, resource: int) -> int | None:
    """The hexagon of a resource, other than the robber's own, that brings the players most cards on the mean of all
    throws; the first of equals. None if no such hexagon brings any.
    """
    table = layout(state.board)
    mean = {
        hexagon: dots(table.token[hexagon]) * sum(due(state, table, hexagon))
        for hexagon, kind in enumerate(table.resource)
        if kind == resource and hexagon != state.robber
    }
    best = max(mean, key=lambda hexagon: (mean[hexagon], -hexagon), default=None)
    return best if best is not None and mean[best] else None


class UtbohemeEvents:
    """See `games.engine.facilitation.Facilitation`."""

    def offers(self, state: State) -> tuple[Offer, ...]:
        """The events, in the order of a list. The bank gives no more than it has, and the same to all."""
        if not state.turn or state.stage == "discard":
            return ()
        found = [
            Offer(key, 1, min(MOST_GIVEN, state.bank[resource] // state.players)) for key, resource in GIFTS.items()
        ]
        found += [Offer(key, 1, int(best_hexagon(state, resource) is not None)) for key, resource in DEARTHS.items()]
        found += [Offer(SCHOLARSHIP, 1, min(1, *state.bank), seat) for seat in range(state.players)]
        return tuple(each for each in found if each.low <= each.high)

    def apply(self, state: State, brought: Brought, draws: Draws) -> Outcome:
        """Cards come at once, to all in the order of seats. The robber moves at once and robs nobody."""
        ledger, key = Ledger(state), brought.event
        if key == SCHOLARSHIP:
            _give(ledger, key, brought.seat or 0, ONE_OF_EACH)
        elif key in GIFTS:
            for seat in range(state.players):
                _give(ledger, key, seat, of_one(GIFTS[key], brought.amount))
        else:
            best = best_hexagon(state, DEARTHS[key])
            before, ledger.robber = ledger.robber, state.robber if best is None else best
            ledger.emit(RobberSent(turn=ledger.turn, event=key, hexagon=ledger.robber, before=before))
        return ledger.outcome()

    def turn(self, state: State) -> int:
        """The turn, counted over all players."""
        return state.turn

    def without(self, state: State, events: tuple[Any, ...]) -> Result | None:
        """The result itself: cards are no points, so events bring none directly."""
        return result_of(state)


def _give(ledger: Ledger, event: str, seat: Seat, cards: Cards) -> None:
    ledger.from_bank(seat, cards)
    ledger.emit(GiftReceived(turn=ledger.turn, seat=seat, event=event, cards=cards))


EVENTS: Final = UtbohemeEvents()

"""Events that a facilitator brings into a match, with one check for all games.

An event is a move without a seat. It is recorded, replayed and verified like any other move.
"""

from typing import Any, Final, Protocol

from games.engine.draws import Draws
from games.engine.errors import PROMPT_CLOSED, IllegalMove
from games.engine.rules import Rules
from games.engine.types import Move, Outcome, Result, Seat, Value

NO_SUCH_EVENT: Final = "no_such_event"
AMOUNT_OUT_OF_RANGE: Final = "amount_out_of_range"


class Brought(Move, frozen=True):
    """The event `event` of the game, brought by the facilitator: to one seat, or to the table if `seat` is None. The
    game says what `amount` counts.
    """

    event: str
    amount: int
    seat: Seat | None = None


KIND: Final = "brought"


class Offer(Value, frozen=True):
    """An event that can be brought now, with an amount from `low` to `high`, to one seat or to the table (None)."""

    key: str
    low: int
    high: int
    seat: Seat | None = None


class Facilitation(Protocol):
    """The events of a game: the attribute `facilitation` of its rules. A game without events has none."""

    def offers(self, state: Any) -> tuple[Offer, ...]:
        """The events that can be brought now, in the order of a list. Those that are impossible now are left out."""
        ...

    def apply(self, state: Any, brought: Brought, draws: Draws) -> Outcome:
        """Bring an event that `offers` allows."""
        ...

    def turn(self, state: Any) -> int:
        """The game's own step, at which an event can be planned."""
        ...

    def without(self, state: Any, events: tuple[Any, ...]) -> Result | None:
        """The result of a finished match less the amounts that its events brought. `events` are all events of the
        match, in order.
        """
        ...


def facilitation_of(rules: Rules) -> Facilitation | None:
    """The events of a game; None for a game without any."""
    return getattr(rules, "facilitation", None)


def offers_of(rules: Rules, state: Any) -> tuple[Offer, ...]:
    """The events that can be brought now; none in a match that is over."""
    events = facilitation_of(rules)
    return events.offers(state) if events is not None and rules.prompts(state) else ()


def played(rules: Rules, state: Any, seat: Seat | None, key: str, move: Any, draws: Draws) -> Outcome:
    """Play a move of a seat, or an event without a seat. Raises IllegalMove, and then nothing has changed."""
    if not isinstance(move, Brought):
        if seat is None:
            raise IllegalMove(PROMPT_CLOSED)
        return rules.apply(state, seat, key, move, draws)
    events = facilitation_of(rules)
    found = [each for each in offers_of(rules, state) if (each.key, each.seat) == (move.event, move.seat)]
    if seat is not None or events is None or not found:
        raise IllegalMove(NO_SUCH_EVENT, event=move.event)
    if not found[0].low <= move.amount <= found[0].high:
        raise IllegalMove(AMOUNT_OUT_OF_RANGE, amount=move.amount, low=found[0].low, high=found[0].high)
    return events.apply(state, move, draws)

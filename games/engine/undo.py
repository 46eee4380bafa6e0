"""Undo of a move, with one rule for all games.

The undone move stays in the log. The next move records the undo and leads to the position before it.
"""

from typing import Any, Final

import msgspec

from games.engine import codec
from games.engine.errors import IllegalMove
from games.engine.facilitation import KIND as BROUGHT
from games.engine.facilitation import Brought, played
from games.engine.registry import Game
from games.engine.rules import Rules
from games.engine.types import Draw, Move, Outcome, Seat

NOTHING_TO_TAKE_BACK: Final = "nothing_to_take_back"


class TakeBack(Move, frozen=True):
    """The undo of move `number`, the last one. It is recorded with the seat and the key of that move,
    without events.
    """

    number: int


KIND: Final = "take_back"
PLATFORM_MOVES: Final[dict[str, type[Move]]] = {KIND: TakeBack, BROUGHT: Brought}
"""The moves that no game declares, by kind."""


class _Kind(msgspec.Struct, frozen=True):
    kind: str = ""


def reveals(game: Game, before: Any, seat: Seat, move: Any, outcome: Outcome, draws: tuple[Draw, ...]) -> bool:
    """Does a move reveal new information to its seat, or end the match?

    Drawn chance always counts as new information. For hidden information the game decides (`Game.uncovers`).
    """
    if draws or not game.rules.prompts(outcome.state):
        return True
    return game.uncovers is not None and game.uncovers(before, seat, move, outcome)


def recorded_move(data: Any, rules: Rules) -> Any:
    """A recorded move as the game's own value, a TakeBack or a Brought, from JSON (bytes) or plain data. Raises
    msgspec.ValidationError.
    """
    if isinstance(data, (bytes, bytearray, memoryview, msgspec.Raw)):
        kind = codec.from_json(bytes(data), _Kind).kind
        return codec.from_json(bytes(data), PLATFORM_MOVES.get(kind, rules.move_type))
    return codec.convert(data, PLATFORM_MOVES.get(data.get("kind"), rules.move_type))


class Line:
    """Plays recorded moves one after the other, undo moves and events included."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.state: Any = None
        self._last: tuple[int, Seat | None, str] | None = None
        self._before: Any = None

    def begin(self, outcome: Outcome) -> Outcome:
        """Start from the outcome of the set-up."""
        self.state = outcome.state
        return outcome

    def play(self, number: int, seat: Seat | None, key: str, move: Any, draws: Any) -> Outcome:
        """Play move `number`. Raises IllegalMove, also for a TakeBack of any move but the last one, of an event, or of
        a move that drew chance.
        """
        if isinstance(move, TakeBack):
            if self._last != (move.number, seat, key) or number != move.number + 1:
                raise IllegalMove(NOTHING_TO_TAKE_BACK, number=move.number)
            self._last, self.state = None, self._before
            return Outcome(self.state)
        outcome = played(self.rules, self.state, seat, key, move, draws)
        self._last = (number, seat, key) if seat is not None and not draws.taken else None
        self._before, self.state = self.state, outcome.state
        return outcome

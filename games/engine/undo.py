"""Taking a move back: one rule for all games.

The move stays in the record, and the next one says that it was taken back and leads to the position before it.
"""

from typing import Any, Final

import msgspec

from games.engine import codec
from games.engine.errors import IllegalMove
from games.engine.registry import Game
from games.engine.rules import Rules
from games.engine.types import Draw, Move, Outcome, Seat

NOTHING_TO_TAKE_BACK: Final = "nothing_to_take_back"


class TakeBack(Move, frozen=True):
    """Takes back move `number`, the last one. Recorded with the seat and the key of that move, without events."""

    number: int


KIND: Final = "take_back"


class _Kind(msgspec.Struct, frozen=True):
    kind: str = ""


def reveals(game: Game, before: Any, seat: Seat, move: Any, outcome: Outcome, draws: tuple[Draw, ...]) -> bool:
    """Does a move tell the seat that makes it something that it did not know, or end the match?

    Chance tells something. Of hidden things the game itself says when a move uncovers them (`Game.uncovers`).
    """
    if draws or not game.rules.prompts(outcome.state):
        return True
    return game.uncovers is not None and game.uncovers(before, seat, move, outcome)


def recorded_move(data: Any, rules: Rules) -> Any:
    """A recorded move as the game's own value or as a TakeBack; of JSON (bytes) or of plain data. Raises
    msgspec.ValidationError.
    """
    if isinstance(data, (bytes, bytearray, memoryview, msgspec.Raw)):
        kind = codec.from_json(bytes(data), _Kind).kind
        return codec.from_json(bytes(data), TakeBack if kind == KIND else rules.move_type)
    return codec.convert(data, TakeBack if data.get("kind") == KIND else rules.move_type)


class Line:
    """Recorded moves played one after the other."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.state: Any = None
        self._last: tuple[int, Seat, str] | None = None
        self._before: Any = None

    def begin(self, outcome: Outcome) -> Outcome:
        """The set-up was this."""
        self.state = outcome.state
        return outcome

    def play(self, number: int, seat: Seat, key: str, move: Any, draws: Any) -> Outcome:
        """Play move `number`. Raises IllegalMove, also for a TakeBack of anything but the move just before it, or of
        one that chance had a part in.
        """
        if isinstance(move, TakeBack):
            if self._last != (move.number, seat, key) or number != move.number + 1:
                raise IllegalMove(NOTHING_TO_TAKE_BACK, number=move.number)
            self._last, self.state = None, self._before
            return Outcome(self.state)
        outcome = self.rules.apply(self.state, seat, key, move, draws)
        self._last = (number, seat, key) if not draws.taken else None
        self._before, self.state = self.state, outcome.state
        return outcome

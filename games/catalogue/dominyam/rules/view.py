"""The information of a seat: in Dominyam everything is public."""

from msgspec import UNSET, UnsetType

from games.catalogue.dominyam.rules.dominoes import Domino
from games.catalogue.dominyam.rules.events import Ending
from games.catalogue.dominyam.rules.types import Guess, Options, State
from games.engine.types import Seat, Value
from games.engine.view_projection import seen


class View(Value, frozen=True):
    """The state as `viewer` sees it (None: an observer); for the rest see `State`. No state contains future
    randomness.
    """

    viewer: Seat | None
    options: Options
    dominoes: tuple[Domino, ...]
    left: tuple[int, ...]
    turn: int
    attempt: int
    seat: Seat
    target: int
    roll: int
    rolls_left: int
    dice: tuple[int, ...]
    idle: int
    hands: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    ended: Ending | None
    guesses: tuple[Guess, ...] | UnsetType = UNSET

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.hands)


def view_of(state: State, viewer: Seat | None) -> View:
    return seen(View, state, viewer=viewer)

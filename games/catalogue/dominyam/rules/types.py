"""The state of a match, and its options."""

from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, UnsetType

from games.catalogue.dominyam.rules.combinations import ValueEnd
from games.catalogue.dominyam.rules.dominoes import Domino
from games.catalogue.dominyam.rules.events import Ending
from games.engine.types import Seat, Value

FIRST_TURN: Final = 14
MOST_PLAYERS: Final = 14
DICE: Final = 5
ROLLS: Final = 3


def step_of(turn: int) -> int:
    """The index of a turn in the order of play, 1 to 14, as turn numbers go down from 14. The function is its own
    inverse.
    """
    return FIRST_TURN + 1 - turn


class Options(Value, frozen=True):
    """Switches of a match. `difference_points` adds sum minus target to a meal. `value_end` is the half that a domino
    outside all combinations scores. After `stall_limit` full rounds without a meal, a match of several players ends; 0
    is never. `chances` is "show" (on pages; the rules ignore it), or "guess" for a guess before each throw. It is unset
    otherwise, so that older matches keep the same text and hash.
    """

    difference_points: bool = False
    value_end: ValueEnd = "high"
    stall_limit: Annotated[int, Meta(ge=0, le=99)] = 8
    chances: Literal["none", "show", "guess"] | UnsetType = UNSET


class Guess(Value, frozen=True):
    """A player's guess before a throw, with the dice `kept` and the remaining throws. The meal of `places` has a chance
    of `percent`. `exact` is that chance in thousandths.
    """

    places: tuple[int, int]
    kept: tuple[int, ...]
    throws: int
    percent: int
    exact: int


class State(Value, frozen=True):
    """The complete state of a match."""

    options: Options
    dominoes: tuple[Domino, ...]
    """The dominoes by place (index 0 is place 1), as laid out, including eaten ones."""
    left: tuple[int, ...]
    """The places that are still full."""
    turn: int
    attempt: int
    """The number of the present attempt at this turn number, from 1."""
    seat: Seat
    target: int
    roll: int
    """The throws made in this turn, 1 to 3."""
    rolls_left: int
    dice: tuple[int, ...]
    idle: int
    """The number of turns in a row without a meal."""
    hands: tuple[tuple[int, ...], ...]
    """The places eaten, by seat, in order."""
    points: tuple[int, ...]
    """The points of the meals, by seat."""
    ended: Ending | None = None
    guesses: tuple[Guess, ...] | UnsetType = UNSET
    """The guesses of the present turn."""

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.hands)

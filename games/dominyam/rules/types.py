"""State of a match, and the options it is played with."""

from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, UnsetType

from games.dominyam.rules.combinations import ValueEnd
from games.dominyam.rules.dominoes import Domino
from games.dominyam.rules.events import Ending
from games.engine.types import Seat, Value

FIRST_TURN: Final = 14
MOST_PLAYERS: Final = 14
DICE: Final = 5
ROLLS: Final = 3


def step_of(turn: int) -> int:
    """The place of a turn in the order of play, 1 to 14; turn numbers run down from 14. Its own inverse."""
    return FIRST_TURN + 1 - turn


class Options(Value, frozen=True):
    """Switches of a match.

    `difference_points` adds sum minus target to a meal. `value_end` is the half that a domino outside all combinations
    scores. After `stall_limit` full rounds without a meal a match of several ends; 0 is never. `chances`: "show" them
    (for people only: the rules do not read it), or "guess" the chance of a meal before each throw. Unset where they are
    neither, so that what was recorded before has the same text and hash.
    """

    difference_points: bool = False
    value_end: ValueEnd = "high"
    stall_limit: Annotated[int, Meta(ge=0, le=99)] = 8
    chances: Literal["none", "show", "guess"] | UnsetType = UNSET


class Guess(Value, frozen=True):
    """What a player thought before a throw: the meal of `places` with the dice `kept` in the throws that are left, with
    a chance of `percent`. `exact` is that chance in thousandths.
    """

    places: tuple[int, int]
    kept: tuple[int, ...]
    throws: int
    percent: int
    exact: int


class State(Value, frozen=True):
    """Everything that decides how a match goes on."""

    options: Options
    dominoes: tuple[Domino, ...]
    """By place (index 0 is place 1), as laid out; also those that are eaten by now."""
    left: tuple[int, ...]
    """The places that still hold their domino."""
    turn: int
    attempt: int
    """How often this turn number has been tried, this time included."""
    seat: Seat
    target: int
    roll: int
    """Throws made in this turn, 1 to 3."""
    rolls_left: int
    dice: tuple[int, ...]
    idle: int
    """Turns in a row without a meal."""
    hands: tuple[tuple[int, ...], ...]
    """By seat: the places eaten, in order."""
    points: tuple[int, ...]
    """By seat: the points of the meals."""
    ended: Ending | None = None
    guesses: tuple[Guess, ...] | UnsetType = UNSET
    """Those of the present turn."""

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.hands)

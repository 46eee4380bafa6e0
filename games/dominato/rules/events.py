"""Facts of a match. `turn` is the number of the game within the match, `seat` the player it is about.

Dealt, Placed, TakenBack and Received give every hand and the table at any time: see `games.dominato.facts`.
"""

from typing import Literal

from msgspec import UNSET, UnsetType

from games.dominato.rules.geometry import Way
from games.dominato.rules.types import Ending
from games.engine.types import Event

Kind = Literal["T", "nested"]


class GameBegun(Event, frozen=True):
    """A game begins: `seat` starts, each player holds `hand` tiles, `aside` tiles are left over."""

    games: int
    hand: int
    aside: int


class Dealt(Event, frozen=True):
    """The tiles that `seat` was dealt; only this seat may know."""

    tiles: tuple[int, ...]


class Placed(Event, frozen=True):
    """Step `step`: a tile was laid. `order` links at once, `kinds` by neighbour; `left` tiles are in the hand now.
    `said` is its balance as its player said it, where that is asked.
    """

    step: int
    tile: int
    x: int
    y: int
    way: Way
    a: int
    b: int
    order: int
    kinds: tuple[Kind, ...]
    left: int
    said: int | UnsetType = UNSET


class Tried(Event, frozen=True):
    """A wrong tile that did not come to lie, in what would be step `step`; only `seat` may know."""

    step: int
    tile: int
    x: int
    y: int
    way: Way
    a: int
    b: int
    said: int | UnsetType = UNSET


class Passed(Event, frozen=True):
    """Step `step`: nothing was laid."""

    step: int


class Claimed(Event, frozen=True):
    """`seat` said that the tile laid by `offender` in step `step` is wrong. `upheld`: it was."""

    step: int
    offender: int
    upheld: bool


class Checked(Event, frozen=True):
    """`seat` let the tile laid by `offender` in step `step` stand."""

    step: int
    offender: int


class TakenBack(Event, frozen=True):
    """The wrong tile goes back to the hand of `seat`, who loses the turn."""

    step: int
    tile: int
    left: int


class Given(Event, frozen=True):
    """`seat` gave a tile to the player who was wrong. Which one, only these two know: `Received`."""

    to: int
    left: int


class Received(Event, frozen=True):
    """The tile that `seat` got from `giver`."""

    giver: int
    tile: int


class GameEnded(Event, frozen=True):
    """A game is over: `seat` has won it (nobody, if all are blocked). Points by seat, few are good."""

    how: Ending
    points: tuple[int, ...]
    left: tuple[int, ...]


class MatchEnded(Event, frozen=True):
    """The last game is over."""

    totals: tuple[int, ...]


DominatoEvent = (
    GameBegun
    | Dealt
    | Placed
    | Tried
    | Passed
    | Claimed
    | Checked
    | TakenBack
    | Given
    | Received
    | GameEnded
    | MatchEnded
)

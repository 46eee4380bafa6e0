"""Events of a match. `turn` is the number of the game within the match, `seat` the player concerned. Dealt, Placed,
TakenBack and Received give every hand and the table at any time: see `games.catalogue.dominato.facts`.
"""

from typing import Literal

from msgspec import UNSET, UnsetType

from games.catalogue.dominato.rules.geometry import Way
from games.catalogue.dominato.rules.types import Ending
from games.engine.types import Event

Kind = Literal["T", "nested"]


class GameBegun(Event, frozen=True):
    """A game begins: `seat` starts, each player holds `hand` tiles, `aside` tiles are left over."""

    games: int
    hand: int
    aside: int


class Dealt(Event, frozen=True):
    """The tiles dealt to `seat`; only this seat sees them."""

    tiles: tuple[int, ...]


class Placed(Event, frozen=True):
    """Step `step`: `seat` lays a tile. `order` is the number of its links, `kinds` are by neighbour; `left` tiles
    remain in the hand. `said` is its declared balance, if the options ask for one.
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
    """A wrong tile that was not accepted, in the attempt at step `step`; only `seat` sees it."""

    step: int
    tile: int
    x: int
    y: int
    way: Way
    a: int
    b: int
    said: int | UnsetType = UNSET


class Passed(Event, frozen=True):
    """Step `step`: `seat` passes."""

    step: int


class Claimed(Event, frozen=True):
    """`seat` claims that the tile of `offender` in step `step` is wrong. `upheld` says whether that is true."""

    step: int
    offender: int
    upheld: bool


class Checked(Event, frozen=True):
    """`seat` accepts the tile of `offender` in step `step`."""

    step: int
    offender: int


class TakenBack(Event, frozen=True):
    """The wrong tile returns to the hand of `seat`, who loses the turn."""

    step: int
    tile: int
    left: int


class Given(Event, frozen=True):
    """`seat` gives a tile to the player who was wrong. Only these two see the tile: see `Received`."""

    to: int
    left: int


class Received(Event, frozen=True):
    """The tile that `seat` gets from `giver`."""

    giver: int
    tile: int


class CheckAsked(Event, frozen=True):
    """The facilitator has the tile of `offender` in step `step` checked by all who have not accepted it."""

    step: int
    offender: int


class PointsBrought(Event, frozen=True):
    """The facilitator adds `amount` points to those of `seat`, or takes them off if it is below 0. `total` are its
    points in the match now; few are good.
    """

    amount: int
    total: int


class GameEnded(Event, frozen=True):
    """A game ends: `seat` has won it (None if all are blocked). Points are by seat; few are good."""

    how: Ending
    points: tuple[int, ...]
    left: tuple[int, ...]


class MatchEnded(Event, frozen=True):
    """The match ends with the last game."""

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
    | CheckAsked
    | PointsBrought
    | GameEnded
    | MatchEnded
)

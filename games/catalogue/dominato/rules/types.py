"""The state of a match, and its options."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from games.catalogue.dominato.rules.geometry import Way
from games.catalogue.dominato.rules.scenario import Tile
from games.engine.types import Seat, Value

REPLAY_ORDER = 2
"""A link of this order lets its player play again."""
WIN_ORDER = 3
"""A link of this order or more wins the game."""

MOST_TRIES = 8
"""The most wrong tiles of a turn that are recorded; more are refused."""

Phase = Literal["play", "check", "give", "over"]
Ending = Literal["out", "link", "blocked"]


class Options(Value, frozen=True):
    """Switches of a match. `games` None: as many as there are players, so that each starts once. Later switches are
    unset if off, so that older matches keep the same text and hash.
    """

    validation: Literal["auto", "challenge"] = "auto"
    incidental_contacts: bool = False
    """True if tiles may also touch without a counted contact."""
    free_pass: bool = False
    games: Annotated[int, Meta(ge=1, le=20)] | None = None
    helper: bool = True
    """True if tiles show their balances, and only suitable places are highlighted. The rules ignore it."""
    say_first: bool | UnsetType = UNSET
    """True if the player declares a tile's balance, which the tile then shows."""
    tries: bool | UnsetType = UNSET
    """With validation "auto": a wrong tile is a recorded move without effect, instead of a refused one."""
    bots_err: Annotated[int, Meta(ge=0, le=50)] | UnsetType = UNSET
    """With challenges: the percentage of turns in which a thinking bot lays a wrong tile, or declares a wrong
    balance.
    """
    bots_overlook: Annotated[int, Meta(ge=0, le=100)] | UnsetType = UNSET
    """With challenges: the percentage of errors that a thinking bot overlooks."""
    error_map: bool | UnsetType = UNSET
    """True if teachers may see errors by name, because the school has agreed. The rules ignore it."""


class Deck(Value, frozen=True):
    """The scenario's part of the state."""

    tiles: tuple[Tile, ...]
    hand: int
    bonus: int
    """The additional points of the others when a link wins."""


class Laid(Value, frozen=True, omit_defaults=True):
    """A tile of the table: its number in the deck, its place, and its squares as they lie (`a` left or on top). `said`
    is its declared balance, with `say_first`.
    """

    tile: int
    x: int
    y: int
    way: Way
    a: int
    b: int
    said: int | None = None

    @property
    def balance(self) -> int:
        """The balance of the tile: the sum of both squares."""
        return self.a + self.b

    @property
    def visible_balance(self) -> int:
        """The balance that players see: the declared one, if there is one."""
        return self.balance if self.said is None else self.said

    @property
    def parts(self) -> tuple[int, int, int]:
        """The values by part: first square, second square, balance."""
        return self.a, self.b, self.a + self.b


class Window(Value, frozen=True):
    """The last placement while it can be challenged: by `seat` as step `step`, a link of `order`. `closed` are the
    opponents who have accepted it or claimed wrongly. `claimant` is set after a true claim.
    """

    seat: Seat
    step: int
    order: int
    closed: tuple[Seat, ...] = ()
    claimant: Seat | None = None


class GameScore(Value, frozen=True):
    """The end of a game of the match. `points` are by seat; few are good."""

    how: Ending
    winner: Seat | None
    points: tuple[int, ...]


class State(Value, frozen=True):
    """The complete state of a match. `seat` is the player in turn; `step` counts the changes of the table in this game.
    In phase "check" opponents must check the last tile before anybody plays. In phase "give" the claimant must give a
    tile.
    """

    deck: Deck
    options: Options
    games: int
    game: int
    starter: Seat
    seat: Seat
    step: int
    phase: Phase
    table: tuple[Laid, ...]
    """The tiles in the order in which they were laid."""
    hands: tuple[tuple[int, ...], ...]
    """The tile numbers by seat, ascending."""
    aside: tuple[int, ...]
    passes: int
    """The number of passes in a row since the last placement."""
    window: Window | None
    done: tuple[GameScore, ...]
    """The finished games."""
    tries: tuple[Laid, ...] | UnsetType = UNSET
    """The wrong tiles of the present turn, with the option `tries`."""
    brought: tuple[int, ...] | UnsetType = UNSET
    """The points that the facilitator added or took off, by seat; unset while there are none."""

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.hands)

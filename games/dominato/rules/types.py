"""State of a match, and the options it is played with."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from games.dominato.rules.geometry import Way
from games.dominato.rules.scenario import Tile
from games.engine.types import Seat, Value

REPLAY_ORDER = 2
"""A link of this order lets its player play again."""
WIN_ORDER = 3
"""A link of this order or more wins the game."""

MOST_TRIES = 8
"""Wrong tiles of a turn that are recorded; any more are refused."""

Phase = Literal["play", "check", "give", "over"]
Ending = Literal["out", "link", "blocked"]


class Options(Value, frozen=True):
    """Switches of a match. `games` None: as many as there are players, so that each starts once. Those that came later
    are unset where they are off: what was recorded before them has the same text, and so the same hash.
    """

    validation: Literal["auto", "challenge"] = "auto"
    incidental_contacts: bool = False
    """Tiles may also touch where no contact is counted."""
    free_pass: bool = False
    games: Annotated[int, Meta(ge=1, le=20)] | None = None
    helper: bool = True
    """Are balances written on the tiles, and only places lit that fit? For people only: the rules do not read it."""
    say_first: bool | UnsetType = UNSET
    """Who lays a tile says its balance, and the tile shows what was said."""
    tries: bool | UnsetType = UNSET
    """With validation "auto": a wrong tile is a move that is recorded and comes to nothing, instead of no move."""
    bots_err: Annotated[int, Meta(ge=0, le=50)] | UnsetType = UNSET
    """With challenges: in so many of a hundred turns a thinking bot lays a wrong tile, or says a wrong balance."""
    bots_overlook: Annotated[int, Meta(ge=0, le=100)] | UnsetType = UNSET
    """With challenges: so many of a hundred errors a thinking bot does not see."""
    error_map: bool | UnsetType = UNSET
    """May whoever teaches see by name who made which errors? The school has agreed. For people only."""


class Deck(Value, frozen=True):
    """The scenario's part of the state."""

    tiles: tuple[Tile, ...]
    hand: int
    bonus: int
    """Points that the others score on top when a link wins."""


class Laid(Value, frozen=True, omit_defaults=True):
    """A tile of the table: its number in the deck, its place, and its squares as they lie (`a` left or on top). `said`
    is the balance that its player said, with `say_first`.
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
        """What both squares make together."""
        return self.a + self.b

    @property
    def shown(self) -> int:
        """The balance as the players know it: what was said, where something was."""
        return self.balance if self.said is None else self.said

    @property
    def parts(self) -> tuple[int, int, int]:
        """By part: first square, second square, balance."""
        return self.a, self.b, self.a + self.b


class Window(Value, frozen=True):
    """The last placement while it can be challenged: made by `seat` as step `step`, a link of `order`.

    `closed` are the opponents who have called it right or claimed in vain. `claimant` is set once a claim was true.
    """

    seat: Seat
    step: int
    order: int
    closed: tuple[Seat, ...] = ()
    claimant: Seat | None = None


class GameScore(Value, frozen=True):
    """How a game of the match ended. `points` by seat, few are good."""

    how: Ending
    winner: Seat | None
    points: tuple[int, ...]


class State(Value, frozen=True):
    """Everything that decides how a match goes on. `seat` is whose turn it is, `step` counts what changed the table
    in this game. In phase "check" the window must be closed before anybody plays, in phase "give" a tile is owed.
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
    """In the order in which the tiles were laid."""
    hands: tuple[tuple[int, ...], ...]
    """By seat: tile numbers, ascending."""
    aside: tuple[int, ...]
    passes: int
    """Passes in succession since the last placement."""
    window: Window | None
    done: tuple[GameScore, ...]
    """The games that have ended."""
    tries: tuple[Laid, ...] | UnsetType = UNSET
    """Wrong tiles of the present turn, with the option `tries`."""

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.hands)

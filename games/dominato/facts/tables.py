"""The debrief of a match as values."""

from typing import Literal

from games.dominato.rules.types import Ending, Laid
from games.engine.types import Value

LinkKind = Literal["", "simple", "nested", "double_t", "triple", "quadruple"]


class Fault(Value, frozen=True):
    """A contact that does not hold: `needed` was asked, `value` lies there. `part`: 0 first square, 1 second square,
    2 the balance of the new tile. `shown` is the balance that the tile it stands on was said to have, where somebody
    said one.
    """

    part: int
    value: int
    needed: int
    shown: int | None = None


class ClaimMade(Value, frozen=True):
    """A claim against a tile."""

    seat: int
    upheld: bool


class StepPlayed(Value, frozen=True):
    """A turn: a tile laid or tried, or a pass (`laid` None). `options` right placements were possible, `best` is the
    highest order among them. A tile that was taken back counts for nothing.
    """

    step: int
    seat: int
    laid: Laid | None
    order: int
    kind: LinkKind
    options: int
    best: int
    faults: tuple[Fault, ...]
    left: tuple[int, ...]
    """Tiles in the hands after it, by seat."""
    by: str
    at: str
    claims: tuple[ClaimMade, ...] = ()
    taken_back: bool = False
    tried: bool = False
    """A wrong try: the table did not let the tile lie, and the player went on."""

    @property
    def is_wrong(self) -> bool:
        """Was there an error, found or not?"""
        return bool(self.faults) or self.is_misspoken

    @property
    def is_misspoken(self) -> bool:
        """Was another balance said than the tile has?"""
        return self.laid is not None and self.laid.shown != self.laid.balance

    @property
    def stands_wrong(self) -> bool:
        """An error that nobody claimed."""
        return self.is_wrong and not self.taken_back and not self.tried


class GamePlayed(Value, frozen=True):
    """A game of the match. `how` is None and `points` are empty while it runs."""

    number: int
    starter: int
    steps: tuple[StepPlayed, ...]
    table: tuple[Laid, ...]
    how: Ending | None = None
    winner: int | None = None
    points: tuple[int, ...] = ()

    @property
    def turns(self) -> tuple[StepPlayed, ...]:
        """The steps that came to something."""
        return tuple(step for step in self.steps if not step.tried)


class SeatResult(Value, frozen=True):
    """A player over the whole match. Links are those of tiles that stayed."""

    seat: int
    points: int
    place: int
    won: int
    placed: int
    links: int
    """Contacts in all: the sum of the orders."""
    simple: int
    double_t: int
    nested: int
    triples: int
    """Links of order three or four."""
    passes: int
    needless_passes: int
    """Passes of one who had a right placement."""
    below_best: int
    """Placements of a lower order than was possible."""
    wrong: int
    caught: int
    """Own errors that were claimed."""
    claims_true: int
    claims_false: int
    overlooked: int
    """Errors of others that this player did not claim, and nobody else did."""
    received: int


class Facts(Value, frozen=True):
    """The whole debrief."""

    finished: bool
    challenge: bool
    helper: bool
    games: tuple[GamePlayed, ...]
    seats: tuple[SeatResult, ...]
    say_first: bool = False
    error_map: bool = False
    """Has the school agreed to a map of errors by name?"""
    tries: bool = False
    """Were tiles recorded that the table did not take?"""

    @property
    def records_errors(self) -> bool:
        """Else the table refused what did not fit, and nobody knows who tried it."""
        return self.challenge or self.say_first or self.tries

"""The tables of a match's debrief."""

from typing import Literal

from games.catalogue.dominato.rules.types import Ending, Laid
from games.engine.types import Value

LinkKind = Literal["", "simple", "nested", "double_t", "triple", "quadruple"]


class Fault(Value, frozen=True):
    """A wrong contact: `needed` was required, `value` is there. `part`: 0 first square, 1 second square, 2 the balance
    of the new tile. `shown` is the declared balance of the touched tile, if there is one.
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
    """A turn: a tile laid or tried, or a pass (`laid` None). `options` is the number of right placements, `best` the
    highest order among them. A tile that was taken back does not count.
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
    """The tiles in the hands afterwards, by seat."""
    by: str
    at: str
    claims: tuple[ClaimMade, ...] = ()
    taken_back: bool = False
    tried: bool = False
    """A wrong try: the tile was not accepted, and the player went on."""

    @property
    def is_wrong(self) -> bool:
        """True if there was an error, challenged or not."""
        return bool(self.faults) or self.is_misspoken

    @property
    def is_misspoken(self) -> bool:
        """True if the declared balance is not the tile's."""
        return self.laid is not None and self.laid.visible_balance != self.laid.balance

    @property
    def stands_wrong(self) -> bool:
        """True for an error that nobody challenged."""
        return self.is_wrong and not self.taken_back and not self.tried


class GamePlayed(Value, frozen=True):
    """A game of the match. In an unfinished game `how` is None and `points` are empty."""

    number: int
    starter: int
    steps: tuple[StepPlayed, ...]
    table: tuple[Laid, ...]
    how: Ending | None = None
    winner: int | None = None
    points: tuple[int, ...] = ()

    @property
    def turns(self) -> tuple[StepPlayed, ...]:
        """The steps without wrong tries."""
        return tuple(step for step in self.steps if not step.tried)


class SeatResult(Value, frozen=True):
    """A player over the whole match. Links are those of tiles that remained."""

    seat: int
    points: int
    place: int
    won: int
    placed: int
    links: int
    """The total number of contacts: the sum of the orders."""
    simple: int
    double_t: int
    nested: int
    triples: int
    """The number of links of order three or four."""
    passes: int
    needless_passes: int
    """The number of passes although a right placement was possible."""
    below_best: int
    """The number of placements of a lower order than possible."""
    wrong: int
    caught: int
    """The player's errors that were challenged."""
    claims_true: int
    claims_false: int
    overlooked: int
    """Errors of others that nobody challenged."""
    received: int
    brought: int = 0
    """The points that the facilitator added or took off, in `points` too."""


class Facts(Value, frozen=True):
    """All tables of the debrief."""

    finished: bool
    challenge: bool
    helper: bool
    games: tuple[GamePlayed, ...]
    seats: tuple[SeatResult, ...]
    say_first: bool = False
    error_map: bool = False
    """True if the school has agreed to a map of errors by name."""
    tries: bool = False
    """True if wrong tries were recorded."""

    @property
    def records_errors(self) -> bool:
        """False if the table refused wrong tiles without recording them."""
        return self.challenge or self.say_first or self.tries

"""The debrief's tables. Chances are in thousandths, whole numbers, rounded to the nearest."""

from typing import Literal

from games.catalogue.dominyam.rules.combinations import Assignment, Kind
from games.catalogue.dominyam.rules.dominoes import Domino
from games.catalogue.dominyam.rules.events import Ending
from games.engine.types import Value


class Throw(Value, frozen=True):
    """A throw: the dice after it. `chance` is that of a meal in this turn from these dice with best play. `held` is the
    same chance for the dice that the player kept, which is less if others were better. It is None after the last throw
    of a turn.
    """

    dice: tuple[int, ...]
    chance: int
    kept: tuple[int, ...] | None = None
    held: int | None = None


class GuessFacts(Value, frozen=True):
    """A guess before throw number `throw`: `said` and `exact` are chances of that meal in thousandths. `came` is True
    if a later throw of the turn fitted it.
    """

    throw: int
    dominoes: tuple[Domino, Domino]
    kept: tuple[int, ...]
    throws: int
    said: int
    exact: int
    came: bool


class TurnFacts(Value, frozen=True):
    """A player's turn. `chance` is that of a meal before the first throw, `pairs` the number of suitable pairs. In a
    turn without a meal, `could` says whether the last dice allowed one. `by` is the author of the last move. If the
    facilitator changed the target, all figures are those of the changed one.
    """

    turn: int
    attempt: int
    seat: int
    target: int
    best: int
    pairs: int
    chance: int
    throws: tuple[Throw, ...]
    ate: tuple[Domino, Domino] | None
    places: tuple[int, int] | None
    point: int
    bonus: int
    could: bool
    by: str
    guesses: tuple[GuessFacts, ...] = ()
    shift: int = 0
    """The change of the target that the facilitator brought."""


class Missed(Value, frozen=True):
    """A combination that a player missed: the nearest one, the missing dominoes, and their `holders`. A holder is a
    seat; -1 is the board.
    """

    kind: Kind
    dominoes: tuple[Domino, ...]
    missing: tuple[Domino, ...]
    holders: tuple[int, ...]
    points: int


class Given(Value, frozen=True):
    """Points that the facilitator gave to a seat in turn number `turn`, or took if `amount` is below 0."""

    turn: int
    seat: int
    amount: int


class PlayerFacts(Value, frozen=True):
    """A player's sums. `expected` is the expected number of meals (in thousandths) before the first throws.
    `given_away` are the chances (in thousandths) lost by not keeping the best dice.
    """

    seat: int
    turns: int
    meals: int
    expected: int
    given_away: int
    points: int
    bonus: int
    hand: Assignment
    missed: tuple[Missed, ...]
    uneaten: int
    total: int
    place: int
    brought: int = 0
    """The points that the facilitator gave or took, in `points` too."""


class Facts(Value, frozen=True):
    """All tables of a match. `why` is None in an unfinished match."""

    players: int
    difference_points: bool
    value_end: Literal["high", "low"]
    why: Ending | None
    left: tuple[Domino, ...]
    turns: tuple[TurnFacts, ...]
    seats: tuple[PlayerFacts, ...]
    given: tuple[Given, ...] = ()
    """The points that the facilitator brought, in order."""

    @property
    def finished(self) -> bool:
        """True if the match has ended."""
        return self.why is not None

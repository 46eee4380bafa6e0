"""The debrief's tables. Chances are in thousandths, whole numbers, rounded to the nearest."""

from typing import Literal

from games.dominyam.rules.combinations import Assignment, Kind
from games.dominyam.rules.dominoes import Domino
from games.dominyam.rules.events import Ending
from games.engine.types import Value


class Throw(Value, frozen=True):
    """A throw: the dice after it. `chance` is that of a meal in this turn from these dice with the best play.

    `held` is the same chance for the dice that the player then kept for the next throw: less where others were better.
    None after the last throw of a turn.
    """

    dice: tuple[int, ...]
    chance: int
    kept: tuple[int, ...] | None = None
    held: int | None = None


class GuessFacts(Value, frozen=True):
    """A guess before throw number `throw`: `said` and `exact` are chances of that meal in thousandths. `came` tells
    whether a later throw of the turn fitted it.
    """

    throw: int
    dominoes: tuple[Domino, Domino]
    kept: tuple[int, ...]
    throws: int
    said: int
    exact: int
    came: bool


class TurnFacts(Value, frozen=True):
    """A player's turn. `chance` is that of a meal before the first throw, `pairs` how many pairs would have done.

    `could` tells of a turn without a meal whether the last dice fitted one. `by` says who decided in the end.
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


class Missed(Value, frozen=True):
    """A combination that a player did not get: the nearest one, what was missing, and where it went (`holders`).

    A holder is a seat; -1 stands for a domino that stayed on the board.
    """

    kind: Kind
    dominoes: tuple[Domino, ...]
    missing: tuple[Domino, ...]
    holders: tuple[int, ...]
    points: int


class PlayerFacts(Value, frozen=True):
    """A player's sums. `expected` are the meals (in thousandths) that the chances before the first throws add up to.

    `given_away` are the chances (in thousandths) lost by keeping other dice than the best.
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


class Facts(Value, frozen=True):
    """What happened. `why` is None while the match runs."""

    players: int
    difference_points: bool
    value_end: Literal["high", "low"]
    why: Ending | None
    left: tuple[Domino, ...]
    turns: tuple[TurnFacts, ...]
    seats: tuple[PlayerFacts, ...]

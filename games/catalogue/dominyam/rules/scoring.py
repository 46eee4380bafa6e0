"""Points of the meals and of the hand. README decisions 7 and 8."""

from typing import Protocol

from games.catalogue.dominyam.rules.combinations import Assignment, ValueEnd, best_assignment
from games.catalogue.dominyam.rules.dominoes import Domino, bits_of
from games.catalogue.dominyam.rules.types import Options, State
from games.engine.types import Result, Seat, Value, places


class Scorable(Protocol):
    """The part of a position that decides the score: a State or a View."""

    @property
    def options(self) -> Options:
        """The options, which give the score of dominoes outside combinations."""

    @property
    def dominoes(self) -> tuple[Domino, ...]:
        """The dominoes by place."""

    @property
    def left(self) -> tuple[int, ...]:
        """The full places."""

    @property
    def hands(self) -> tuple[tuple[int, ...], ...]:
        """The places eaten, by seat."""

    @property
    def points(self) -> tuple[int, ...]:
        """The points of the meals, by seat."""


class Score(Value, frozen=True):
    """A player's score: points of the meals and the hand, less 1 for each domino that a lone player left."""

    points: int
    hand: Assignment
    uneaten: int
    total: int


def hand_bits(table: Scorable, seat: Seat) -> int:
    """The dominoes that a seat has eaten."""
    return bits_of(table.dominoes[place - 1] for place in table.hands[seat])


def final_score(table: Scorable, seat: Seat) -> Score:
    """The score of a seat if the match ended here."""
    uneaten = len(table.left) if len(table.hands) == 1 else 0
    return score_of(table.points[seat], hand_bits(table, seat), uneaten, table.options.value_end)


def score_of(points: int, hand: int, uneaten: int, value_end: ValueEnd) -> Score:
    """The score with these points of meals, these dominoes in hand (bits), and so many not eaten by a lone player."""
    best = best_assignment(hand, value_end)
    return Score(points, best, uneaten, points + best.total - uneaten)


def result_of(state: State) -> Result | None:
    """See `Rules.result`. Equal scores share a place."""
    if state.ended is None:
        return None
    scores = tuple(final_score(state, seat).total for seat in range(state.players))
    return Result(scores, places(scores))

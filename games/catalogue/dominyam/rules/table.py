"""The possible meals, and the reasons against others. It works on a State and on a View alike."""

from collections.abc import Iterator
from typing import Protocol

from games.catalogue.dominyam.rules import layout
from games.catalogue.dominyam.rules.dice import point_values
from games.catalogue.dominyam.rules.dominoes import Domino
from games.catalogue.dominyam.rules.moves import Eat
from games.engine.errors import IllegalMove


class OnTable(Protocol):
    """The part of a position that decides about meals."""

    @property
    def dominoes(self) -> tuple[Domino, ...]:
        """The dominoes by place."""

    @property
    def left(self) -> tuple[int, ...]:
        """The full places."""

    @property
    def target(self) -> int:
        """The least sum of a meal."""

    @property
    def dice(self) -> tuple[int, ...]:
        """The five dice."""


def pair_sum(dominoes: tuple[Domino, ...], pair: tuple[int, int]) -> int:
    """The sum of all four halves; a blank counts nothing."""
    return sum(dominoes[pair[0] - 1]) + sum(dominoes[pair[1] - 1])


def best_sum(dominoes: tuple[Domino, ...], left: tuple[int, ...]) -> int:
    """The greatest sum of a pair that may be eaten, apart from dice; 0 if there is none."""
    return max((pair_sum(dominoes, pair) for pair in layout.legal_pairs(left)), default=0)


def eatable(table: OnTable) -> Iterator[tuple[int, int]]:
    """The pairs that may be eaten and reach the target, apart from dice."""
    for pair in layout.legal_pairs(table.left):
        if pair_sum(table.dominoes, pair) >= table.target:
            yield pair


def meals(table: OnTable) -> Iterator[Eat]:
    """All meals that the present dice allow."""
    for first, second in eatable(table):
        for point in point_values(table.dice, table.dominoes[first - 1], table.dominoes[second - 1]):
            yield Eat((first, second), point)


def check_meal(table: OnTable, meal: Eat) -> None:
    """Raises IllegalMove with the first rule that a meal breaks."""
    first, second = meal.places
    for place in meal.places:
        if place not in table.left:
            raise IllegalMove("place_empty", place=place)
    if first >= second:
        raise IllegalMove("places_in_order", first=first, second=second)
    if not layout.touch(first, second):
        raise IllegalMove("places_apart", first=first, second=second)
    _check_mercy(first, second, layout.bits(table.left))
    total = pair_sum(table.dominoes, meal.places)
    if total < table.target:
        raise IllegalMove("under_target", sum=total, target=table.target)
    values = point_values(table.dice, table.dominoes[first - 1], table.dominoes[second - 1])
    if not values:
        raise IllegalMove("dice_do_not_fit", first=first, second=second)
    if meal.point not in values:
        raise IllegalMove("no_such_point_die", point=meal.point)


def _check_mercy(first: int, second: int, left: int) -> None:
    if not layout.released(first, second, left):
        covered = second if layout.at_mercy(first, left) else first
        raise IllegalMove("not_at_mercy", place=covered)
    alone = layout.isolated(left & ~(1 << first) & ~(1 << second))
    if alone:
        raise IllegalMove("isolates", place=alone[0])

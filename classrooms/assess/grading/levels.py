"""Levels of a line marked by hand: four, each with its points and a description of its requirements."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from classrooms.assess.grading.points import FULL
from games.ui.one_line import is_shown

NUMBER: Final = 4
MOST_POINTS: Final = 100
USUAL_POINTS: Final = (100, 70, 40, 0)
WORDS_LENGTH: Final = 200


@dataclass(frozen=True)
class Level:
    """`number` counts from the best, 1. `percent` is the level's share of the line, `points` the same of `FULL`."""

    number: int
    percent: int
    words: str

    @property
    def points(self) -> int:
        return self.percent * FULL // MOST_POINTS


def levels_of(params: Mapping[str, Any]) -> tuple[Level, ...]:
    """The levels in the params of a line, the best first; none where it has none."""
    return tuple(Level(number, *each) for number, each in enumerate(params.get("levels", ()), start=1))


def chosen_of(levels: Sequence[Level], points: int | None, reason: str) -> Level | None:
    """The level of a mark: its points are equal, and its words are the reason of the mark."""
    return next((each for each in levels if (each.points, each.words) == (points, reason)), None)


def are_levels(value: Any) -> bool:
    """Are these valid stored levels? There are none, or four with words and falling points."""
    if not value:
        return value == []
    percents, words = [each[0] for each in value], [each[1] for each in value]
    falls = all(one > other for one, other in zip(percents, percents[1:], strict=False))
    said = all(each.strip() and is_shown(each) and len(each) <= WORDS_LENGTH for each in words)
    return len(value) == NUMBER and said and falls and percents[-1] >= 0 and percents[0] <= MOST_POINTS

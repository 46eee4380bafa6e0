"""The drawings of *Today*: coordinates only, the templates draw. Each has its numbers in words beside it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.utils.translation import gettext as _

from classrooms.cockpit.queries.monitor import Row
from classrooms.grading.queries.sheet import Sheet

WIDTH: Final = 600
EDGE: Final = 20
LEVEL: Final = 19
"""From one line of names to the next."""
SIGN: Final = 6.9
"""The width of a letter of a team's name, a little more than the font needs."""
LONGEST: Final = 22
MOST_NUMBERS: Final = 12
FEWEST_TURNS, MOST_TURNS = 2, 60


@dataclass(frozen=True)
class WayMark:
    """A team on the way: its dot stands at `x`, its name at height `y`, to the left of its dot where `is_left`."""

    row: Row
    name: str
    x: float
    y: float
    text_x: float
    is_left: bool

    @property
    def needs_somebody(self) -> bool:
        return any(need.is_card for need in self.row.needs)


@dataclass(frozen=True)
class Way:
    """Turns from left to right at height `base`, and the teams above them, no name over another."""

    height: float
    base: float
    ticks: tuple[tuple[float, str], ...]
    marks: tuple[WayMark, ...]
    words: str


def way_of(rows: Iterable[Row]) -> Way | None:
    """How far each team is; None where the game does not count turns to an end, or nobody has begun."""
    begun = [(row, row.progress) for row in rows if row.progress is not None]
    turns = max((told.turns for _row, told in begun), default=0)
    if not FEWEST_TURNS <= turns <= MOST_TURNS:
        return None
    begun.sort(key=lambda pair: (pair[1].turn, pair[0].table.position, pair[0].table.pk))
    placed: list[tuple[int, WayMark]] = []
    taken: dict[int, list[tuple[float, float]]] = {}
    for row, told in begun:
        placed.append(_mark(row, _x(told.turn, turns), taken))
    levels = max(taken) + 1
    base = 20 + levels * LEVEL
    marks = tuple(
        WayMark(each.row, each.name, each.x, base - 15 - level * LEVEL, each.text_x, each.is_left)
        for level, each in placed
    )
    step = -(-turns // MOST_NUMBERS)
    ticks = tuple((_x(turn, turns), str(turn)) for turn in range(1, turns + 1) if (turn - 1) % step == 0)
    words = ", ".join(
        _("%(team)s: turn %(turn)d of %(turns)d") % {"team": row.table.name, "turn": told.turn, "turns": turns}
        for row, told in begun
    )
    return Way(base + 26, base, ticks, marks, words)


def _mark(row: Row, x: float, taken: dict[int, list[tuple[float, float]]]) -> tuple[int, WayMark]:
    """On the lowest level that is free from the dot to the end of the name."""
    name = row.table.name if len(row.table.name) <= LONGEST else row.table.name[: LONGEST - 1] + "…"
    length = SIGN * len(name) + 12
    is_left = x + length > WIDTH
    low, high = (x - length, x + 6) if is_left else (x - 6, x + length)
    level = 0
    while any(low < other_high and other_low < high for other_low, other_high in taken.get(level, ())):
        level += 1
    taken.setdefault(level, []).append((low, high))
    return level, WayMark(row, name, x, 0, x - 7 if is_left else x + 7, is_left)


def _x(turn: int, turns: int) -> float:
    span = WIDTH - 2 * EDGE
    return round(EDGE + span * (min(max(turn, 1), turns) - 1) / (turns - 1), 1)


MARKS_WIDTH: Final = 340
COLUMNS: Final = 20
"""Marks are drawn in so many classes, and one for the best mark."""
DOT: Final = 10
MOST_DOTS: Final = 12


@dataclass(frozen=True)
class MarkDots:
    """Final marks as dots in columns; `is_zero` stands apart. One dot is `each` marks."""

    height: int
    base: int
    ticks: tuple[tuple[float, str], ...]
    dots: tuple[tuple[float, float, bool], ...]
    each: int
    words: str


def dots_of(sheet: Sheet) -> MarkDots | None:
    """None where nobody has a mark."""
    finals = [Decimal(row.final) for row in sheet.rows if row.final]
    if not finals:
        return None
    scale = sheet.book.scale
    columns: dict[int, int] = {}
    for final in finals:
        column = min(COLUMNS, int(final * COLUMNS / scale))
        columns[column] = columns.get(column, 0) + 1
    each = -(-max(columns.values()) // MOST_DOTS)
    tall = -(-max(columns.values()) // each)
    base = 14 + tall * DOT
    dots = tuple(
        (_mark_x(column), base - 8 - DOT * step, column == 0 and Decimal(0) in finals)
        for column, number in sorted(columns.items())
        for step in range(-(-number // each))
    )
    quarters = (0, 5, 10, 15, 20)
    ticks = tuple((_mark_x(column), f"{scale * column / COLUMNS:g}") for column in quarters)
    return MarkDots(base + 22, base, ticks, dots, each, _marks_words(finals, scale))


def _mark_x(column: int) -> float:
    return round(14 + 312 * column / COLUMNS, 1)


def _marks_words(finals: Sequence[Decimal], scale: int) -> str:
    told = {"n": len(finals), "least": min(finals), "most": max(finals), "scale": scale}
    return _("%(n)d marks, from %(least)s to %(most)s of %(scale)d") % told

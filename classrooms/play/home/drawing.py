"""The drawings of *Today*. The page has their numbers in words too."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classrooms.assess.grading.queries.mark_table import MarkTable
from classrooms.drawing.axes import Axis, levels
from classrooms.drawing.pen import draw_texts, marks, rules, svg, whole
from classrooms.play.monitor.queries.monitor import Row
from games.ui.progress import Progress
from games.ui.sentences import pairs

WIDTH: Final = 600
EDGE: Final = 20
LEVEL: Final = 19
"""The distance between two lines of names."""
SIGN, STRONG_SIGN = 6.9, 8.1
"""The width of a letter of a team's name, slightly more than the font needs."""
LONGEST: Final = 22
MOST_NUMBERS: Final = 12
FEWEST_TURNS, MOST_TURNS = 2, 60


def way_of(rows: Iterable[Row]) -> SafeString | None:
    """The progress of each team: turns from left to right, and the names of teams above without overlap. None if the
    game has no fixed number of turns, or no team has begun.
    """
    begun = [(row, row.progress) for row in rows if row.progress is not None]
    turns = max((told.turns for _row, told in begun), default=0)
    if not FEWEST_TURNS <= turns <= MOST_TURNS:
        return None
    begun.sort(key=lambda pair: (pair[1].turn, pair[0].table.position, pair[0].table.pk))
    axis = Axis(1, turns)
    placed = [_Team(row, axis.at(told.turn, EDGE, WIDTH - EDGE)) for row, told in begun]
    lines = levels(team.span for team in placed)
    base = 20 + LEVEL * (max(lines) + 1)
    numbers = [
        {"x": (x := axis.at(turn, EDGE, WIDTH - EDGE)), "x2": x, "text": turn}
        for turn in range(1, turns + 1, -(-turns // MOST_NUMBERS))
    ]
    heights = [base - 15 - LEVEL * line for line in lines]
    layers = [
        rules([{"x": EDGE / 2, "y": base, "x2": WIDTH - EDGE / 2, "y2": base}], "rule-strong"),
        rules([{**row, "y": base - 4, "y2": base + 4} for row in numbers], "rule-strong"),
        draw_texts([{**row, "y": base + 16} for row in numbers], size=11.5, tint="ink-3", align="center"),
        rules([{"x": t.x, "y": base, "x2": t.x, "y2": y} for t, y in zip(placed, heights, strict=True)], "rule-strong"),
        *(team.drawn(base, y) for team, y in zip(placed, heights, strict=True)),
    ]
    said = pairs((row.table.name, _turn_words(told)) for row, told in begun)
    return svg(whole(layers, WIDTH, base + 26, 0, 0, 0, 0), f"{said}.", "way only-wide")


def _turn_words(told: Progress) -> str:
    return _("turn %(turn)d of %(turns)d") % {"turn": told.turn, "turns": told.turns}


@dataclass(frozen=True)
class _Team:
    """A team in the drawing: its dot is at `x`, its name to the right of it if there is space."""

    row: Row
    x: float

    @property
    def name(self) -> str:
        name: str = self.row.table.name
        return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"

    @property
    def needs_somebody(self) -> bool:
        return any(need.is_card for need in self.row.needs)

    @property
    def span(self) -> tuple[float, float]:
        """The span from the dot to the end of the name."""
        length = (STRONG_SIGN if self.needs_somebody else SIGN) * len(self.name) + 12
        return (self.x - length, self.x + 6) if self.x + length > WIDTH else (self.x - 6, self.x + length)

    def drawn(self, base: float, y: float) -> str:
        tint, text_tint = ("accent", "accent-text") if self.needs_somebody else ("ink", "ink")
        is_left = self.span[0] < self.x - 6
        return (
            marks([{"x": self.x, "y": base}], tint, "circle", 121)
            + marks([{"x": self.x, "y": y}], tint, "circle", 49)
            + draw_texts(
                [{"x": self.x, "y": y, "text": self.name}],
                size=12.5,
                tint=text_tint,
                strong=self.needs_somebody,
                align="right" if is_left else "left",
                dx=-7 if is_left else 7,
                ground="sheet",
            )
        )


MARKS_WIDTH: Final = 340
SPAN: Final = (14, 326)
COLUMNS: Final = 20
"""The number of classes of marks, besides one for the best mark."""
DOT: Final = 10
MOST_DOTS: Final = 12


@dataclass(frozen=True)
class MarkDots:
    """Final marks as dots in columns; those at zero and unfinished ones are hollow. One dot is `each` marks."""

    each: int
    svg: SafeString


def dots_of(sheet: MarkTable) -> MarkDots | None:
    """The drawing of the marks; None if nobody has a mark."""
    finals = [Decimal(row.final) for row in sheet.rows if row.final]
    if not finals:
        return None
    scale = sheet.book.scale

    def column_of(final: Decimal) -> int:
        return min(COLUMNS, int(final * COLUMNS / scale))

    columns = Counter(map(column_of, finals))
    unfinished = Counter(column_of(Decimal(row.final)) for row in sheet.rows if row.final and row.pending)
    each = -(-max(columns.values()) // MOST_DOTS)
    base = 14 - (-max(columns.values()) // each) * DOT
    axis = Axis(0, COLUMNS)
    dots = {
        column: [{"x": axis.at(column, *SPAN), "y": base - 8 - DOT * step} for step in range(-(-number // each))]
        for column, number in sorted(columns.items())
    }
    zeros = dots.pop(0, []) if 0 in finals else []
    hollow = {column: -(-len(places) * unfinished[column] // columns[column]) for column, places in dots.items()}
    numbers = [
        {"x": (x := axis.at(column, *SPAN)), "x2": x, "text": f"{scale * column / COLUMNS:g}"}
        for column in range(0, COLUMNS + 1, COLUMNS // 4)
    ]
    layers = [
        rules([{"x": SPAN[0] - 4, "y": base, "x2": SPAN[1] + 6, "y2": base}], "rule-strong"),
        rules([{**row, "y": base - 3, "y2": base + 3} for row in numbers], "rule-strong"),
        draw_texts([{**row, "y": base + 14} for row in numbers], size=14, tint="ink-3", align="center"),
        marks(zeros, "sheet", "circle", 64, stroke="accent", width=2),
        *(marks(places[hollow[column] :], "ink", "circle", 64) for column, places in dots.items()),
        *(
            marks(places[: hollow[column]], "sheet", "circle", 64, stroke="ink", width=2, dash=(3, 2))
            for column, places in dots.items()
        ),
    ]
    told = {"n": len(finals), "least": min(finals), "most": max(finals), "scale": scale}
    said = ngettext(
        "%(n)d mark: %(least)s of %(scale)d.", "%(n)d marks, from %(least)s to %(most)s of %(scale)d.", len(finals)
    )
    return MarkDots(each, svg(whole(layers, MARKS_WIDTH, base + 22, 0, 0, 0, 0), said % told, "marks"))

"""The board as two drawings of the same cells: wide (824 units, six activities a row) and tall (328 units, one a row).

Everything that a template needs is a coordinate here; the templates only write elements.
"""

import textwrap
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.catalogue.domego.face.cells import Cell, Cubes

COLUMNS = 6
WIDE, TALL = 824, 328
STEP = (WIDE - 128) / (COLUMNS - 1)
ROW, BOX = 214, 158
LINE, USUAL_LINES, LINE_LENGTH = 15, 3, 21
"""Names or marks of more than three lines make all boxes of a drawing higher."""
MARK_ROW: Final = 18.5
TALL_MARKS: Final = 6
"""The number of marks in a row of the tall drawing."""
MOST_CUBES = 9
"""More cubes than this are written as a number."""


@dataclass(frozen=True)
class Text:
    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Shape:
    """All cards of one kind in a box: one path."""

    css: str
    path: str


@dataclass(frozen=True)
class DrawnMark:
    role: str
    css: str
    letter: str
    x: float
    y: float
    cubes: str
    """One path for all small cubes."""
    label: str
    waits: bool

    @property
    def letter_x(self) -> float:
        return self.x + 7.5

    @property
    def letter_y(self) -> float:
        return self.y + 11

    @property
    def text_x(self) -> float:
        return self.x + 20

    @property
    def text_y(self) -> float:
        return self.y + 12

    @property
    def wait_y(self) -> float:
        return self.y + 1.5


@dataclass(frozen=True)
class Box:
    """An activity's box. `dot` is the centre of the numbered bubble, `stem` the line from it to the box."""

    cell: Cell
    x: float
    y: float
    width: float
    height: float
    dot: tuple[float, float]
    stem: str
    names: tuple[Text, ...]
    rule: str
    figure: Text | None
    small: Text | None
    cards: tuple[Shape, ...]
    marks: tuple[DrawnMark, ...]


@dataclass(frozen=True)
class Drawing:
    width: int
    height: float
    done: tuple[str, ...]
    """Paths of the way so far."""
    ahead: tuple[str, ...]
    boxes: tuple[Box, ...]


def wide(cells: tuple[Cell, ...]) -> Drawing:
    """Rows of six, left to right."""
    rows = [cells[start : start + COLUMNS] for start in range(0, len(cells), COLUMNS)]
    most_lines = max(len(textwrap.wrap(cell.name, LINE_LENGTH)) for cell in cells)
    more = LINE * max(0, most_lines - USUAL_LINES)
    below = MARK_ROW * max(0, max(-(-len(cell.marks) // _wide_columns(cell)[0]) for cell in cells) - USUAL_LINES)
    boxes, done, ahead = [], [], []
    for index, row in enumerate(rows):
        top = (ROW + more + below) * index + 40
        boxes += [_wide_box(cell, round(STEP * column), top, more, below) for column, cell in enumerate(row)]
        solid, dashed = _wide_path(row, top - 24, first=index == 0, last=index == len(rows) - 1)
        done += solid
        ahead += dashed
    return Drawing(WIDE, (ROW + more + below) * len(rows) - 14, tuple(done), tuple(ahead), tuple(boxes))


def _wide_path(row: tuple[Cell, ...], y: float, *, first: bool, last: bool) -> tuple[list[str], list[str]]:
    """The line through the bubbles of a row. A break at its end shows that the line goes on below."""
    start = 17 if first else 0
    end = 17 + round(STEP * (len(row) - 1)) if last else 810
    reached = [17 + round(STEP * column) for column, cell in enumerate(row) if cell.state != "next"]
    whole = row[-1].state == "done"
    until = end if whole else max(reached, default=start)
    tail = "" if last else "l3 -6 6 12 3 -6"
    solid = [f"M{start} {y}H{until}{tail if whole else ''}"] if until > start else []
    dashed = [f"M{until} {y}H{end}{tail}"] if not whole and end > until else []
    return solid, dashed


def _wide_box(cell: Cell, x: float, top: float, more: float, below: float) -> Box:
    lines = textwrap.wrap(cell.name, LINE_LENGTH)
    names = tuple(Text(x + 9, top + 18 + LINE * number, line) for number, line in enumerate(lines))
    low = top + more
    figure, small = _figures(cell, x + 9, low + 75, x + 119, low + 75)
    cards = _cards(cell, x + 9, low + 84, 100)
    return Box(
        cell, x, top, 128, BOX + more + below, (x + 17, top - 24), f"M{x + 17} {top - 10}v10", names,
        f"M{x + 9} {low + 57}h110", figure, small, cards, tuple(_wide_marks(cell, x + 9, low + 104)),
    )  # fmt: skip


def _wide_marks(cell: Cell, x: float, y: float) -> list[DrawnMark]:
    if cell.state == "done" and len(cell.marks) <= 3:
        return [_mark(mark, x, y + 16.5 * line, drawn_cubes=True) for line, mark in enumerate(cell.marks)]
    columns, width = _wide_columns(cell)
    return [
        _mark(mark, x + width * (line % columns), y + MARK_ROW * (line // columns))
        for line, mark in enumerate(cell.marks)
    ]


def _wide_columns(cell: Cell) -> tuple[int, int]:
    """The number and the width of the columns of marks."""
    return (2, 56) if cell.state == "now" else (3, 38)


def tall(cells: tuple[Cell, ...]) -> Drawing:
    """One below the other."""
    boxes: list[Box] = []
    top = 6.0
    for cell in cells:
        boxes.append(_tall_box(cell, top))
        top += boxes[-1].height + 8
    now = max((box.dot[1] for box in boxes if box.cell.state != "next"), default=boxes[0].dot[1])
    end = boxes[-1].dot[1]
    done = (f"M15 {boxes[0].dot[1]}V{now}",)
    ahead = (f"M15 {now}V{end}",) if end > now else ()
    return Drawing(TALL, top - 2, done, ahead, tuple(boxes))


def _tall_box(cell: Cell, top: float) -> Box:
    lines = textwrap.wrap(cell.name, 36)
    names = tuple(Text(50, top + 18 + 16 * number, line) for number, line in enumerate(lines))
    low = top + 16 * (len(lines) - 1)
    figure, small = _figures(cell, 318, top + (19 if cell.state != "next" else 18), 318, low + 38)
    cards = _cards(cell, 50, low + 26, 66)
    marks = tuple(_tall_marks(cell, low))
    height = max([52 + low - top, *(mark.y + 26 - top for mark in marks)])
    if cell.state == "now":
        height = max(height, 78 + low - top)
    return Box(cell, 40, top, 288, height, (15, top + 18), f"M29 {top + 18}h11", names, "", figure, small, cards, marks)


def _tall_marks(cell: Cell, low: float) -> list[DrawnMark]:
    """The cube marks of a box: rows of six, or in a finished activity as many rows as leave room for the cost."""
    count = max(1, len(cell.marks))
    if cell.state == "now":
        columns = min(count, TALL_MARKS)
        width, left, top = 268 / max(4, columns), 50, low + 50
    elif cell.state == "done":
        width, columns, left, top = (42.0, 3, 132, low + 26) if count <= 3 else (35.0, 4, 132, low + 26)
    else:
        columns = min(count, TALL_MARKS)
        width, left, top = min(42.0, 190 / columns), 132, low + 26
    return [
        _mark(mark, left + width * (line % columns), top + MARK_ROW * (line // columns))
        for line, mark in enumerate(cell.marks)
    ]


def _figures(cell: Cell, x: float, y: float, small_x: float, small_y: float) -> tuple[Text | None, Text | None]:
    """The big figure and the small one beside it."""
    number = {"days": cell.days, "cost": cell.cost}
    if cell.state == "next":
        return None, Text(x, y, _("%(days)d d base") % number)
    small = _("cost %(cost)d") % number if cell.state == "done" else _("now")
    return Text(x, y, _("%(days)d d") % number), Text(small_x, small_y, small)


def _cards(cell: Cell, x: float, y: float, room: float) -> tuple[Shape, ...]:
    """The risk cards of an activity, drawn closer together if there are many. Avoided ones are struck out, added ones
    marked.
    """
    gap = min(14, room / max(1, len(cell.cards) - 1))
    paths: dict[str, list[str]] = {}
    for number, kind in enumerate(cell.cards):
        left = round(x + gap * number, 1)
        paths.setdefault(kind, []).append(f"M{left} {y}h10v14h-10z")
        if kind == "off":
            paths[kind].append(f"M{left} {y + 14}l10-14")
        if kind == "plus":
            paths.setdefault("off", []).append(f"M{left + 5} {y + 4}v6M{left + 2} {y + 7}h6")
    order = [kind for kind in ("drawn", "card", "plus", "off") if kind in paths]
    return tuple(Shape(f"b-{kind}", "".join(paths[kind])) for kind in order)


def _mark(mark: Cubes, x: float, y: float, *, drawn_cubes: bool = False) -> DrawnMark:
    if drawn_cubes and mark.cubes is not None and mark.cubes <= MOST_CUBES:
        cubes = "".join(f"M{x + 20 + 9.5 * number} {y + 4}h7.5v7.5h-7.5z" for number in range(mark.cubes))
        return DrawnMark(mark.role.id, mark.role.css, mark.role.letter, x, y, cubes, "", waits=False)
    label = "" if mark.cubes is None else str(mark.cubes)
    if mark.state == "in":
        label = _("%(cubes)s in") % {"cubes": label} if label else _("in")
    return DrawnMark(mark.role.id, mark.role.css, mark.role.letter, x, y, "", label, waits=mark.state == "waiting")
